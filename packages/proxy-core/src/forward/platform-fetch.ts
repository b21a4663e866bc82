/**
 * The platform's `fetch`, without its copy of streamed bodies. Node keeps every byte of a streamed body in case it must
 * send it again. It does not when redirects are refused and there is no window (Fetch standard, HTTP-network-or-cache
 * fetch). The service never redirects, so nothing is lost. Cloudflare Workers keep no copy and do not know these
 * options.
 */
export const platformFetch: typeof fetch = (input, init) =>
  init?.body instanceof ReadableStream && refusesRedirects()
    ? fetch(input, { ...init, redirect: "error", window: null })
    : fetch(input, init);

function refusesRedirects(): boolean {
  try {
    return new Request("http://localhost", { redirect: "error" }).redirect === "error";
  } catch {
    return false;
  }
}
