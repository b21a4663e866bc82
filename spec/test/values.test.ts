import { expect, expectTypeOf, test } from "vitest";
import type { AllowedExtension, BuildStatus, MethodInput } from "../src/index.ts";
import * as spec from "../src/index.ts";
import { operation, schema } from "./documents.ts";

const { limits } = spec;

test.each([
  ["sources", "ElementType", spec.elementTypes],
  ["sources", "Method", spec.methods],
  ["sources", "BuildStatus", spec.buildStatuses],
  ["sources", "SourceStatus", spec.sourceStatuses],
  ["sources", "FileSource", spec.fileSources],
  ["sources", "SourceSort", spec.sourceSorts],
  ["sources", "ThinkingLevel", spec.thinkingLevels],
  ["sources", "UsageLimitName", spec.usageLimitNames],
  ["sources", "EventType", spec.eventTypes],
  ["flows", "FlowStatus", spec.flowStatuses],
  ["flows", "ChunkingSplitter", spec.chunkingSplitters],
  ["flows", "SearchType", spec.searchTypes],
  ["flows", "GraphNodeType", spec.graphNodeTypes],
  ["flows", "FlowTemplate", spec.flowTemplates],
  ["flows", "EvaluationMeasure", spec.evaluationMeasures],
] as const)("%s: %s in the document's order", (surface, name, values) => {
  expect(values).toEqual(schema(surface, name).enum);
});

test("methods and aliases together are what a request may say", () => {
  expect([...spec.methods, ...Object.keys(spec.methodAliases)]).toEqual(
    schema("sources", "MethodInput").enum,
  );
  expectTypeOf<
    (typeof spec.methods)[number] | keyof typeof spec.methodAliases
  >().toEqualTypeOf<MethodInput>();
});

test("other element types do not repeat the contract's", () => {
  expect(
    spec.otherElementTypes.filter((type) => (spec.elementTypes as readonly string[]).includes(type)),
  ).toEqual([]);
});

test("extensions are those of the upload's description, in its order", () => {
  const description = (operation("ingestFile").operation as unknown as { description: string }).description;
  const listed = /extensions:\s([\s\S]*?)\.\s/.exec(description)?.[1] ?? "";
  const words = listed
    .split(/[\s,;]+/)
    .filter((word) => !/^(documents|presentations|spreadsheets|images|audio|video)$/.test(word));
  expect(words).toEqual(spec.allowedExtensions);
  expectTypeOf<"heic">().toExtend<AllowedExtension>();
  expectTypeOf<"exe">().not.toExtend<AllowedExtension>();
});

test("limits are those of the documents", () => {
  expect(schema("sources", "PageSize")).toMatchObject({
    minimum: limits.pageSize.min,
    maximum: limits.pageSize.max,
  });
  expect(schema("sources", "RetrievalRequest").properties).toMatchObject({
    query: { maxLength: limits.maxQuestionLength },
    top_k: { minimum: limits.topK.min, maximum: limits.topK.max, default: limits.topK.default },
  });
  expect(schema("flows", "SimulationRequest").properties?.page_size?.default).toBe(limits.pageSize.default);
  expect(schema("sources", "AskRequest").properties?.question?.maxLength).toBe(limits.maxQuestionLength);
  expect(schema("flows", "DeployRequest").properties?.tool_description?.maxLength).toBe(
    limits.maxToolDescription,
  );
  expect(schema("sources", "FileIds")).toMatchObject({ maxItems: limits.maxFileIds });
  expect(schema("sources", "Url")).toMatchObject({ maxLength: limits.maxUrlLength });
  for (const name of ["Tags", "TagFilter"])
    expect(schema("sources", name)).toMatchObject({
      maxItems: limits.maxTags,
      items: { maxLength: limits.maxTagLength },
    });
  expect(schema("sources", "NewToken").properties).toMatchObject({
    name: { maxLength: limits.maxTokenNameLength },
  });
});

test("flow names are DNS labels", () => {
  for (const name of ["a", "support-answers", "x".repeat(63)]) expect(name).toMatch(spec.flowNamePattern);
  for (const name of ["", "-a", "a-", "Support", "a.b", "x".repeat(64)]) {
    expect(name).not.toMatch(spec.flowNamePattern);
  }
});

test("names that stand on the flows root are reserved", () => {
  const first = Object.values(spec.operations)
    .filter(({ surface, path }) => surface === "flows-root" && path !== "/")
    .map(({ path }) => path.split("/")[1]);
  expect(spec.reservedFlowNames).toEqual(expect.arrayContaining(first));
  const description = String(schema("flows", "NewFlow").properties?.name?.description);
  for (const name of spec.reservedFlowNames) expect(description).toContain(`\`${name}\``);
});

test("listOf refuses a missing and a foreign member", () => {
  // @ts-expect-error "m" is missing
  spec.listOf<"s" | "m">()("s");
  // @ts-expect-error "l" is no member
  spec.listOf<"s" | "m">()("s", "m", "l");
  expectTypeOf(spec.listOf<"s" | "m">()("s", "m")).toEqualTypeOf<readonly ["s", "m"]>();
});

test("types say what the contract says", () => {
  expectTypeOf<spec.Build["status"]>().toEqualTypeOf<BuildStatus>();
  expectTypeOf<{ question: string }>().toExtend<spec.AskRequest>();
  expectTypeOf<{ url: string }>().toExtend<
    spec.SourcesPaths["/ingest-url"]["post"]["requestBody"]["content"]["application/json"]
  >();
  expectTypeOf<spec.FlowNodeConfig<"graph-rag">>().toEqualTypeOf<{
    topK?: number | null;
    entitiesBy?: "rules" | "model";
    maxModelCalls?: number;
  }>();
  expectTypeOf<spec.GraphNodeConfig<"question">>().toEqualTypeOf<{ question: string }>();
  expectTypeOf<spec.FlowGraphNode["type"]>().toEqualTypeOf<spec.GraphNodeType>();
  // What was read can be sent back.
  expectTypeOf<spec.FlowGraph>().toExtend<spec.NewFlowGraph>();
});
