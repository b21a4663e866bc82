import { OutputInvalidError } from "../errors/output-invalid-error.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";

/** The service's output as the schema returns it. @throws {OutputInvalidError} when the schema refuses it. */
export async function validateOutput<Schema extends StandardSchemaV1>(
  schema: Schema,
  output: unknown,
): Promise<StandardSchemaV1.InferOutput<Schema>> {
  const result = await schema["~standard"].validate(output);
  if (result.issues) throw new OutputInvalidError(output, result.issues);
  return result.value as StandardSchemaV1.InferOutput<Schema>;
}
