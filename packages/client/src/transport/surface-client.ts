import type { ClientOptions, Fetch } from "../client-options.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { startDeadline } from "./deadline.ts";
import { readAnswer } from "./read-answer.ts";
import { type RequestParts, requestOf } from "./request-of.ts";
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

/**
 * Makes a typed client of one surface, with authorization, deadlines and retries.
 *
 * @param repeatablePosts paths whose POST only reads. All methods other than POST are idempotent in this contract.
 */
export function createSurfaceClient<Paths extends object>(
  baseUrl: string,
  options: ClientOptions,
  repeatablePosts: readonly string[],
): SurfaceClient<Paths> {
  const { href } = (globalThis as { location?: { href?: string } }).location ?? {};
  if (!URL.canParse(baseUrl, href)) throw new TypeError(`baseUrl is no absolute URL: ${baseUrl}`);
  const base = baseUrl.replace(/\/+$/, "");

  async function call(method: string, path: string, init: Init = {}): Promise<CallResult<unknown>> {
    const { timeoutMs = options.timeoutMs ?? 120_000, maxRetries = options.maxRetries ?? 2 } = init;
    const { parseAs = "json", fetch: ofCall, ...parts } = init;
    const { signal, ended, end } = startDeadline(timeoutMs, init.signal);
    const answer = async () => {
      // The address with and without a final slash is the same. Next.js redirects the one with a slash.
      const address = base + path.replace(/^\/$/, "");
      const response = await send(requestOf(address, { ...parts, method, signal }, options.headers), {
        fetch: ofCall ?? options.fetch ?? fetch,
        token: options.token,
        maxRetries,
        repeatable: method !== "POST" || repeatablePosts.includes(path),
        onDebug: options.onDebug,
      });
      return readAnswer(response, parseAs).catch((cause) => {
        throw new ConnectionError(`${method} ${base}${path} gave an unreadable answer. Is baseUrl right?`, {
          cause,
        });
      });
    };
    try {
      // A token function or a caller's `fetch` may not hear the signal.
      return await Promise.race([ended, answer()]);
    } finally {
      end(parseAs === "stream");
    }
  }

  const calls = methods.map((method) => [method, (path: string, init?: Init) => call(method, path, init)]);
  return { ...Object.fromEntries(calls), baseUrl: base, fetch: options.fetch };
}
