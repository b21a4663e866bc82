import { proxyErrors } from "./errors.ts";
import { handleRequest } from "./forward/handle-request.ts";
import { toResponse } from "./forward/to-response.ts";
import type { ProxyOptions } from "./options/proxy-options.ts";
import { createPolicy } from "./policy.ts";

export type ProxyHandlerOptions = ProxyOptions<Request> & {
  /** Path where the handler is mounted, such as `/api/documents`. Default: the root. */
  basePath?: string;
};

/**
 * The proxy as a function from Request to Response. It fits Hono, Remix, Bun, Deno and every other framework with these
 * types.
 *
 * @example
 * const documents = createProxyHandler({
 *   basePath: "/api/documents",
 *   baseUrl: "http://127.0.0.1:4000/sources",
 *   token: process.env.HEADWATER_TOKEN,
 *   authorize: async (request) => (await userOf(request)) !== undefined,
 * });
 * app.all("/api/documents/*", (context) => documents(context.req.raw));
 * @throws {TypeError} for invalid options; the message names each of them.
 */
export function createProxyHandler({
  basePath = "",
  ...options
}: ProxyHandlerOptions): (request: Request) => Promise<Response> {
  if (typeof basePath !== "string" || !/^(?:\/|(?:\/[^/?#\s]+)+\/?)?$/.test(basePath))
    throw new TypeError(
      'Invalid options of the documents proxy: basePath must be a path such as "/api/documents"',
    );
  const policy = createPolicy(options);
  const base = basePath.replace(/\/$/, "");
  return async (request) => {
    const target = targetBelow(base, request.url);
    if (target === undefined) return toResponse(proxyErrors.notFound());
    return handleRequest(policy, request, target);
  };
}

/** Path and query below the base path. Undefined when the address is not below it. */
export function targetBelow(base: string, url: string): string | undefined {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const fragment = url.indexOf("#");
  const path = start === -1 ? "/" : url.slice(start, fragment === -1 ? undefined : fragment);
  if (!path.startsWith(base)) return undefined;
  const below = path.slice(base.length);
  return below === "" || below[0] === "/" || below[0] === "?" ? below : undefined;
}
