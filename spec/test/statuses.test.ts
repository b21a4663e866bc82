import { describe, expect, test } from "vitest";
import { readExamples } from "../scripts/examples.ts";
import type { OperationId } from "../src/index.ts";
import { messages, operations } from "../src/index.ts";
import { operation } from "./documents.ts";

const examples = await readExamples(new URL("../examples/", import.meta.url));
const written = Object.entries(operations).map(([id, entry]) => ({ id: id as OperationId, ...entry }));

/** Questions, searches, lists, pictures of Office documents and flows: they are refused when too many of them wait. */
const refusedWhenBusy: OperationId[] = [
  ...written.filter(({ surface }) => surface !== "sources").map(({ id }) => id),
  ...(["askSources", "prebuiltRag", "runExtraction", "getElements", "listElements"] as const),
  ...(["listSources", "listSourcesByBody", "getBuild", "getPageScreenshot"] as const),
  ...(["listConversations", "getConversation", "listEvents"] as const),
];

/** What reads documents is refused when a project has reached its limit of pages. */
const refusedByPages: OperationId[] = [
  ...(["ingestFile", "ingestUrl", "ingestGithub", "ingestYoutube", "reprocess", "processSource"] as const),
  ...(["uploadSource", "uploadUrlSource", "uploadGithubSource", "uploadYoutubeSource"] as const),
];

/** Writes that free space. */
const frees: OperationId[] = [
  ...(["deleteSource", "deleteToken", "deleteConversation", "deleteWebhook"] as const),
  ...(["deleteFlow", "undeployFlow", "deletePrompt"] as const),
];

const responseOf = (id: OperationId, status: number) => operation(id).operation.responses[String(status)];
const documenting = (status: number) =>
  written.filter(({ id }) => responseOf(id, status) !== undefined).map(({ id }) => id);
const exampleOf = (id: OperationId, status: number) =>
  examples.find(({ file }) => file === `${id}.${status}.json`)?.value as { detail: string } | undefined;

describe("every operation says when it answers", () => {
  test("405: every operation, with the methods that the address has", () => {
    expect(documenting(405)).toEqual(written.map(({ id }) => id));
    for (const { id, surface, path } of written) {
      const methods = written
        .filter((other) => other.surface === surface && other.path === path)
        .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
      expect(exampleOf(id, 405)?.detail).toBe(messages.methodNotAllowed(methods));
      expect(responseOf(id, 405)?.headers).toMatchObject({ Allow: { required: true } });
    }
  });

  test("413: every operation with a body, with its limit", () => {
    expect(documenting(413)).toEqual(written.filter(({ body }) => body !== "none").map(({ id }) => id));
    for (const id of documenting(413)) {
      expect(responseOf(id, 413)?.description).toMatch(/10 MiB|256 KiB|100MB/);
      if (operations[id].body === "json") expect(exampleOf(id, 413)?.detail).toBe(messages.bodyTooLarge);
    }
  });

  test("429: questions, searches, lists, pictures and what reads documents, with the time to wait", () => {
    const refused = [...refusedWhenBusy, ...refusedByPages];
    expect(documenting(429).sort()).toEqual(refused.sort());
    for (const id of refused) {
      expect(responseOf(id, 429)?.headers).toHaveProperty("Retry-After");
      expect(responseOf(id, 429)?.headers).toHaveProperty("retry-after-ms");
      expect(responseOf(id, 429)?.description).toContain(exampleOf(id, 429)?.detail);
    }
  });

  test("431: operations with a list of ids in the address, with the operation to use instead", () => {
    expect(documenting(431).sort()).toEqual(["getElements", "listSources"]);
    for (const id of documenting(431)) expect(exampleOf(id, 431)?.detail).toBe(messages.addressTooLong);
  });

  test("503: every operation that needs a token, with the time to wait", () => {
    const ids = written.filter(({ auth }) => auth).map(({ id }) => id);
    expect(documenting(503)).toEqual(expect.arrayContaining(ids));
    for (const id of ids) {
      expect(responseOf(id, 503)?.headers).toHaveProperty("Retry-After");
      expect(responseOf(id, 503)?.description).toContain(exampleOf(id, 503)?.detail);
    }
  });

  test("507: every operation that needs space, with the advice not to repeat it", () => {
    const ids = written.filter(({ id, access }) => access === "write" && !frees.includes(id));
    expect(documenting(507)).toEqual(ids.map(({ id }) => id));
    for (const id of documenting(507)) {
      expect(responseOf(id, 507)?.headers).toHaveProperty("x-should-retry");
      expect(responseOf(id, 507)?.description).toContain(exampleOf(id, 507)?.detail);
    }
  });
});

test.each(written)("$id has a summary and a description", ({ id }) => {
  expect(operation(id).operation.summary).toMatch(/\S{2}/);
  expect(operation(id).operation.description).toMatch(/\S{2}.*\.\s*$/s);
});
