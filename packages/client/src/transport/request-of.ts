import type { CallHeaders } from "./surface-call.ts";

/** What a call says, before its types are checked away. */
export type RequestParts = Omit<RequestInit, "headers" | "body"> & {
  params?:
    | { path?: Record<string, string>; query?: Record<string, unknown>; header?: Record<string, string> }
    | undefined;
  headers?: CallHeaders | undefined;
  body?: unknown;
};

/**
 * Makes the request of a call: fills the path, repeats the name of a list in the query, and leaves out what is undefined
 * or null.
 */
export function requestOf(
  address: string,
  { params, headers, body, ...init }: RequestParts,
  ofClient: CallHeaders | undefined,
): Request {
  const path = address.replace(/{(\w+)}/g, (given, name) =>
    encodeURIComponent(params?.path?.[name] ?? given),
  );
  const query = Object.entries(params?.query ?? {}).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((each) => each != null)
      .map((each) => `${name}=${encodeURIComponent(each as string)}`),
  );
  const request = new Request(path + (query[0] ? `?${query.join("&")}` : ""), {
    ...init,
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  if (body !== undefined && !(body instanceof FormData))
    request.headers.set("content-type", "application/json");
  for (const given of [ofClient, headers, params?.header])
    for (const [name, value] of given instanceof Headers ? given : Object.entries(given ?? {}))
      if (value === null) request.headers.delete(name);
      else if (value !== undefined) request.headers.set(name, value);
  return request;
}
