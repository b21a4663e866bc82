/**
 * The platform's `fetch`, kept from a habit: Node keeps all of a streamed body for the case that it has to be sent again,
 * unless there is neither a window nor a redirect to be followed (Fetch standard, HTTP-network-or-cache fetch). A redirect
 * is no answer of the service anyway.
 */
export const platformFetch: typeof fetch = (input, init) =>
  init?.body instanceof ReadableStream
    ? fetch(input, { ...init, redirect: "error", window: null })
    : fetch(input, init);
