import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createProxyHandler,
  type FileReady,
  type ProxyEvent,
  type ProxyHandlerOptions,
} from "../src/index.ts";
import { createSqliteOwnershipStore } from "../src/ownership/sqlite-ownership-store.ts";
import { type RecordingUpstream, startRecordingUpstream } from "../testing/conformance/recording-upstream.ts";
import { upload } from "../testing/conformance/scoped-proxy.ts";
import { createTenantService, type TenantService } from "../testing/conformance/tenant-service.ts";

let upstream: RecordingUpstream;
let service: TenantService;
let folder: string;
let ends: (() => void)[] = [];
beforeEach(async () => {
  upstream = await startRecordingUpstream();
  service = createTenantService();
  service.newBuilds = "Processing";
  upstream.handle(service.handle);
  folder = await mkdtemp(join(tmpdir(), "headwater-ready-"));
});
afterEach(async () => {
  for (const end of ends) end();
  ends = [];
  await upstream.close();
  await rm(folder, { recursive: true });
});

/** Stands for a process of the application. `end` ends it, as a crash would. */
function startProcess(
  onFileReady: (file: FileReady) => void | Promise<void>,
  options: Partial<ProxyHandlerOptions> = {},
) {
  const ended = new AbortController();
  const database = new DatabaseSync(join(folder, "owners.db"));
  const events: ProxyEvent[] = [];
  const store = createSqliteOwnershipStore(database);
  const handle = createProxyHandler({
    baseUrl: upstream.baseUrl,
    token: "secret",
    ownership: store,
    authorize: (request) => ({ caller: request.headers.get("x-user") ?? "anna", ingest: true }),
    signal: ended.signal,
    onEvent: (event) => void events.push(event),
    onFileReady,
    ...options,
  });
  const end = () => {
    ended.abort();
    if (database.isOpen) database.close();
  };
  ends.push(end);
  const ingest = () =>
    handle(
      new Request("http://localhost/ingest-file", {
        method: "POST",
        headers: {
          ...upload.headers,
          "content-length": String(String(upload.body).length),
          "x-user": "anna",
        },
        body: String(upload.body),
      }),
    );
  return { end, ingest, events, store };
}

const told: FileReady[] = [];
beforeEach(() => void told.splice(0));
const remember = (file: FileReady) => void told.push(file);

test("the application is told although the caller has gone, and once", async () => {
  const process = startProcess(remember);
  const { build_id } = await (await process.ingest()).json();
  service.complete();
  await expect.poll(() => told.length).toBe(1);
  expect(told[0]).toEqual({
    id: build_id,
    buildId: build_id,
    caller: "anna",
    fileId: expect.stringMatching(/^f-new-/),
    fileName: expect.any(String),
  });
  await expect.poll(() => process.store.listOpen(10)).toEqual([]);
  expect(told).toHaveLength(1);
});

test("after a restart the next process goes on, with the token of the caller", async () => {
  const first = startProcess(remember);
  await first.ingest();
  first.end();
  service.complete();
  const asked: string[] = [];
  startProcess(remember, {
    token: () => "of a request",
    tokenOfCaller: (caller) => {
      asked.push(caller);
      return "of-the-caller";
    },
  });
  await expect.poll(() => told.length).toBe(1);
  expect(asked).toContain("anna");
  expect(upstream.requests.at(-1)?.headers.authorization).toBe("Bearer of-the-caller");
});

test("a process that ends while it tells is followed by one that tells again, with the same id", async () => {
  service.newBuilds = "Completed";
  const first = startProcess((file) => {
    remember(file);
    return new Promise(() => {});
  });
  await first.ingest();
  await expect.poll(() => told.length).toBe(1);
  first.end();
  startProcess(remember);
  await expect.poll(() => told.length).toBe(2);
  expect(told[1]).toEqual(told[0]);
});

test("of several processes with one store, the application hears of a file at least once, and ids repeat", async () => {
  const processes = [startProcess(remember), startProcess(remember), startProcess(remember)];
  await processes[0]?.ingest();
  service.complete();
  await expect.poll(() => told.length).toBeGreaterThan(0);
  expect(new Set(told.map(({ id }) => id)).size).toBe(1);
});

test("a token that needs a request can't go on after a restart: that is said at the start", () => {
  const database = new DatabaseSync(":memory:");
  const options = {
    baseUrl: "http://127.0.0.1/sources",
    token: () => "x",
    authorize: () => true,
    ownership: createSqliteOwnershipStore(database),
    onFileReady: remember,
  };
  expect(() => createProxyHandler(options)).toThrow(/tokenOfCaller is required/);
  expect(() =>
    createProxyHandler({ ...options, tokenOfCaller: () => "x", signal: AbortSignal.abort() }),
  ).not.toThrow();
});

test("a token that is thrown appears in no event", async () => {
  const first = startProcess(remember);
  await first.ingest();
  first.end();
  const { events } = startProcess(remember, {
    token: () => "x",
    tokenOfCaller: () => {
      throw new Error("cannot decrypt hw-secret");
    },
  });
  await expect
    .poll(() => events)
    .toContainEqual(expect.objectContaining({ type: "failed", stage: "token", error: undefined }));
  expect(JSON.stringify(events)).not.toContain("hw-secret");
  expect(told).toEqual([]);
});
