import { OutputInvalidError } from "../errors/output-invalid-error.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";

/**
 * Validates the output of the service and returns what the schema makes of it.
 * @param reason Why there is no output, when the output is null.
 * @throws {OutputInvalidError} when the schema refuses it.
 */
export async function validateOutput<Schema extends StandardSchemaV1>(
  schema: Schema,
  output: unknown,
  reason?: string,
): Promise<StandardSchemaV1.InferOutput<Schema>> {
  const result = await schema["~standard"].validate(output);
  if (result.issues)
    throw new OutputInvalidError(output, result.issues, { reason: output === null ? reason : undefined });
  return result.value as StandardSchemaV1.InferOutput<Schema>;
}
