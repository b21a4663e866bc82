import { type Command, splitCommand } from "@headwater/reader";
import { z } from "zod";
import { namedParts } from "./kernel/named-parts.ts";

/** A whole number between two others. The error text says so. */
export const wholeNumber = (min: number, max: number) => {
  const error = `it takes a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

/** An address without a path. */
export const webOrigin = z
  .string()
  .regex(/^https?:\/\/[^/?#\s]+$/, "it takes an address without a path, such as https://example.com");

/** An address that tokens name: over http on this machine only, because everyone who reads a token may use it. */
export const webAddress = z
  .string()
  .regex(
    /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]?)[^?#\s]*$/,
    "it takes an address that begins with https://",
  )
  .refine((address) => URL.canParse(address), "it takes an address that begins with https://");

/** A program with its arguments, see `splitCommand`. */
export const commandLine = z.string().transform((line, context): Command => {
  try {
    return splitCommand(line);
  } catch (error) {
    context.addIssue(`it takes a program with its arguments, and ${(error as Error).message}`);
    return z.NEVER;
  }
});

type Limit = { from: number; to: number; standard: number };

/** Several whole numbers in one setting, such as `pages=100,depth=3`. A part that is left out has its default. */
export const limits = <Name extends string>(parts: Record<Name, Limit>) => {
  const names = Object.keys(parts) as Name[];
  const standard = names.map((name) => `${name}=${parts[name].standard}`).join(",");
  return z
    .string()
    .transform((text, context): Record<Name, number> => {
      try {
        const given = namedParts(text, names);
        return Object.fromEntries(
          names.map((name) => [name, limitOf(name, parts[name], given[name])]),
        ) as Record<Name, number>;
      } catch (error) {
        context.addIssue((error as Error).message);
        return z.NEVER;
      }
    })
    .prefault(standard);
};

function limitOf(name: string, { from, to, standard }: Limit, given: string | undefined): number {
  if (given === undefined) return standard;
  const value = Number(given);
  if (!/^\d+$/.test(given) || value < from || value > to)
    throw new Error(`it takes a whole number from ${from} to ${to} for ${name}`);
  return value;
}
