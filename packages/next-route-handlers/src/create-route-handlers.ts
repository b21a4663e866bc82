import { createPolicy, handleRequest, type Policy, type ProxyOptions } from "@headwater/proxy-core";
import type { NextRequest } from "next/server.js";
import { nextFetch } from "./next-fetch.ts";
import { pathBelow, pathOfCatchAll, queryOfClient, type RouteContext } from "./request-target.ts";

/**
 * `token` and `authorize` get the request of Next.js. They may also call `cookies()` and `headers()` of `next/headers`.
 */
export type RouteHandlersOptions = ProxyOptions<NextRequest> & {
  /**
   * Path where the handlers are mounted, without the `basePath` of Next.js. Default: the path before the catch-all
   * segment. You need this only when you call the handlers without the second argument that Next.js gives.
   */
  basePath?: string;
};

/** This target matches no operation: the policy answers 404 and reports it like every other request. */
const nowhere = "//";

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

export type RouteHandler = {
  /** Used when `basePath` is given. */
  (request: NextRequest): Promise<Response>;
  // Next.js 15 type-checks the last signature and accepts no optional second argument.
  (request: NextRequest, context: RouteContext): Promise<Response>;
};

/** The methods that a `route.ts` may export. All of them are the same function. */
export type RouteHandlers = Record<Method, RouteHandler>;

/**
 * Makes the handlers of one catch-all file, for Next.js 15 and 16 in the Node and the edge runtime. The options are
 * checked at the first request, not when the module is loaded: `next build` loads the module without the environment
 * variables of the server.
 *
 * @example
 * // app/api/documents/[[...path]]/route.ts
 * export const { GET, POST, PUT, PATCH, DELETE } = createRouteHandlers({
 *   baseUrl: process.env.HEADWATER_URL!,
 *   token: process.env.HEADWATER_TOKEN!,
 *   authorize: async () => (await auth()) !== null,
 * });
 */
export function createRouteHandlers({ basePath, ...options }: RouteHandlersOptions): RouteHandlers {
  if (basePath !== undefined && !/^\/[^?#\s]*$/.test(basePath))
    throw new TypeError('createRouteHandlers: basePath must be a path such as "/api/documents"');
  let policy: Policy<Request> | undefined;

  async function handle(request: NextRequest, context?: RouteContext): Promise<Response> {
    // The policy passes the same request object to the callbacks.
    policy ??= createPolicy({ fetch: nextFetch, ...(options as ProxyOptions<Request>) });
    const target = await targetOf(request, context, basePath);
    return handleRequest(policy, request, target ?? nowhere);
  }

  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: handle,
  };
}

/** Returns the path and query below the mount point, as the client sent them. */
async function targetOf(
  request: NextRequest,
  context: RouteContext | undefined,
  basePath: string | undefined,
): Promise<string | undefined> {
  if (basePath === undefined && !context?.params)
    throw new TypeError(
      "createRouteHandlers: a handler was called without Next.js' second argument, { params }. " +
        "Name its folder [[...path]], pass the argument on, or say where the handlers are mounted: basePath",
    );
  const params = (await context?.params) ?? {};
  const { pathname, search } = new URL(request.url);
  const path =
    basePath === undefined
      ? pathOfCatchAll(pathname, params)
      : // `nextUrl` leaves the `basePath` of Next.js out, in both runtimes.
        pathBelow(basePath, request.nextUrl?.pathname ?? pathname);
  return path === undefined ? undefined : path + queryOfClient(search, params);
}
