import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { createRequestReaders } from "../src/compose/spec.ts";
import { createApp } from "../src/http/app.ts";
import type { Rooms } from "../src/http/rooms.ts";
import { createRunOperation } from "../src/http/run-operation.ts";
import { sourcesRoutes } from "../src/http/sources/index.ts";
import { neverRevoked } from "../testing/never-revoked.ts";
import { type SharedService, sharedService } from "../testing/shared-service.ts";

/** Each row of the contract's message table that concerns sources. */
describe("the contract's messages", () => {
  let server: SharedService;
  beforeAll(async () => {
    server = await sharedService();
  });

  it.each([
    ["get-elements without file_id", "GET", "/get-elements", undefined, 400, "file_id is required"],
    ["get-elements unknown file", "GET", "/get-elements?file_id=x", undefined, 404, "File not found"],
    ["delete unknown source", "DELETE", "/delete", { file_id: "x" }, 404, "Source not found"],
    ["reprocess unknown source", "POST", "/reprocess", { file_id: "x" }, 404, "Source node not found"],
    ["delete without file_id", "DELETE", "/delete", {}, 400, "Invalid input: file_id is required"],
    [
      "upload-url-source without url",
      "POST",
      "/upload-url-source",
      {},
      400,
      "Invalid input: URL is required",
    ],
  ])("%s", async (_case, method, path, body, status, detail) => {
    expect(await server.call(method, path, body)).toMatchObject({
      status,
      body: { detail, message: detail },
    });
  });

  it("unsupported extension on ingest-file", async () => {
    const expected = /File type 'xyz' is not supported\. Allowed types: pdf, /;
    await expect(server.ingest("a.xyz", "text")).rejects.toThrow(expected);
  });
});

/** The 500 rows. Every store behind the rooms fails, with a text that a caller must not see. */
describe("the contract's messages for internal failures", () => {
  const secret = "disk /var/lib/headwater on fire";
  const failing = () => Promise.reject(new Error(secret));
  const rooms = new Proxy({} as Rooms, {
    get: (_rooms, name) =>
      name === "scheduleBuild"
        ? { reprocess: failing }
        : name === "addFile"
          ? { stage: failing, discard: failing }
          : failing,
  });

  const readers = createRequestReaders();

  const call = async (method: "GET" | "POST" | "DELETE", url: string, payload?: object) => {
    const app = await createApp({
      rooms,
      watchToken: neverRevoked,
      authenticate: async () => ({
        projectId: "p",
        projectName: "p",
        tokenId: "t",
        readOnly: false,
        manage: true,
        expiresAt: null,
      }),
      runOperation: createRunOperation(sourcesRoutes, rooms, readers, () => {}),
      admit: () => () => {},
      readers,
      logger: pino({ level: "silent" }),
      metrics: { observe: () => {} },
      flowsDomain: "flows.localhost",
      flowProject: async () => null,
      trustProxy: false,
      stopping: new AbortController().signal,
      cutOff: new AbortController().signal,
      storage: { isFull: () => false, hold: async () => () => {} },
    });
    const response = await app.inject({ method, url, ...(payload ? { payload } : {}) });
    await app.close();
    return { status: response.statusCode, body: response.json() };
  };

  it.each([
    ["GET", "/", undefined, "Failed to retrieve sources"],
    ["POST", "/reprocess", { file_id: "x" }, "Failed to process source"],
    ["POST", "/process", { file_id: "x" }, "Failed to process source"],
    ["DELETE", "/delete", { file_id: "x" }, "Failed to delete source"],
    ["GET", "/get-elements?file_id=x", undefined, "Failed to retrieve elements"],
    ["POST", "/elements", { file_id: "x" }, "Failed to retrieve elements"],
    ["GET", "/builds/x", undefined, "Failed to retrieve build status"],
    ["GET", "/x/pages/1/screenshot", undefined, "Failed to render page"],
    ["GET", "/x/content", undefined, "Failed to read file"],
    ["POST", "/ask-sources", { question: "x" }, "Failed to answer question"],
    ["POST", "/prebuilt-rag", { query: "x" }, "Failed to retrieve chunks"],
    [
      "POST",
      "/run-extraction",
      { file_ids: ["x"], user_instruction: "x", output_schema: { type: "object", properties: {} } },
      "Failed to run extraction",
    ],
  ] as const)("%s %s", async (method, url, payload, detail) => {
    const answer = await call(method, url, payload);
    expect(answer).toMatchObject({ status: 500, body: { detail, message: detail } });
    expect(JSON.stringify(answer.body)).not.toContain(secret);
  });
});
