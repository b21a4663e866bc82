import { allowedExtensions, type OperationId, operations } from "@headwater/spec";
import { z } from "zod";
import { platformFetch } from "../forward/platform-fetch.ts";
import { defaultLimits, type EffectiveLimits } from "../limits/limits.ts";
import { isLasting } from "../ownership/is-lasting.ts";
import { createMemoryOwnershipStore } from "../ownership/memory-ownership-store.ts";
import { areTags, tagsRule, type UploadRules } from "../uploads/upload-rules.ts";
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

const limit = z
  .custom<number>(
    (value) => value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= 1),
    "must be a whole number of at least 1, or Infinity",
  )
  .optional();
const usageSchema = z.strictObject({
  openRequests: limit,
  openStreams: limit,
  questionsPerMinute: limit,
  openUploadBytes: limit,
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
  tokenOfCaller: z
    .custom<NonNullable<ProxyOptions<never>["tokenOfCaller"]>>(isFunction, "must be a function")
    .optional(),
  signal: z.custom<AbortSignal>((value) => value instanceof AbortSignal, "must be an AbortSignal").optional(),
  timeouts: timeoutsSchema.optional(),
  limits: z.strictObject({ perCaller: usageSchema.optional(), inAll: usageSchema.optional() }).optional(),
  uploads: z
    .strictObject({
      maxBytes: z.int("must be a whole number of bytes").min(1, "must be at least 1 byte").optional(),
      types: z
        .array(
          z
            .string()
            .refine(
              (text) =>
                (allowedExtensions as readonly string[]).includes(text.replace(/^\./, "").toLowerCase()),
              `must be extensions that the service takes: ${allowedExtensions.join(", ")}`,
            ),
          "must be an array of extensions",
        )
        .readonly()
        .optional(),
      tags: z
        .custom<NonNullable<UploadRules<never>["tags"]>>(
          (value) => isFunction(value) || areTags(value),
          `${tagsRule}, or a function that answers them`,
        )
        .optional(),
    })
    .optional(),
  connections: z
    .int("must be a whole number of connections")
    .min(2, "must be at least 2: one for short requests, one for the others")
    .max(65_536, "must be at most 65536")
    .optional(),
  onEvent: z.custom<NonNullable<ProxyOptions<never>["onEvent"]>>(isFunction, "must be a function").optional(),
  fetch: z.custom<typeof fetch>(isFunction, "must be a function like the platform's fetch").optional(),
});

export const defaultTimeouts = { connectMs: 5_000, firstByteMs: 120_000, idleMs: 60_000 } satisfies Timeouts;

export const defaultConnections = 1_024;

/** The options after every default has been filled in. */
export type Settings<Native> = Pick<ProxyOptions<Native>, "baseUrl" | "flowsDomain" | "token" | "authorize"> &
  Pick<ProxyOptions<Native>, "onFileReady" | "onEvent" | "tokenOfCaller" | "signal"> & {
    allow: readonly OperationId[];
    allowedOrigins: readonly string[];
    ownership: NonNullable<ProxyOptions<Native>["ownership"]>;
    timeouts: Required<Timeouts>;
    limits: EffectiveLimits;
    uploads: UploadRules<Native>;
    connections: number;
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
  if (
    options.onFileReady &&
    isLasting(options.ownership) &&
    isFunction(options.token) &&
    !options.tokenOfCaller
  )
    throw new TypeError(
      "Invalid options of the documents proxy: tokenOfCaller is required. After a restart onFileReady goes on without a request, which token needs",
    );
  return {
    ...options,
    allow: options.allow ?? defaultOperations,
    allowedOrigins: options.allowedOrigins ?? [],
    ownership: options.ownership ?? createMemoryOwnershipStore(),
    timeouts: withDefaults(defaultTimeouts, options.timeouts),
    limits: {
      perCaller: withDefaults(defaultLimits.perCaller, options.limits?.perCaller),
      inAll: withDefaults(defaultLimits.inAll, options.limits?.inAll),
    },
    uploads: options.uploads ?? {},
    connections: options.connections ?? defaultConnections,
    // Call it as a plain function: the platform's `fetch` throws when it is called as a method.
    fetch: options.fetch ?? platformFetch,
  };
}

/** An option that is undefined counts as not given. */
function withDefaults<T extends object>(defaults: T, given: Partial<T> = {}): T {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(named) };
}

function unknownOptions(path: PropertyKey[], keys: string[]): string {
  const known = Object.keys(shapeAt(path));
  const spelt = (key: string) => [...path, key].join(".");
  return `there is no option ${keys.map(spelt).join(", ")}. Options: ${known.map(spelt).join(", ")}`;
}

/** The options of the object at a path. */
function shapeAt(path: readonly PropertyKey[]): Record<string, unknown> {
  let schema: unknown = optionsSchema;
  for (const name of path) {
    const inner = (schema as z.ZodObject).shape[name as string];
    schema = inner instanceof z.ZodOptional ? inner.unwrap() : inner;
  }
  return (schema as z.ZodObject).shape;
}

/** Whether a header can hold this token unchanged. */
export const isToken = (value: unknown): value is string =>
  typeof value === "string" && tokenText.test(value);
