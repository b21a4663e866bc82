import type { OperationCall } from "./call-operation.ts";
import type { ToolArguments } from "./tool.ts";

/** The named arguments as the query of an address. What is absent or null is left out. */
export const queryOf = (args: ToolArguments, names: string[]): NonNullable<OperationCall["query"]> =>
  Object.fromEntries(
    names
      .filter((name) => args[name] !== undefined && args[name] !== null)
      .map((name) => [name, textsOf(args[name])]),
  );

/** Anything else than a text or number is sent as JSON, for the service to refuse. */
const textsOf = (value: unknown): string | string[] =>
  Array.isArray(value) ? value.map(textOf) : textOf(value);

const textOf = (value: unknown): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);
