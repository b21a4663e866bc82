import { createFlowClient, createSourcesClient } from "@headwater/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderHookAt } from "../../testing/render.tsx";
import { scriptedFetch } from "../../testing/scripted-fetch.ts";
import { documentsKeys } from "../query-keys.ts";
import { useReadiness } from "../readiness/use-readiness.ts";
import { useSources } from "../sources/use-sources.ts";
import { type Documents, withBaseUrl } from "./documents.ts";
import { DocumentsProvider } from "./documents-provider.tsx";
import { useDocuments } from "./use-documents.ts";

test("a path is one of the page's origin, while keys hold the path as given", async () => {
  const fetch = scriptedFetch(Response.json([]));
  const { result, queryClient } = renderHookAt({ basePath: "/api/documents/", fetch }, () => useSources());
  await waitFor(() => expect(result.current.data).toEqual([]));
  expect(fetch.requests[0]?.url).toBe("http://localhost:3000/api/documents");
  expect(queryClient.getQueryData(documentsKeys.sources({ baseUrl: "/api/documents" }))).toEqual([]);
});

test("neither React Native nor browsers of 2023 have URL.canParse", async () => {
  class OlderUrl extends URL {}
  Object.assign(OlderUrl, { canParse: undefined });
  vi.stubGlobal("URL", OlderUrl);
  const fetch = scriptedFetch(Response.json([]), Response.json([]));
  for (const basePath of ["/api/documents", "https://app.test/api/documents"]) {
    const { result } = renderHookAt({ basePath, fetch }, () => useSources());
    await waitFor(() => expect(result.current.data).toEqual([]));
  }
  vi.unstubAllGlobals();
  expect(fetch.requests.map(({ url }) => url)).toEqual([
    "http://localhost:3000/api/documents",
    "https://app.test/api/documents",
  ]);
});

test("a path that would be another one on every page is refused", () => {
  const render = () => renderHookAt({ basePath: "api/documents" }, () => useDocuments());
  const { error } = console;
  console.error = () => {};
  expect(render).toThrow('basePath must begin with "/", or be an address: api/documents');
  console.error = error;
});

test("a page that answers in place of the service is not shown as its readiness", async () => {
  const page = () =>
    new Response("<!DOCTYPE html>", { status: 404, headers: { "content-type": "text/html" } });
  const { result } = renderHookAt({ basePath: "/api/docs", fetch: scriptedFetch(page()) }, () =>
    useReadiness(),
  );
  await waitFor(() => expect(result.current.error?.message).toContain("does not say what it can do"));
});

test("flows are below the same path", async () => {
  const fetch = scriptedFetch(Response.json([]));
  const { result } = renderHookAt({ basePath: "/api/documents", fetch }, () => useDocuments());
  const flow = result.current.flow("support");
  await flow.GET("/datasets");
  await result.current.flowsRoot().GET("/");
  expect(fetch.requests.map(({ url }) => url)).toEqual([
    "http://localhost:3000/api/documents/flows/support/datasets",
    "http://localhost:3000/api/documents/flows",
  ]);
  expect(flow.baseUrl).toBe("/api/documents/flows/support");
  expect(result.current.flow("support")).toBe(flow);
});

test.each(["/api/sources", "/api/sources/"])(
  "flows are below a mount path that ends in /sources: %s",
  async (basePath) => {
    const fetch = scriptedFetch(Response.json([]));
    const { result } = renderHookAt({ basePath, fetch }, () => useDocuments());
    const flow = result.current.flow("support");
    await flow.GET("/datasets");
    await result.current.flowsRoot().GET("/");
    expect(fetch.requests.map(({ url }) => url)).toEqual([
      "http://localhost:3000/api/sources/flows/support/datasets",
      "http://localhost:3000/api/sources/flows",
    ]);
    expect(flow.baseUrl).toBe("/api/sources/flows/support");
  },
);

test("what a server files under the path is found, with or without a slash at its end", () => {
  const service = createSourcesClient({ baseUrl: "http://documents.test/sources" });
  for (const basePath of ["/api/documents", "/api/documents/"]) {
    const { result } = renderHookAt({ basePath }, () => documentsKeys.sources(useDocuments().sources));
    expect(result.current).toEqual(documentsKeys.sources(withBaseUrl(service, "/api/documents/")));
  }
});

test("a name that could lead elsewhere is no flow", () => {
  const { result } = renderHookAt({ basePath: "/api/documents" }, () => useDocuments());
  expect(() => result.current.flow("../delete")).toThrow(TypeError);
});

function Watcher({ onRender }: { onRender: (documents: Documents) => void }) {
  onRender(useDocuments());
  useSources();
  return null;
}

test("headers go with every request, in their latest form; fetch is the latest too", async () => {
  const [first, second] = [scriptedFetch(Response.json([])), scriptedFetch(Response.json([]))];
  const queryClient = new QueryClient();
  const seen = new Set<Documents>();
  const page = (fetch: typeof first, tenant: string) => (
    <QueryClientProvider client={queryClient}>
      <DocumentsProvider basePath="/api/documents" fetch={fetch} headers={{ "x-tenant": tenant }}>
        <Watcher onRender={(documents) => seen.add(documents)} />
      </DocumentsProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(page(first, "a"));
  await waitFor(() => expect(first.requests).toHaveLength(1));
  rerender(page(second, "a"));
  await queryClient.refetchQueries();
  expect(second.requests[0]?.headers.get("x-tenant")).toBe("a");
  // An object literal in the props is new on every render. That alone must not make new clients.
  expect(seen.size).toBe(1);
  rerender(page(second, "b"));
  await queryClient.refetchQueries();
  expect(second.requests.at(-1)?.headers.get("x-tenant")).toBe("b");
  expect(first.requests).toHaveLength(1);
});

test("an application may bring its own clients", async () => {
  const fetch = scriptedFetch(Response.json([]));
  const client = createSourcesClient({ baseUrl: "http://documents.test/sources", fetch });
  const flowClient = (name: string) => createFlowClient({ flowUrl: `http://${name}.flows.test`, fetch });
  const { result } = renderHookAt({ client, flowClient }, () => useDocuments());
  expect(result.current.sources).toBe(client);
  expect(result.current.flow("a").baseUrl).toBe("http://a.flows.test");
  expect(() => result.current.flowsRoot()).toThrow(/flowsRootClient/);
});

test("flow hooks say what is missing beside a client", () => {
  const client = createSourcesClient({ baseUrl: "http://documents.test/sources" });
  const { result } = renderHookAt({ client }, () => useDocuments());
  expect(() => result.current.flow("a")).toThrow(/`flowClient`/);
});

test("a hook without a provider says what to wrap", () => {
  const silenced = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => renderHook(() => useDocuments())).toThrow(/<DocumentsProvider basePath=/);
  silenced.mockRestore();
});
