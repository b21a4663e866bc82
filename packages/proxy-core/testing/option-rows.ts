import { z } from "zod";
import { defaultLimits } from "../src/limits/limits.ts";
import { defaultConnections, defaultTimeouts, optionsSchema } from "../src/options/read-options.ts";

/** The names of all options, as the tables of the READMEs write them: `limits.perCaller.openStreams`. */
export const optionNames = (): string[] => namesOf(optionsSchema.shape, []);

function namesOf(shape: Record<string, unknown>, path: string[]): string[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    return inner instanceof z.ZodObject ? namesOf(inner.shape, [...path, name]) : [[...path, name].join(".")];
  });
}

/** The defaults that are numbers, as the tables write them. */
export const optionDefaults = (): Record<string, string> =>
  Object.fromEntries(
    [
      ...rowsOf("timeouts", defaultTimeouts),
      ...rowsOf("limits.perCaller", defaultLimits.perCaller),
      ...rowsOf("limits.inAll", defaultLimits.inAll),
      ["connections", defaultConnections] as const,
    ].map(([name, value]) => [name, value === Number.POSITIVE_INFINITY ? "none" : String(value)]),
  );

const rowsOf = (prefix: string, defaults: Record<string, number>) =>
  Object.entries(defaults).map(([name, value]) => [`${prefix}.${name}`, value] as const);
