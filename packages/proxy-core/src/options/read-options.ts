import { type OperationId, operations } from "@headwater/spec";
import { z } from "zod";
import { platformFetch } from "../forward/platform-fetch.ts";
import { createMemoryOwnershipStore } from "../ownership/memory-ownership-store.ts";
import { defaultOperations } from "./default-operations.ts";
import type { ProxyOptions, Timeouts } from "./proxy-options.ts";

const operationIds = Object.keys(operations) as OperationId[];
const isFunction = (value: unknown): boolean => typeof value === "function";

const httpUrl = z.string("must be a string. Is its environment variable set?").refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && search + hash + username + password === "";
}, "must be an http(s) address without query, fragment or password, such as http://127.0.0.1:4000/sources");

const origin = z.string().refine(
  (text) =>
    // Web views of mobile applications have their own schemes. `URL` gives no origin for those.
    /^https?:/i.test(text)
      ? URL.canParse(text) && new URL(text).origin === text.toLowerCase()
      : /^[a-z][a-z\d+.-]*:\/\/[\w.-]+(?::\d+)?$/i.test(text),
  "must be an origin: scheme, host and port without a path, such as https://app.example.com",
);

const milliseconds = z
  .int("must be a whole number of milliseconds")
  .min(1, "must be at least 1 millisecond")
  .max(2_147_483_647, "must be at most 2147483647 milliseconds");

const tokenText = /^[\x21-\x7e]+$/;

const timeoutsSchema = z.strictObject({
  connectMs: milliseconds.optional(),
  firstByteMs: milliseconds.optional(),
  idleMs: milliseconds.optional(),
});

/** The schema of each option. `README.md` lists the same options. */
export const optionsSchema = z.strictObject({
  baseUrl: httpUrl,
  flowsDomain: z
    .string("must be a string")
    .regex(/^(?:https?:\/\/)?[a-z0-9.-]+(?::\d+)?\/?$/i, "must be a domain, such as flows.example.com")
    .optional(),
  token: z.custom<ProxyOptions<never>["token"]>(
    (value) => isFunction(value) || (typeof value === "string" && tokenText.test(value)),
    "must be the API token (a string without spaces) or a function that answers it. Is its environment variable set?",
  ),
  authorize: z.custom<ProxyOptions<never>["authorize"]>(
    isFunction,
    "is required: a function that says who may do what. To let everybody do everything, say so: authorize: () => true",
  ),
  allow: z
    .array(z.enum(operationIds, `must be ids of operations: ${operationIds.join(", ")}`), "must be an array")
    .readonly()
    .optional(),
  allowedOrigins: z.array(origin, "must be an array of origins").readonly().optional(),
  ownership: z
    .custom<NonNullable<ProxyOptions<never>["ownership"]>>((value) => {
      const store = value as Record<string, unknown> | null;
      return ["claim", "ownerOf", "listOwned", "release"].every((name) => isFunction(store?.[name]));
    }, "must have the functions claim, ownerOf, listOwned and release")
    .optional(),
  onFileReady: z
    .custom<NonNullable<ProxyOptions<never>["onFileReady"]>>(isFunction, "must be a function")
    .optional(),
  timeouts: timeoutsSchema.optional(),
  onEvent: z.custom<NonNullable<ProxyOptions<never>["onEvent"]>>(isFunction, "must be a function").optional(),
  fetch: z.custom<typeof fetch>(isFunction, "must be a function like the platform's fetch").optional(),
});

export const defaultTimeouts = { connectMs: 5_000, firstByteMs: 120_000, idleMs: 60_000 } satisfies Timeouts;

/** The options after every default has been filled in. */
export type Settings<Native> = Pick<ProxyOptions<Native>, "baseUrl" | "flowsDomain" | "token" | "authorize"> &
  Pick<ProxyOptions<Native>, "onFileReady" | "onEvent"> & {
    allow: readonly OperationId[];
    allowedOrigins: readonly string[];
    ownership: NonNullable<ProxyOptions<Native>["ownership"]>;
    timeouts: Required<Timeouts>;
    fetch: typeof fetch;
  };

/**
 * Checks the options once, at start.
 *
 * @throws {TypeError} naming every wrong option and what to do. The message never contains a value, which could be the
 *   token.
 */
export function readOptions<Native>(options: ProxyOptions<Native>): Settings<Native> {
  const checked = optionsSchema.safeParse(options);
  if (!checked.success) {
    const lines = checked.error.issues.map((issue) =>
      issue.code === "unrecognized_keys"
        ? unknownOptions(issue.path, issue.keys)
        : `${issue.path.join(".")} ${issue.message}`,
    );
    throw new TypeError(`Invalid options of the documents proxy: ${lines.join("; ")}`);
  }
  return {
    ...options,
    allow: options.allow ?? defaultOperations,
    allowedOrigins: options.allowedOrigins ?? [],
    ownership: options.ownership ?? createMemoryOwnershipStore(),
    timeouts: { ...defaultTimeouts, ...options.timeouts },
    // Call it as a plain function: the platform's `fetch` throws when it is called as a method.
    fetch: options.fetch ?? platformFetch,
  };
}

function unknownOptions(path: PropertyKey[], keys: string[]): string {
  const { shape } = path.length === 0 ? optionsSchema : timeoutsSchema;
  const spelt = (key: string) => [...path, key].join(".");
  return `there is no option ${keys.map(spelt).join(", ")}. Options: ${Object.keys(shape).map(spelt).join(", ")}`;
}

/** Whether a header can hold this token unchanged. */
export const isToken = (value: unknown): value is string =>
  typeof value === "string" && tokenText.test(value);
