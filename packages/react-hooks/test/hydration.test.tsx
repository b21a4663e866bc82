// @vitest-environment node
import { createSourcesClient, type SourcesClient } from "@headwater/client";
import { dehydrate, HydrationBoundary, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import {
  buildOptions,
  DocumentsProvider,
  elementsOptions,
  retrieveOptions,
  sourcesOptions,
  useAsk,
  useBuild,
  useDocuments,
  useElements,
  useIngestFiles,
  useRetrieve,
  useSources,
  withBaseUrl,
} from "../src/index.ts";
import { example } from "../testing/example.ts";
import { routedFetch, scriptedFetch } from "../testing/scripted-fetch.ts";

const basePath = "/api/documents";

/** The client with which a server reaches the service. */
function service() {
  const fetch = routedFetch({
    "GET /sources": Response.json(example("listSources.200")),
    "GET /sources/builds/b1": Response.json(example("getBuild.200.processing")),
    "GET /sources/get-elements": Response.json(example("getElements.200")),
    "POST /sources/prebuilt-rag": Response.json(example("prebuiltRag.200")),
  });
  const client = createSourcesClient({ baseUrl: "http://127.0.0.1:4000/sources", token: "secret", fetch });
  return { client: withBaseUrl(client, basePath), fetch };
}

const request = { query: "warranty" };

function Page() {
  const { data: sources = [] } = useSources();
  const { data: build, phase } = useBuild("b1");
  const { elements } = useElements("f");
  const { data: found } = useRetrieve(request);
  const { uploads } = useIngestFiles();
  const { status } = useAsk();
  return (
    <p>
      {`${sources.length} sources, ${phase} ${build?.progress?.done ?? 0}, ${elements.length} elements, `}
      {`${found?.total ?? 0} chunks, ${uploads.length} uploads, ${status}`}
    </p>
  );
}

const App = ({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <DocumentsProvider basePath={basePath}>{children}</DocumentsProvider>
  </QueryClientProvider>
);

const text = (html: string) => html.replace(/<[^>]*>/g, "");

test("a page renders on a server without data, and asks nothing", () => {
  const html = renderToString(
    <App queryClient={new QueryClient()}>
      <Page />
    </App>,
  );
  expect(text(html)).toBe("0 sources, undefined 0, 0 elements, 0 chunks, 0 uploads, ready");
});

test("what a server loads with its own client is there in the page's first render", async () => {
  const { client, fetch } = service();
  const server = new QueryClient();
  await Promise.all([
    server.prefetchQuery(sourcesOptions(client)),
    server.prefetchQuery(buildOptions(client, "b1")),
    server.prefetchInfiniteQuery(elementsOptions(client, "f")),
    server.prefetchQuery(retrieveOptions(client, request)),
  ]);
  const state = JSON.parse(JSON.stringify(dehydrate(server)));
  const html = renderToString(
    <App queryClient={new QueryClient()}>
      <HydrationBoundary state={state}>
        <Page />
      </HydrationBoundary>
    </App>,
  );
  expect(text(html)).toBe("4 sources, waiting 12, 3 elements, 2 chunks, 0 uploads, ready");
  expect(JSON.stringify(state)).not.toContain("secret");
  expect(fetch.requests.map(({ headers }) => headers.get("authorization"))).toEqual(
    Array(4).fill("Bearer secret"),
  );
});

test("a server is not kept waiting for a build to settle", async () => {
  const fetch = scriptedFetch(Response.json(example("getBuild.200.processing")));
  const client = createSourcesClient({ baseUrl: "http://127.0.0.1:4000/sources", fetch });
  const server = new QueryClient();
  await server.prefetchQuery(buildOptions(client, "b1"));
  await server.fetchQuery({ ...buildOptions(client, "b1"), staleTime: 0 });
  expect(fetch.requests.map(({ headers }) => headers.get("prefer"))).toEqual([null, null]);
});

test("a server is not kept waiting by a service that is away", async () => {
  vi.useFakeTimers();
  const fetch = scriptedFetch(new TypeError("fetch failed"));
  const client = createSourcesClient({ baseUrl: "http://127.0.0.1:4000/sources", fetch });
  const loaded = vi.fn();
  void new QueryClient().prefetchQuery(buildOptions(client, "b1")).then(loaded);
  await vi.advanceTimersByTimeAsync(0);
  vi.useRealTimers();
  expect(loaded).toHaveBeenCalledOnce();
  expect(fetch.requests).toHaveLength(1);
});

function Reader({ onClient }: { onClient(client: SourcesClient): void }) {
  onClient(useDocuments().sources);
  return null;
}

test("loading through the page's path on a server says what to do instead", async () => {
  let client: SourcesClient | undefined;
  renderToString(
    <App queryClient={new QueryClient()}>
      <Reader
        onClient={(found) => {
          client = found;
        }}
      />
    </App>,
  );
  const loading = new QueryClient().fetchQuery(sourcesOptions(client as SourcesClient));
  await expect(loading).rejects.toThrow(/no origin on a server: prefetch with a client of the service/);
});
