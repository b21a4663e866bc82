import type {
  Build,
  BuildPhase,
  Element,
  ElementPage,
  PageScreenshot,
  Readiness,
  RetrievalResult,
  ScheduledBuild,
  Source,
} from "@headwater/client";
import {
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  usePrefetchQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import {
  type BuildStop,
  type BuildWatch,
  buildOptions,
  type Documents,
  DocumentsProvider,
  elementsOptions,
  nodeResultsOptions,
  pageScreenshotOptions,
  retrieveOptions,
  sourcesOptions,
  type Upload,
  useBuild,
  useBuilds,
  useDatasets,
  useElements,
  useExtract,
  useIngestFile,
  useIngestFiles,
  useIngestUrl,
  type usePageScreenshot,
  type useReadiness,
  useReprocess,
  useRetrieve,
  useRunFlow,
  type useSources,
  useUpdateChunking,
} from "./index.ts";

declare const documents: Documents;
const client = documents.sources;

test("results are those of TanStack Query, with the types of the wire", () => {
  expectTypeOf<ReturnType<typeof useSources>>().toEqualTypeOf<UseQueryResult<Source[]>>();
  expectTypeOf<ReturnType<typeof useReadiness>>().toEqualTypeOf<UseQueryResult<Readiness>>();
  expectTypeOf<ReturnType<typeof useRetrieve>>().toEqualTypeOf<UseQueryResult<RetrievalResult>>();
  expectTypeOf<ReturnType<typeof usePageScreenshot>>().toExtend<UseQueryResult<PageScreenshot>>();
  expectTypeOf(useIngestUrl).returns.toExtend<UseMutationResult<ScheduledBuild, Error, { url: string }>>();
  expectTypeOf(useReprocess).returns.toExtend<
    UseMutationResult<ScheduledBuild, Error, { file_id: string }>
  >();
});

test("what an application has not got yet may be undefined", () => {
  useRetrieve({ query: "?", file_ids: undefined, top_k: undefined });
  useReprocess().mutate({ file_id: "f", method: undefined });
  useIngestUrl().mutate({ url: "https://example.com/", crawlUrls: undefined, method: undefined });
  useIngestUrl().mutate({
    url: "https://example.com/",
    crawlUrls: true,
    crawl: { max_pages: 20, scope: "below" },
  });
  // @ts-expect-error: a crawl has no such extent
  useIngestUrl().mutate({ url: "https://example.com/", crawlUrls: true, crawl: { scope: "web" } });
  // @ts-expect-error a query is needed
  useRetrieve({ query: undefined });
});

test("a build's result", () => {
  const result = useBuild("b");
  expectTypeOf(result.data).toEqualTypeOf<Build | undefined>();
  expectTypeOf(result.phase).toEqualTypeOf<BuildPhase | undefined>();
  expectTypeOf(result.stopped).toEqualTypeOf<BuildStop | undefined>();
  expectTypeOf(useBuilds(["b"])).items.toEqualTypeOf<typeof result>();
  // The usual narrowing holds.
  if (result.isSuccess) expectTypeOf(result.data).toEqualTypeOf<Build>();
});

test("elements and uploads", () => {
  const { elements, total, data } = useElements("f", { type: "Table", pageSize: 20 });
  expectTypeOf(elements).toEqualTypeOf<Element[]>();
  expectTypeOf(total).toEqualTypeOf<number | undefined>();
  expectTypeOf(data?.pages).toEqualTypeOf<ElementPage[] | undefined>();
  expectTypeOf(useIngestFiles().uploads).toEqualTypeOf<readonly Upload[]>();
  expectTypeOf(useIngestFile().upload).toEqualTypeOf<Upload | undefined>();
  useElements("f", { type: undefined, page_numbers: undefined, pageSize: undefined });
  // @ts-expect-error no such element filter
  useElements("f", { types: ["Table"] });
  // @ts-expect-error no such method
  useIngestFiles({ method: "best" });
});

test("extraction is typed by its schema", () => {
  const schema = z.object({ total: z.string().transform(Number) });
  expectTypeOf(useExtract({ schema }).data?.structured_output).toEqualTypeOf<{ total: number } | undefined>();
  expectTypeOf(useExtract().data?.structured_output).toEqualTypeOf<
    Record<string, unknown> | null | undefined
  >();
});

test("keys carry the type of what they lead to", () => {
  const queryClient = new QueryClient();
  expectTypeOf(queryClient.getQueryData(sourcesOptions(client).queryKey)).toEqualTypeOf<
    Source[] | undefined
  >();
  expectTypeOf(queryClient.getQueryData(buildOptions(client, "b").queryKey)).toEqualTypeOf<
    BuildWatch | undefined
  >();
  const elements = queryClient.getQueryData(elementsOptions(client, "f").queryKey);
  expectTypeOf(elements?.pages).toExtend<ElementPage[] | undefined>();
});

test("flows", () => {
  expectTypeOf(useRunFlow("support").mutate).parameter(0).toExtend<{ query?: string }>();
  expectTypeOf(useDatasets("support").data?.[0]?.data.config.files).toEqualTypeOf<string[] | undefined>();
  // @ts-expect-error no such splitter
  useUpdateChunking("support").mutate({ node_id: "chunking-1", config: { chunkingSplitter: "page" } });
});

test("a provider takes a path or a client, not both", () => {
  DocumentsProvider({ basePath: "/api/documents" });
  DocumentsProvider({ client, flowClient: documents.flow });
  // @ts-expect-error both
  DocumentsProvider({ basePath: "/api/documents", client });
  // @ts-expect-error neither
  DocumentsProvider({});
});

test("options that have all they need fit hooks that suspend and prefetch", () => {
  expectTypeOf(useSuspenseQuery(buildOptions(client, "b")).data).toEqualTypeOf<BuildWatch>();
  expectTypeOf(useSuspenseQuery(pageScreenshotOptions(client, "f", 1)).data).toEqualTypeOf<PageScreenshot>();
  expectTypeOf(useSuspenseQuery(retrieveOptions(client, { query: "?" })).data).toExtend<RetrievalResult>();
  expectTypeOf(useSuspenseInfiniteQuery(elementsOptions(client, "f")).data.pages).toExtend<ElementPage[]>();
  useSuspenseQuery(nodeResultsOptions(documents.flow("support"), { node_id: "n" }));
  usePrefetchQuery(pageScreenshotOptions(client, "f", 2));
  // @ts-expect-error without a build there is nothing to suspend for
  useSuspenseQuery(buildOptions(client, undefined));
});
