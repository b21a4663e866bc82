import { builtinEnvironments, type Environment } from "vitest/runtime";

/**
 * These globals must come from one implementation. jsdom brings its own Blob, FormData, AbortSignal …, which Node's
 * `fetch` does not accept, and it has no `fetch`. So all of them stay Node's. `navigator` too: the client uses it to
 * decide how to upload.
 */
const nodes = [
  "AbortController",
  "AbortSignal",
  "Blob",
  "DOMException",
  "File",
  "FormData",
  "Headers",
  "ReadableStream",
  "Request",
  "Response",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "URLSearchParams",
  "fetch",
  "navigator",
] as const;

/** The documents and events of jsdom, with Node's `fetch` and everything that belongs to it. */
export default {
  ...builtinEnvironments.jsdom,
  name: "browser",
  async setup(global, options) {
    const kept = nodes.map((name) => [name, Object.getOwnPropertyDescriptor(global, name)] as const);
    const environment = await builtinEnvironments.jsdom.setup(global, options);
    for (const [name, descriptor] of kept) if (descriptor) Object.defineProperty(global, name, descriptor);
    return environment;
  },
} satisfies Environment;
