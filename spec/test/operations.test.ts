import { describe, expect, test } from "vitest";
import type { OperationId } from "../src/index.ts";
import { operations } from "../src/index.ts";
import { allOperations, operation } from "./documents.ts";

const contract = {
  getBuild: "GET /builds/{build_id}",
  ingestFile: "POST /ingest-file",
  ingestUrl: "POST /ingest-url",
  uploadUrlSource: "POST /upload-url-source",
  ingestGithub: "POST /ingest-github",
  ingestYoutube: "POST /ingest-youtube",
  reprocess: "POST /reprocess",
  listSources: "GET /",
  getElements: "GET /get-elements",
  deleteSource: "DELETE /delete",
  getPageScreenshot: "GET /{file_id}/pages/{page_number}/screenshot",
  askSources: "POST /ask-sources",
  prebuiltRag: "POST /prebuilt-rag",
  runExtraction: "POST /run-extraction",
  runFlow: "POST /",
  simulateFlow: "POST /simulate",
  getNodeResults: "POST /nodes/results",
  listDatasets: "GET /datasets",
  updateDataset: "PATCH /datasets/{node_id}",
  updateChunking: "PATCH /chunking/{node_id}",
  listSmartRag: "GET /smart-rag",
  listGraphRag: "GET /graph-rag",
} as const satisfies Partial<Record<OperationId, string>>;

const written = Object.entries(operations).map(([id, entry]) => ({ id: id as OperationId, ...entry }));

test("the contract's operations are exactly those that are no addition", () => {
  const own = written.filter(({ addition }) => !addition);
  expect(Object.fromEntries(own.map(({ id, method, path }) => [id, `${method} ${path}`]))).toEqual(contract);
});

test("the first fourteen are the sources surface, the other eight the flows surface", () => {
  const surfaces = Object.keys(contract).map((id) => operations[id as keyof typeof contract].surface);
  expect(surfaces).toEqual([...Array(14).fill("sources"), ...Array(8).fill("flows")]);
});

test("the table and the documents hold the same operations", () => {
  expect(written.map(({ id }) => id)).toEqual(allOperations.map((located) => located.operation.operationId));
});

test("no two operations share surface, method and path", () => {
  const addresses = written.map(({ surface, method, path }) => `${surface} ${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("only the health endpoints need no token", () => {
  expect(written.filter(({ auth }) => !auth).map(({ id }) => id)).toEqual(["getHealth", "getReadiness"]);
});

test("body kinds follow the documents", () => {
  expect(operations.ingestFile.body).toBe("multipart");
  expect(operations.deleteSource.body).toBe("json");
  expect(operations.getBuild.body).toBe("none");
});

describe.each(written.filter(({ auth }) => auth))("$id", ({ id, body }) => {
  const statuses = Object.keys(operation(id).operation.responses);

  test("documents success, refusal and failure", () => {
    expect(statuses).toEqual(expect.arrayContaining(["200", "401", "403", "500"]));
  });

  test("documents 400 where there is a body", () => {
    if (body !== "none") expect(statuses).toContain("400");
  });
});

test.each(["ingestFile", "uploadSource"])("%s documents 411 and 413", (id) => {
  expect(Object.keys(operation(id).operation.responses)).toEqual(expect.arrayContaining(["411", "413"]));
});

test("what starts a build says whether it adds a source or reads one again", () => {
  const starting = allOperations.filter(({ method, operation: { responses } }) => {
    const answer = JSON.stringify(responses["200"] ?? {});
    return method === "POST" && /schemas\/(UploadedSource|ScheduledBuild)"/.test(answer);
  });
  const silent = starting
    .map(({ operation: { operationId } }) => operationId as OperationId)
    .filter((id) => operations[id].work === "none");
  expect([starting.length, silent]).toEqual([10, []]);
});
