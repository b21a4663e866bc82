/** Values of a route's dynamic segments, decoded. The value of the catch-all segment is an array. */
export type RouteParams = Record<string, string | string[] | undefined>;

/** The second argument of a route handler in Next.js 15 and 16. */
export type RouteContext = { params: Promise<RouteParams> };

/**
 * Returns the path below the mount point, still encoded as received. Undefined for a path with empty or too few
 * segments: Next.js redirects such a path or does not route it here.
 *
 * The segments of the catch-all are the last ones of the path. Counting from the end finds them wherever the file is:
 * below other dynamic segments, after rewrites, and below the `basePath` of Next.js, which is part of the address in
 * the edge runtime only.
 */
export function pathOfCatchAll(pathname: string, params: RouteParams): string | undefined {
  const { length } = Object.values(params).find((value) => Array.isArray(value)) ?? [];
  const segments = withoutTrailingSlash(pathname).split("/").slice(1);
  if (segments.length < length || segments.includes("")) return undefined;
  return `/${segments.slice(segments.length - length).join("/")}`;
}

/** Returns the same below a known mount point. Undefined when the address is not below it. */
export function pathBelow(basePath: string, pathname: string): string | undefined {
  const base = withoutTrailingSlash(basePath);
  return `${pathname}/`.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined;
}

const withoutTrailingSlash = (path: string) => (path.endsWith("/") ? path.slice(0, -1) : path);

/**
 * Returns the query as the client sent it: in the edge runtime, `next start` appends the route's parameters
 * (`?page=1&path=builds&path=b1`).
 */
export function queryOfClient(search: string, params: RouteParams): string {
  const appended = new URLSearchParams(
    Object.entries(params).flatMap(([name, value = []]) => [value].flat().map((each) => [name, each])),
  ).toString();
  const start = search.length - appended.length;
  const isAppended = appended !== "" && search.endsWith(appended) && /[?&]/.test(search[start - 1] ?? "");
  return isAppended ? search.slice(0, start - 1) : search;
}
