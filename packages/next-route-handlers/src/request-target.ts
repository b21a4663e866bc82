/** Values of the dynamic segments of a route, decoded; the catch-all's is the array. */
export type RouteParams = Record<string, string | string[] | undefined>;

/** Second argument of a route handler in Next.js 15 and 16. */
export type RouteContext = { params: Promise<RouteParams> };

/**
 * The path below the mount point, still encoded as received. Undefined for a path with empty or too few segments: those
 * Next.js redirects or never routes here.
 *
 * The catch-all's segments are the last ones of the path. Counting from the end finds them wherever the file lies, below
 * other dynamic segments, rewrites, and Next.js' own `basePath`, which the address contains in the edge runtime only.
 */
export function pathOfCatchAll(pathname: string, params: RouteParams): string | undefined {
  const { length } = Object.values(params).find((value) => Array.isArray(value)) ?? [];
  const segments = withoutTrailingSlash(pathname).split("/").slice(1);
  if (segments.length < length || segments.includes("")) return undefined;
  return `/${segments.slice(segments.length - length).join("/")}`;
}

/** The same, below a mount point that is known. Undefined when the address lies elsewhere. */
export function pathBelow(basePath: string, pathname: string): string | undefined {
  const base = withoutTrailingSlash(basePath);
  return `${pathname}/`.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined;
}

const withoutTrailingSlash = (path: string) => (path.endsWith("/") ? path.slice(0, -1) : path);

/**
 * The query as the client sent it: in the edge runtime `next start` appends the route's parameters
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
