import { builtinEnvironments, type Environment } from "vitest/runtime";

/**
 * What has to come from one hand. jsdom brings its own Blob, FormData, AbortSignal …, which Node's `fetch` does not take,
 * and no `fetch`; so the whole family stays Node's. `navigator` goes with it: the client looks there for how to upload.
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

/** jsdom's documents and events with Node's `fetch` and all that belongs to it. */
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
