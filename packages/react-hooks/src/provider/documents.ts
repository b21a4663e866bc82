import {
  createFlowClient,
  createSourcesClient,
  type Fetch,
  type FlowClient,
  flowUrl,
  type SourcesClient,
} from "@headwater/client";

/** The clients all hooks below a provider call. */
export type Documents = {
  sources: SourcesClient;
  /** The client of one flow; the same one for the same name. */
  flow(flowName: string): FlowClient;
  /** The client of the root above the flows, which lists them. */
  flowsRoot(): FlowClient;
};

export type PathOptions = {
  fetch?: Fetch | undefined;
  headers?: Record<string, string> | undefined;
};

/**
 * Clients of a proxy mounted at a path of the page's origin. Their `baseUrl`, and with it every query key, stays the path
 * as given: the same on a server, which knows no origin, as in the browser.
 *
 * @param basePath such as `/api/documents`; an absolute address is taken too.
 * @throws {TypeError} for a path that would be another one on every page.
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

/** Clients the application made itself. */
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
 * The same client under another address in the query keys: what a server loads with its own client is then found by the
 * hooks of the page, whose client goes through the proxy.
 *
 * @example await queryClient.prefetchQuery(sourcesOptions(withBaseUrl(serviceClient, "/api/documents")));
 */
export const withBaseUrl = <Client extends { readonly baseUrl: string }>(
  client: Client,
  baseUrl: string,
): Client => ({ ...client, baseUrl: baseUrl.replace(/\/+$/, "") });

/** The absolute address of a path of this page; undefined where there is no page. */
function addressOf(basePath: string): string | undefined {
  const { href } = (globalThis as { location?: { href?: string } }).location ?? {};
  return URL.canParse(basePath, href) ? new URL(basePath, href).href : undefined;
}

const refuseOnServer = (basePath: string): Fetch => {
  const message = `'${basePath}' has no origin on a server: prefetch with a client of the service (see withBaseUrl).`;
  return () => Promise.reject(new TypeError(message));
};

/** `flowUrl` takes the `/sources` of a service off the end; a mount path may be named so itself, and keeps its name. */
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
