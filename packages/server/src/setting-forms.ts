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
const webAddress = z
  .string()
  .regex(
    /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]?)[^?#\s]*$/,
    "it takes an address that begins with https://",
  )
  .refine((address) => URL.canParse(address), "it takes an address that begins with https://");

type Limit = { from: number; to: number; standard: number };

/** Named parts in one setting, such as `pages=100,depth=3`, as `read` makes them. Without the setting all parts are absent. */
const parts = <Name extends string, T>(
  names: readonly Name[],
  read: (given: Partial<Record<Name, string>>) => T,
) =>
  z.string().transform((text, context): T => {
    try {
      return read(namedParts(text, names));
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  });

/** Several whole numbers. A part that is left out has its default. */
export const limits = <Name extends string>(standards: Record<Name, Limit>) => {
  const names = Object.keys(standards) as Name[];
  const standard = names.map((name) => `${name}=${standards[name].standard}`).join(",");
  return parts(
    names,
    (given) =>
      Object.fromEntries(names.map((name) => [name, limitOf(name, standards[name], given[name])])) as Record<
        Name,
        number
      >,
  ).prefault(standard);
};

/** Programs by name or path. One that is left out has its default; null: there is none. */
export const programs = <Standards extends Record<string, string | null>>(standards: Standards) => {
  const standard = Object.entries(standards).flatMap(([name, program]) =>
    program === null ? [] : `${name}=${program}`,
  );
  return parts(
    Object.keys(standards),
    (given) =>
      ({ ...standards, ...given }) as { [Name in keyof Standards]: string | Extract<Standards[Name], null> },
  ).prefault(standard.join(","));
};

/** An authorization server, and what its tokens have to say. */
export const oauth = parts(["issuer", "audience", "claim"], ({ issuer, audience, claim }) => {
  if (issuer === undefined || audience === undefined)
    throw new Error("it takes issuer=<address> and audience=<address>: set both");
  for (const [name, address] of Object.entries({ issuer, audience })) {
    const { error } = webAddress.safeParse(address);
    if (error) throw new Error(`${error.issues[0]?.message} for ${name}`);
  }
  return { issuer, audience, projectClaim: claim ?? "headwater_project" };
});

function limitOf(name: string, { from, to, standard }: Limit, given: string | undefined): number {
  if (given === undefined) return standard;
  const value = Number(given);
  if (!/^\d+$/.test(given) || value < from || value > to)
    throw new Error(`it takes a whole number from ${from} to ${to} for ${name}`);
  return value;
}
