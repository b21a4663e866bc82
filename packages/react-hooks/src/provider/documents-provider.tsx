"use client";
import type { Fetch, FlowClient, SourcesClient } from "@headwater/client";
import { type JSX, type ReactNode, useMemo } from "react";
import { createDocumentsAt, createDocumentsFrom } from "./documents.ts";
import { DocumentsContext } from "./documents-context.ts";
import { useLatest } from "./use-latest.ts";

export type DocumentsProviderProps = { children?: ReactNode } & (
  | {
      /**
       * Where the proxy is mounted, such as `/api/documents`: a path of the page's origin, or an address. It is the mount
       * itself, whatever it ends in; flows lie below it.
       */
      basePath: string;
      /** Used instead of the browser's `fetch`; uploads then report their progress at the end only. */
      fetch?: Fetch | undefined;
      /** Sent with every request. */
      headers?: Record<string, string> | undefined;
      client?: undefined;
    }
  | {
      /** A client of the application's own; it must keep its identity from render to render. */
      client: SourcesClient;
      /** Makes the client of a flow; needed by the flow hooks. Called once for each name. */
      flowClient?: ((flowName: string) => FlowClient) | undefined;
      /** A client of the flows' root; needed by `useFlows`. */
      flowsRootClient?: FlowClient | undefined;
      basePath?: undefined;
    }
);

/**
 * Tells the hooks below where the documents are. Stands inside the application's `QueryClientProvider`.
 *
 * @example <DocumentsProvider basePath="/api/documents">{children}</DocumentsProvider>
 */
export function DocumentsProvider(props: DocumentsProviderProps): JSX.Element {
  const { client, flowClient, flowsRootClient } = props.client
    ? props
    : { client: undefined, flowClient: undefined, flowsRootClient: undefined };
  const { basePath, fetch, headers } =
    props.basePath !== undefined ? props : { basePath: "", fetch: undefined, headers: undefined };
  const latest = useLatest({ fetch, flowClient });
  // By value: an object written in the props is a new one on every render.
  const headersText = JSON.stringify(headers);
  const ownFetch = fetch !== undefined;
  const ownFlows = flowClient !== undefined;
  const documents = useMemo(() => {
    if (client) {
      const makeFlow = (name: string) => (latest.current.flowClient as (name: string) => FlowClient)(name);
      return createDocumentsFrom(client, ownFlows ? makeFlow : undefined, flowsRootClient);
    }
    const send: Fetch = (request) => (latest.current.fetch ?? globalThis.fetch)(request);
    return createDocumentsAt(basePath, {
      fetch: ownFetch ? send : undefined,
      headers: headersText === undefined ? undefined : JSON.parse(headersText),
    });
  }, [client, flowsRootClient, ownFlows, basePath, ownFetch, headersText, latest]);
  return <DocumentsContext.Provider value={documents}>{props.children}</DocumentsContext.Provider>;
}
