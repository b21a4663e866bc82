import type { StandardSchemaV1 } from "../structured/standard-schema.ts";
import { ClientError } from "./client-error.ts";

/** The schema does not accept the structured output that the service returned. */
export class OutputInvalidError extends ClientError {
  override readonly name = "OutputInvalidError";
  /** The output as the service returned it. */
  declare readonly output: unknown;
  declare readonly issues: ReadonlyArray<StandardSchemaV1.Issue>;

  /** @param reason Why the service has no output, in the words of the service. */
  constructor(
    output: unknown,
    issues: ReadonlyArray<StandardSchemaV1.Issue>,
    options?: ErrorOptions & { reason?: string | undefined },
  ) {
    const [first] = issues;
    const path = first?.path?.map((part) => (typeof part === "object" ? part.key : part)).join(".");
    super(
      options?.reason ??
        `Structured output does not match the schema${path ? ` at ${path}` : ""}: ${first?.message}`,
      options,
    );
    this.output = output;
    this.issues = issues;
  }
}
