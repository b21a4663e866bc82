/**
 * The platform's `fetch`, without its copy of what is sent. Node keeps every byte of a body in case it must send it
 * again. It does not when redirects are refused and there is no window (Fetch standard, HTTP-network-or-cache fetch). A
 * redirect then is a response without content, as the service never redirects. Cloudflare Workers keep no copy and do
 * not know these options.
 */
export const platformFetch: typeof fetch = (input, init) =>
  init?.body && refusesRedirects
    ? fetch(input, { ...init, redirect: "error", window: null }).catch(shownRedirect)
    : fetch(input, init);

const refusesRedirects = ((): boolean => {
  try {
    return new Request("http://localhost", { redirect: "error" }).redirect === "error";
  } catch {
    return false;
  }
})();

/** So the policy can say that something else than the service has answered. Which redirect it was is not known. */
function shownRedirect(error: unknown): Response {
  const { cause } = error as Error;
  if (cause instanceof Error && cause.message === "unexpected redirect")
    return new Response(null, { status: 307 });
  throw error;
}
