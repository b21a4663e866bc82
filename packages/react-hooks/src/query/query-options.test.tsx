import type { Build, ElementPage, PageScreenshot, Source } from "@headwater/client";
import { QueryClient, useMutation } from "@tanstack/react-query";
import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { Component, type ReactNode, Suspense } from "react";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { example } from "../../testing/example.ts";
import { createWrapper, renderHookAt } from "../../testing/render.tsx";
import { routedFetch, type Step } from "../../testing/scripted-fetch.ts";
import { useBuild, useSuspenseBuild } from "../builds/use-build.ts";
import { useBuilds } from "../builds/use-builds.ts";
import { useElements, useSuspenseElements } from "../elements/use-elements.ts";
import { usePageScreenshot } from "../elements/use-page-screenshot.ts";
import { useCreateFlow } from "../flows/flow-changes.ts";
import { useFlowNodes } from "../flows/flow-hooks.ts";
import { useDocuments } from "../provider/use-documents.ts";
import { ingestUrlOptions, useIngestUrl } from "../sources/ingest-addresses.ts";
import { sourcesOptions } from "../sources/sources-options.ts";
import { useDeleteSource } from "../sources/use-delete-source.ts";
import { useSources, useSuspenseSources } from "../sources/use-sources.ts";

const sources = example<Source[]>("listSources.200");
const build = example<Build>("getBuild.200");
const elements = example<ElementPage>("getElements.200");
const picture = example<PageScreenshot>("getPageScreenshot.200");

const service = (routes: Record<string, Step> = {}) => {
  const fetch = routedFetch({
    "GET /": () => Response.json(sources),
    "GET /builds/b": () => Response.json({ ...build, build_id: "b" }),
    "GET /get-elements": () => Response.json(elements),
    "GET /f/pages/1/screenshot": () => Response.json(picture),
    ...routes,
  });
  return { fetch, place: { basePath: "/api/documents", fetch } };
};
const refused = () => Response.json({ detail: "Not today" }, { status: 403 });

describe("the options of TanStack Query", () => {
  test("enabled, select, staleTime and placeholderData", async () => {
    const { place, fetch } = service();
    const { result, rerender, queryClient } = renderHookAt(
      place,
      ({ enabled }: { enabled: boolean | undefined }) =>
        useSources(undefined, { enabled, select: (list) => list.length, staleTime: 60_000 }),
      { initialProps: { enabled: false as boolean | undefined } },
    );
    expect(result.current).toMatchObject({ fetchStatus: "idle", data: undefined });
    // An option that is undefined counts as not given.
    rerender({ enabled: undefined });
    await waitFor(() => expect(result.current.data).toBe(sources.length));
    expectTypeOf(result.current.data).toEqualTypeOf<number | undefined>();
    // What is loaded is shared with those who select something else.
    const again = renderHookAt(place, () => useSources(undefined, { staleTime: 60_000 }), { queryClient });
    expect(again.result.current.data).toEqual(sources);
    expect(fetch.requests).toHaveLength(1);
    const placeholder = renderHookAt(place, () => useSources({ fileIds: ["f"] }, { placeholderData: [] }));
    expect(placeholder.result.current).toMatchObject({ data: [], isPlaceholderData: true });
  });

  test("retry replaces what the hook would do", async () => {
    const { place, fetch } = service({ "GET /": refused });
    const { result } = renderHookAt(place, () => useSources(undefined, { retry: 2, retryDelay: 0 }));
    await waitFor(() => expect(result.current.isError).toBe(true));
    expect(fetch.requests).toHaveLength(3);
  });

  test("throwOnError brings an error to the boundary", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { place } = service({ "GET /": refused });
    render(
      <Boundary>
        <Throwing />
      </Boundary>,
      { wrapper: createWrapper(place) },
    );
    await screen.findByText("403 Not today");
    logged.mockRestore();
  });

  test("`enabled` cannot make a query load whose sources are not known", async () => {
    const { place, fetch } = service();
    const { result } = renderHookAt(place, () => useSources({ fileIds: undefined }, { enabled: true }));
    expect(result.current.fetchStatus).toBe("idle");
    expect(fetch.requests).toEqual([]);
  });

  test("select leaves the other fields of a hook as they are", async () => {
    const { place } = service();
    const { result } = renderHookAt(place, () => ({
      build: useBuild("b", { select: ({ file_name }) => file_name }),
      builds: useBuilds(["b"], { select: ({ build_id }) => build_id }),
      elements: useElements("f", {}, { select: ({ pages }) => pages.length }),
      picture: usePageScreenshot("f", 1, { select: ({ width }) => width }),
      raw: usePageScreenshot("f", 1),
    }));
    await waitFor(() =>
      expect(result.current.build).toMatchObject({ data: build.file_name, stopped: "ready" }),
    );
    await waitFor(() => expect(result.current.builds[0]).toMatchObject({ data: "b", phase: "ready" }));
    await waitFor(() => expect(result.current.elements).toMatchObject({ data: 1, elements: elements.items }));
    await waitFor(() => expect(result.current.picture).toMatchObject({ data: picture.width }));
    expect(result.current.picture.src).toBe(result.current.raw.src);
    expect(result.current.raw.data).toEqual(picture);
    expectTypeOf(result.current.picture.data).toEqualTypeOf<number | null | undefined>();
  });

  test("types of what is selected hold also where the data has a type of its own", () => {
    const names = () => useFlowNodes("support", "chunking", { select: (nodes) => nodes.map(({ id }) => id) });
    expectTypeOf<ReturnType<typeof names>["data"]>().toEqualTypeOf<string[] | undefined>();
  });
});

describe("forms that suspend", () => {
  test("show the fallback, then data that is there for certain", async () => {
    const { place } = service();
    render(
      <Suspense fallback="Loading">
        <Loaded />
      </Suspense>,
      { wrapper: createWrapper(place) },
    );
    expect(screen.getByText("Loading")).toBeDefined();
    await screen.findByText(`${sources.length} sources, ready, ${elements.items.length} elements`);
  });

  test("refuse what cannot be loaded", () => {
    // @ts-expect-error: there is nothing to suspend for
    () => useSuspenseBuild(undefined);
    // @ts-expect-error: neither here
    () => useSuspenseSources({ fileIds: undefined });
    // @ts-expect-error: it always loads
    () => useSuspenseSources({}, { enabled: false });
  });
});

function Loaded() {
  const { data } = useSuspenseSources();
  const { stopped } = useSuspenseBuild("b");
  const { elements } = useSuspenseElements("f");
  return `${data.length} sources, ${stopped}, ${elements.length} elements`;
}

function Throwing() {
  useSources(undefined, { throwOnError: true });
  return "none";
}

class Boundary extends Component<{ children: ReactNode }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render() {
    return this.state.error ? this.state.error.message : this.props.children;
  }
}

describe("mutations", () => {
  const scheduled = () => Response.json({ build_id: "b", success: true, error: null });

  test("take options; callbacks come after those of the hook", async () => {
    const { place, fetch } = service({ "POST /ingest-url": scheduled });
    const onSuccess = vi.fn();
    const onSettled = vi.fn();
    const { result, queryClient } = renderHookAt(place, () => ({
      sources: useSources(),
      ingestion: useIngestUrl({ onSuccess, onSettled, meta: { from: "test" }, retry: undefined }),
    }));
    await waitFor(() => expect(result.current.sources.isSuccess).toBe(true));
    await act(() => result.current.ingestion.mutateAsync({ url: "https://example.com/" }));
    expect([onSuccess.mock.calls.length, onSettled.mock.calls.length]).toEqual([1, 1]);
    expect(onSuccess.mock.calls[0]?.slice(0, 2)).toEqual([
      { build_id: "b", success: true, error: null },
      { url: "https://example.com/" },
    ]);
    // The hook's own callback has run, too: the list was loaded again.
    await waitFor(() => expect(fetch.requests.filter(({ method }) => method === "GET")).toHaveLength(2));
    expect(queryClient.getMutationCache().getAll()[0]?.options).toMatchObject({
      meta: { from: "test" },
      mutationKey: ["headwater", "/api/documents", "mutation", "ingest-url"],
    });
  });

  test("a deletion that fails is rolled back, and its own callback told", async () => {
    const { place } = service({ "DELETE /delete": refused });
    const onError = vi.fn();
    const { result } = renderHookAt(place, () => ({
      sources: useSources(),
      deletion: useDeleteSource({ onError }),
    }));
    await waitFor(() => expect(result.current.sources.isSuccess).toBe(true));
    act(() => result.current.deletion.mutate({ file_id: sources[0]?.file_id as string }));
    await waitFor(() => expect(onError).toHaveBeenCalledOnce());
    expect(result.current.sources.data).toEqual(sources);
  });

  test("their options work without the hook", async () => {
    const { place } = service({ "POST /ingest-url": scheduled });
    const queryClient = new QueryClient();
    const { result } = renderHookAt(
      place,
      () => useMutation(ingestUrlOptions(useDocuments().sources, queryClient)),
      { queryClient },
    );
    await act(() => result.current.mutateAsync({ url: "https://example.com/" }));
    await waitFor(() => expect(result.current.data?.build_id).toBe("b"));
  });

  test("hooks of mutations take no function of their own", () => {
    // @ts-expect-error: the hook decides it
    () => useCreateFlow({ mutationFn: async () => ({}) });
    // @ts-expect-error: the hook decides it
    () => useSources({}, { queryKey: ["mine"] });
    expect(renderHook(() => 1).result.current).toBe(1);
  });
});

test("every key can be read in the DevTools", async () => {
  const { place } = service();
  const { queryClient, result } = renderHookAt(place, () => [
    useSources({ fileIds: ["f"] }),
    useSources({ fileIds: undefined }),
    usePageScreenshot("f", 1),
  ]);
  await waitFor(() => expect(result.current[0]?.isSuccess).toBe(true));
  const shown = queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryHash }) => queryHash);
  expect(shown).toEqual([
    '["headwater","/api/documents","sources",{"fileIds":["f"]}]',
    '["headwater","/api/documents","sources",{"fileIds":"not known yet"}]',
    '["headwater","/api/documents","screenshot","f",{"maxWidth":"default","page":1}]',
  ]);
  expect(sourcesOptions({ baseUrl: "/api/documents" } as never).queryKey.join(" ")).toBe(
    "headwater /api/documents sources",
  );
});
