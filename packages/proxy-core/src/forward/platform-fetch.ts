/**
 * The platform's `fetch`, kept from a habit: Node keeps all of a streamed body for the case that it has to be sent again,
 * unless there is neither a window nor a redirect to be followed (Fetch standard, HTTP-network-or-cache fetch). A redirect
 * is no answer of the service anyway. Workers of Cloudflare do not keep it, and know no such mode.
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
