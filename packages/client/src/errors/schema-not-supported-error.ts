import { ClientError } from "./client-error.ts";

/** The service does not accept this kind of schema. The error is thrown before anything is sent. */
export class SchemaNotSupportedError extends ClientError {
  override readonly name = "SchemaNotSupportedError";
  /** JSON Pointer into the JSON Schema, such as `/properties/total`. Empty for the whole schema. */
  declare readonly path: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Schema not supported at ${path || "its root"}: ${reason}`, options);
    this.path = path;
  }
}
