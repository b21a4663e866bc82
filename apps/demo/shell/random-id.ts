/** An id that is unique in this page. `crypto.randomUUID` is missing on pages without HTTPS, other than this machine's. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
