import { ClientError } from "./client-error.ts";

/** A schema cannot be written in the form the service accepts. Thrown before anything is sent. */
export class SchemaNotSupportedError extends ClientError {
  override readonly name = "SchemaNotSupportedError";
  /** JSON Pointer into the JSON Schema, such as `/properties/total`; empty for the whole schema. */
  declare readonly path: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Schema not supported at ${path || "its root"}: ${reason}`, options);
    this.path = path;
  }
}
