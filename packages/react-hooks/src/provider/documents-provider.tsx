"use client";
import type { Fetch, FlowClient, SourcesClient } from "@headwater/client";
import { type JSX, type ReactNode, useMemo, useState } from "react";
import { SharedContext } from "../shared/shared-context.ts";
import { createSharedThings } from "../shared/shared-things.ts";
import { createDocumentsAt, createDocumentsFrom } from "./documents.ts";
import { DocumentsContext } from "./documents-context.ts";
import { useLatest } from "./use-latest.ts";
import { useOnGone } from "./use-on-gone.ts";

/** The props of `DocumentsProvider`: where the proxy is mounted, or clients of your own. */
export type DocumentsProviderProps = { children?: ReactNode } & (
  | {
      /**
       * Where the proxy is mounted, such as `/api/documents`: a path of the page's origin, or an address. It is the
       * mount itself, whatever its last segment is. Flows are below it.
       */
      basePath: string;
      /** Used instead of the browser's `fetch`. Uploads then report their progress only at the end. */
      fetch?: Fetch | undefined;
      /** Headers that are sent with every request. */
      headers?: Record<string, string> | undefined;
      client?: undefined;
    }
  | {
      /** A client that the application made. It must keep its identity from render to render. */
      client: SourcesClient;
      /** Makes the client of a flow. The flow hooks need it. Called once for each name. */
      flowClient?: ((flowName: string) => FlowClient) | undefined;
      /** A client of the flows' root. `useFlows` needs it. */
      flowsRootClient?: FlowClient | undefined;
      basePath?: undefined;
    }
);

/**
 * Gives the hooks below it the place of the documents, and keeps their uploads and conversations while users visit other
 * pages of the application. Place it inside the application's `QueryClientProvider`, above all routes.
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
  // Compare by value: an object literal in the props is new on every render.
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
  const [shared] = useState(createSharedThings);
  useOnGone(shared.leave);
  return (
    <DocumentsContext.Provider value={documents}>
      <SharedContext.Provider value={shared}>{props.children}</SharedContext.Provider>
    </DocumentsContext.Provider>
  );
}
