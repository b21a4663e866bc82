import { expect, test } from "vitest";
import { schema } from "./documents.ts";

/** Fields of the contract's resources and bodies, as it names them; `?` marks those that may be null. */
const sources: Record<string, string> = {
  Source: "status message file_id file_name file_size file_type file_source project_id project_name method?",
  Build:
    "build_id status success file_id? file_name? error? method? total_partitions? total_pages? created_at? updated_at? " +
    "message? elements? total_elements? page? page_size? total_pages_elements?",
  ScheduledBuild: "build_id success error?",
  Element:
    "element_id? element_type? text markdown? html? img_base64? position? page_number? bounding_box? page_layout? " +
    "page_annotation? page_keywords? page_topics? metadata",
  BoundingBox: "left top width height",
  PageLayout: "width height",
  ElementPage: "items total page? page_size? total_pages?",
  Citation: "index? file_id? file_name? page_number? section_number? element_id? text_preview? image_base64?",
  Chunk: "text file_id file_name page_number score metadata",
  RetrievalResult: "query chunks total",
  UploadedSource: "status message file_name file_size file_type file_source project_id project_name",
  DeletedSource: "status message file_id file_name project_id project_name",
  Answer: "answer structured_output raw_json? conversation_id citations? usage elapsed_s",
  ExtractionResult: "file_ids file_names structured_output? raw_json?",
  AskRequest:
    "question conversation_id reset file_ids file_names output_schema thinking_level include_citation_images " +
    "include_citation_markup",
  RetrievalRequest: "query file_ids file_names",
  ExtractionRequest: "file_ids file_names user_instruction output_schema thinking_level",
  FileUpload: "file method",
  OlderWebIngestion: "url crawlUrls",
  Reprocessing: "file_id method",
  Deletion: "file_id",
  ErrorBody: "detail",
};

const flows: Record<string, string> = {
  DatasetNode: "id type position style data",
  SmartRagNode: "id type position style data",
  GraphRagNode: "id type position style data",
  ChunkingNode: "id type position style data",
  DatasetConfig: "files",
  SmartRagConfig: "topK",
  GraphRagConfig: "topK?",
  ChunkingConfig:
    "embeddingModel chunkingSplitter chunkSize chunkOverlap chunkSeparator splitLevel elementsToRemove",
  DatasetResult: "updated total_documents total_chunks",
  ResultFlags: "updated processing waiting has_error updatedMetrics",
  RunRequest: "query page page_size",
  RunResult: "items total page page_size total_pages",
  SimulationRequest: "query page page_size",
  SimulationResult: "items total page page_size total_pages",
  NodeResultsRequest: "node_id page page_size",
  NodeResults: "success message items total page page_size total_pages",
  NodeUpdate: "success message node_id",
};

const nullable = (property: Record<string, unknown>): boolean =>
  [property.type].flat().includes("null") ||
  ((property.oneOf as { type?: string }[] | undefined) ?? []).some(({ type }) => type === "null");

const cases = Object.entries({ sources, flows }).flatMap(([surface, resources]) =>
  Object.entries(resources).map(([name, fields]) => [surface as "sources" | "flows", name, fields] as const),
);

test.each(cases)("%s: %s has the contract's fields", (surface, name, fields) => {
  const { properties = {} } = schema(surface, name);
  for (const field of fields.split(" ")) {
    const key = field.replace("?", "");
    const property = properties[key];
    expect(property, key).toBeDefined();
    if (property?.oneOf || property?.type) expect(nullable(property), key).toBe(field.endsWith("?"));
  }
});

test.each(cases)("%s: what %s has beyond the contract is marked as an addition", (surface, name, fields) => {
  const known = fields.replaceAll("?", "").split(" ");
  // `partition_method` is in the contract, nullable here; `file_name` carries its mark in a shared schema.
  const exempt = name === "UploadedSource" ? ["partition_method"] : ["file_name"];
  for (const [key, property] of Object.entries(schema(surface, name).properties ?? {})) {
    if (known.includes(key) || exempt.includes(key)) continue;
    expect(property["x-headwater-addition"], key).toBe(true);
  }
});

test("requests require what the contract requires", () => {
  const required = (name: string) => schema("sources", name).required;
  expect(required("AskRequest")).toEqual(["question"]);
  expect(required("RetrievalRequest")).toEqual(["query"]);
  expect(required("ExtractionRequest")).toEqual(["user_instruction", "output_schema"]);
  expect(required("FileUpload")).toEqual(["file"]);
  expect(required("WebIngestion")).toEqual(["url"]);
  expect(schema("flows", "ChunkingConfig").required).toEqual(["chunkingSplitter"]);
  // `file_name` may stand in for `file_id`: the server checks that one of the two is given.
  expect(required("Reprocessing")).toBeUndefined();
  expect(required("Deletion")).toBeUndefined();
});
