import {
  createFlowClient,
  createSourcesClient,
  type Fetch,
  type FlowClient,
  flowUrl,
  type SourcesClient,
} from "@headwater/client";

/** The clients that all hooks below a provider use. */
export type Documents = {
  sources: SourcesClient;
  /** Returns the client of one flow: always the same client for the same name. */
  flow: (flowName: string) => FlowClient;
  /** Returns the client of the flows' root, which lists the flows. */
  flowsRoot: () => FlowClient;
};

export type PathOptions = {
  fetch?: Fetch | undefined;
  headers?: Record<string, string> | undefined;
};

/**
 * Makes the clients of a proxy that is mounted at a path of the page's origin. Their `baseUrl`, and so every query key,
 * is the path as given. It is equal on a server, which knows no origin, and in the browser.
 *
 * @param basePath such as `/api/documents`. An absolute address works too.
 * @throws {TypeError} for a relative path, which would differ from page to page.
 */
export function createDocumentsAt(basePath: string, options: PathOptions): Documents {
  if (!/^(?:\/|https?:)/.test(basePath))
    throw new TypeError(`DocumentsProvider: basePath must begin with "/", or be an address: ${basePath}`);
  const address = addressOf(basePath);
  const clientOptions = address ? options : { ...options, fetch: refuseOnServer(basePath), maxRetries: 0 };
  const base = basePath.replace(/\/+$/, "");
  const resolved = (address ?? `http://server.invalid${base}`).replace(/\/+$/, "");
  const flowClientAt = (path: string, url: string): FlowClient =>
    withBaseUrl(createFlowClient({ ...clientOptions, flowUrl: url }), path);

  return {
    sources: withBaseUrl(createSourcesClient({ ...clientOptions, baseUrl: resolved }), base),
    flow: remembered((name) => flowClientAt(flowUrlAt(base, name), flowUrlAt(resolved, name))),
    flowsRoot: onceOnly(() => flowClientAt(flowsRootUrl(base), flowsRootUrl(resolved))),
  };
}

/** Clients that the application made. */
export function createDocumentsFrom(
  client: SourcesClient,
  flowClient: ((flowName: string) => FlowClient) | undefined,
  flowsRootClient: FlowClient | undefined,
): Documents {
  return {
    sources: client,
    flow: remembered((name) => {
      if (flowClient) return flowClient(name);
      throw new TypeError("Flow hooks need DocumentsProvider's `flowClient` beside `client`.");
    }),
    flowsRoot() {
      if (flowsRootClient) return flowsRootClient;
      throw new TypeError("useFlows needs DocumentsProvider's `flowsRootClient` beside `client`.");
    },
  };
}

/**
 * Returns the same client with another address in the query keys. A server can load data with its own client, and the
 * hooks of the page, whose client uses the proxy, find that data.
 *
 * @example await queryClient.prefetchQuery(sourcesOptions(withBaseUrl(serviceClient, "/api/documents")));
 */
export const withBaseUrl = <Client extends { readonly baseUrl: string }>(
  client: Client,
  baseUrl: string,
): Client => ({ ...client, baseUrl: baseUrl.replace(/\/+$/, "") });

/**
 * Returns the absolute address of a path of this page. Undefined outside a page. `URL.canParse` is missing in React Native
 * and in browsers of 2023, and React Native parses a path without an origin.
 */
function addressOf(basePath: string): string | undefined {
  const { href } = (globalThis as { location?: { href?: string } }).location ?? {};
  if (href === undefined && basePath.startsWith("/")) return undefined;
  try {
    return new URL(basePath, href).href;
  } catch {
    return undefined;
  }
}

const refuseOnServer = (basePath: string): Fetch => {
  const message = `'${basePath}' has no origin on a server: prefetch with a client of the service (see withBaseUrl).`;
  return () => Promise.reject(new TypeError(message));
};

/** `flowUrl` removes a final `/sources` of a service. A mount path may have that name too, and must keep it. */
const flowUrlAt = (base: string, name: string) => flowUrl(name, { baseUrl: `${base}/sources` });

const flowsRootUrl = (base: string) => flowUrlAt(base, "root").replace(/\/root$/, "");

function remembered<Value>(make: (name: string) => Value): (name: string) => Value {
  const made = new Map<string, Value>();
  return (name) => {
    const value = made.get(name) ?? make(name);
    made.set(name, value);
    return value;
  };
}

const onceOnly = <Value>(make: () => Value): (() => Value) => {
  const only = remembered(make);
  return () => only("");
};
