import type { CallOptions } from "../client-options.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";

/** A schema that types and validates an output. */
export type SchemaOptions<Schema extends StandardSchemaV1> = CallOptions & {
  /** A schema of zod, valibot, arktype or any other Standard Schema library. It types and validates the output. */
  schema: Schema;
  /** The same schema as JSON Schema, for libraries whose schemas do not carry it. */
  jsonSchema?: JsonSchema | undefined;
};
