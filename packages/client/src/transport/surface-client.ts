import createClient, { type Client } from "openapi-fetch";
import type { CallOptions, ClientOptions, Fetch } from "../client-options.ts";
import { ClientError } from "../errors/client-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { startDeadline } from "./deadline.ts";
import { send } from "./send.ts";

/** The client of openapi-fetch. Every call also takes `timeoutMs` and `maxRetries`. */
export type SurfaceClient<Paths extends object> = Client<Paths, "application/json"> & {
  /** Address of the surface, without a trailing slash. */
  readonly baseUrl: string;
  /** The `fetch` that the client was given. Undefined for the platform's `fetch`. */
  readonly fetch: Fetch | undefined;
};

type Init = CallOptions & { fetch?: Fetch; parseAs?: string };
type AnyCall = (method: string, path: string, init: unknown) => Promise<unknown>;

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
  const client = createClient<Paths>({ baseUrl: base, headers: options.headers ?? {} });
  const requestOnce = client.request as AnyCall;

  async function request(method: string, path: string, init: Init = {}): Promise<unknown> {
    const { timeoutMs = options.timeoutMs ?? 120_000, maxRetries = options.maxRetries ?? 2 } = init;
    const deadline = startDeadline(timeoutMs, init.signal);
    let answered: Response | undefined;
    const fetchWithRetries: Fetch = async (request) => {
      answered = await send(request, {
        fetch: init.fetch ?? options.fetch ?? fetch,
        token: options.token,
        maxRetries,
        repeatable: !/post/i.test(method) || repeatablePosts.includes(path),
        onDebug: options.onDebug,
      });
      return answered;
    };
    try {
      // The address with and without a final slash is the same. Next.js redirects the one with a slash.
      return await requestOnce(method, path.replace(/^\/$/, ""), {
        ...init,
        fetch: fetchWithRetries,
        signal: deadline.signal,
      });
    } catch (cause) {
      deadline.signal.throwIfAborted();
      // Without an answer, `send` has already thrown the right error.
      if (!answered || cause instanceof ClientError) throw cause;
      throw new ConnectionError(`${method} ${base}${path} gave an unreadable answer. Is baseUrl right?`, {
        cause,
      });
    } finally {
      deadline.end(init.parseAs === "stream");
    }
  }

  const calls: Record<string, unknown> = { request };
  for (const name of Object.keys(client))
    if (name === name.toUpperCase()) calls[name] = (path: string, init?: Init) => request(name, path, init);
  return { ...client, ...calls, baseUrl: base, fetch: options.fetch };
}
