import { createPolicy, handleRequest, type Policy, type ProxyOptions } from "@headwater/proxy-core";
import type { NextRequest } from "next/server.js";
import { nextFetch } from "./next-fetch.ts";
import { pathBelow, pathOfCatchAll, queryOfClient, type RouteContext } from "./request-target.ts";

/** `token` and `authorize` get Next.js' own request; `cookies()` and `headers()` of `next/headers` work in them too. */
export type RouteHandlersOptions = ProxyOptions<NextRequest> & {
  /**
   * Path the handlers are mounted at, without Next.js' own `basePath`. Default: what precedes the catch-all segment.
   * Needed only where the handlers are called without the second argument that Next.js gives.
   */
  basePath?: string;
};

/** No operation: the policy answers 404, and tells it as it tells every request. */
const nowhere = "//";

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

export type RouteHandler = {
  /** Where `basePath` is given. */
  (request: NextRequest): Promise<Response>;
  // The last one is what the type check of Next.js 15 looks at; it accepts no optional second argument.
  (request: NextRequest, context: RouteContext): Promise<Response>;
};

/** The methods that a `route.ts` may export, each of them the same function. */
export type RouteHandlers = Record<Method, RouteHandler>;

/**
 * The handlers of one catch-all file, for Next.js 15 and 16, in the Node and the edge runtime. The options are checked at
 * the first request, not when the module is loaded: `next build` loads it without the environment it will run in.
 *
 * @example
 * // app/api/documents/[[...path]]/route.ts
 * export const { GET, POST, PATCH, DELETE } = createRouteHandlers({
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
    // The policy hands the callbacks the very request it was given.
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

/** Path and query below the mount point, as the client sent them. */
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
      : // Without Next.js' own `basePath`, in either runtime.
        pathBelow(basePath, request.nextUrl?.pathname ?? pathname);
  return path === undefined ? undefined : path + queryOfClient(search, params);
}
