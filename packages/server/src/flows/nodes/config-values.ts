import { NodeError } from "../node/node-kind.ts";

type Config = Record<string, unknown>;

/** A number of the configuration; absent, or null without being allowed, it is the default. */
export function numberIn(
  config: Config,
  name: string,
  { min, max = Number.MAX_VALUE, isWhole = false }: { min: number; max?: number; isWhole?: boolean },
): number | null {
  const value = config[name];
  if (value === undefined || value === null) return null;
  const isRight =
    typeof value === "number" && value >= min && value <= max && (!isWhole || Number.isSafeInteger(value));
  if (isRight) return value;
  const range = max === Number.MAX_VALUE ? `of at least ${min}` : `from ${min} to ${max}`;
  throw new NodeError(`${name} must be ${isWhole ? "an integer" : "a number"} ${range}`);
}

/** A text of the configuration; null when it is absent or blank. */
export function textIn(config: Config, name: string): string | null {
  const value = config[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw new NodeError(`${name} must be a text`);
  return value.trim() === "" ? null : value;
}
