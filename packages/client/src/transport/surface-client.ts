import type { ClientOptions, Fetch } from "../client-options.ts";
import { startDeadline } from "./deadline.ts";
import { randomId } from "./random-id.ts";
import { readAnswer } from "./read-answer.ts";
import { type Repeat, repeatOf } from "./repeats.ts";
import { type RequestParts, requestOf } from "./request-of.ts";
import { isUncertain } from "./retry.ts";
import { send } from "./send.ts";
import type { CallResult, CallSettings, ParseAs, SurfaceCall } from "./surface-call.ts";

/** A typed client of one surface. Paths, parameters, bodies and answers have the types of its OpenAPI document. */
export type SurfaceClient<Paths extends object> = {
  GET: SurfaceCall<Paths, "get">;
  POST: SurfaceCall<Paths, "post">;
  PUT: SurfaceCall<Paths, "put">;
  PATCH: SurfaceCall<Paths, "patch">;
  DELETE: SurfaceCall<Paths, "delete">;
  /** Address of the surface, without a trailing slash. */
  readonly baseUrl: string;
  /** The `fetch` that the client was given. Undefined for the platform's `fetch`. */
  readonly fetch: Fetch | undefined;
};

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type Init = Omit<CallSettings, "headers"> & RequestParts & { parseAs?: ParseAs };

/** Makes a typed client of one surface, with authorization, deadlines and retries. `repeats` says what is retried. */
export function createSurfaceClient<Paths extends object>(
  baseUrl: string,
  options: ClientOptions,
): SurfaceClient<Paths> {
  const { href } = (globalThis as { location?: { href?: string } }).location ?? {};
  if (!isAddress(baseUrl, href)) throw new TypeError(`baseUrl is not an absolute URL: ${baseUrl}`);
  const base = baseUrl.replace(/\/+$/, "");

  async function call(method: string, path: string, init: Init = {}): Promise<CallResult<unknown>> {
    const { timeoutMs = options.timeoutMs ?? 120_000, maxRetries = options.maxRetries ?? 2 } = init;
    const { parseAs = "json", fetch: ofCall, ...parts } = init;
    const { signal, ended, end } = startDeadline(timeoutMs, init.signal);
    const repeat = repeatOf(method, path);
    const answer = async () => {
      // The address with and without a final slash is the same. Next.js redirects the one with a slash.
      const address = base + path.replace(/^\/$/, "");
      const request = requestOf(address, { ...parts, method, signal }, options.headers);
      if (repeat === "keyed" && !request.headers.has("idempotency-key"))
        request.headers.set("idempotency-key", randomId());
      const { result, mayBeRepeated } = await send(request, {
        fetch: ofCall ?? options.fetch ?? fetch,
        token: options.token,
        maxRetries,
        repeat,
        read: (response) => readAnswer(response, parseAs, end),
        signal,
        onDebug: options.onDebug,
      });
      const { status } = result.response;
      if (repeat === "unknown" && (status === 502 || status === 504) && isUncertain(result))
        return { ...result, outcomeUnknown: true };
      if (!mayBeRepeated || status !== repeatedStatus[repeat]) return result;
      // Rarely needed, so it is loaded only then.
      const { explainRepeat } = await import("./explain-repeat.ts");
      return explainRepeat(`${method} ${path}`, result, parts, () =>
        call("GET", path, { ...init, params: { path: parts.params?.path ?? {} }, body: undefined, signal }),
      );
    };
    let isStream = false;
    try {
      // A token function or a caller's `fetch` may not hear the signal.
      const result = await Promise.race([ended, answer()]);
      isStream = parseAs === "stream" && result.data !== undefined;
      return result as CallResult<unknown>;
    } finally {
      // The body of a stream ends later. Until then the caller's signal can still abort it.
      end(isStream);
    }
  }

  const calls = methods.map((method) => [method, (path: string, init?: Init) => call(method, path, init)]);
  return { ...Object.fromEntries(calls), baseUrl: base, fetch: options.fetch };
}

/** The refusal that may come from our own first request. */
const repeatedStatus: Partial<Record<Repeat, number>> = { gone: 404, replaced: 412 };

/** `URL.canParse` is missing in React Native. */
function isAddress(address: string, base: string | undefined): boolean {
  try {
    return new URL(address, base).href !== "";
  } catch {
    return false;
  }
}
