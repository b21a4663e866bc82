import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import BetterSqlite from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../testing/model-server/start-model-server.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { synonyms, writeTinyEncoder } from "../testing/tiny-encoder/write-tiny-encoder.ts";

let models: string;
let dataFolder: string;
let server: TestServer | undefined;
beforeAll(async () => {
  models = await mkdtemp(join(tmpdir(), "headwater-models-"));
  await writeTinyEncoder(join(models, "tiny"));
  // Another model: the same words, in another order, with one more group.
  await writeTinyEncoder(join(models, "other"), [["harbour"], ...synonyms.toReversed()]);
});
afterAll(() => rm(models, { recursive: true }));
afterEach(async () => {
  await server?.close();
  server = undefined;
  if (dataFolder) await rm(dataFolder, { recursive: true, force: true });
});

const start = async (environment: Record<string, string> = {}) => {
  dataFolder = await mkdtemp(join(tmpdir(), "headwater-meaning-"));
  return restart({ HEADWATER_EMBEDDING_MODEL: `local:${join(models, "tiny")}`, ...environment });
};
const restart = async (environment: Record<string, string>) => {
  await server?.close();
  server = await startServer({ HEADWATER_DATA: dataFolder, ...environment });
  return server;
};

const inDatabase = <T>(query: string): T[] => {
  const sqlite = new BetterSqlite(join(dataFolder, "headwater.sqlite"), { readonly: true });
  try {
    return sqlite.prepare(query).pluck().all() as T[];
  } finally {
    sqlite.close();
  }
};

type Ready = { embedding: { model: string; state: string; done: number; total: number } | null };
const readiness = async ({ fetch, baseUrl }: TestServer): Promise<Ready> =>
  (await (await fetch(`${baseUrl.replace(/\/sources$/, "")}/readyz`)).json()) as Ready;
const embedded = (of: TestServer) =>
  expect
    .poll(async () => (await readiness(of)).embedding)
    .toMatchObject({ state: "ready", done: 0, total: 0 });
const retrieve = async (of: TestServer, query: string, more: object = {}) => {
  const { body } = await of.call<{ chunks: { text: string; file_id: string }[] }>("POST", "/prebuilt-rag", {
    query,
    ...more,
  });
  return body.chunks.map(({ text }) => text);
};

const medical = "The hospital pays every physician a monthly remuneration.";
const naval = "A vessel of wood lies in the dry dock.";
const kitchen = "Roll the dough and bake it for an hour.";

describe("with an embedding model in a folder", () => {
  it("finds what shares no word with the question, and what shares words as before", async () => {
    const service = await start();
    const { file_id } = await service.ingestAndWait("hospital.txt", medical);
    await service.ingestAndWait("dock.txt", naval);
    await service.ingestAndWait("kitchen.txt", kitchen);
    await embedded(service);
    expect((await retrieve(service, "What salary does a doctor get?"))[0]).toBe(medical);
    expect(await retrieve(service, "ship")).toEqual([naval]);
    expect(await retrieve(service, "dough")).toEqual([kitchen]);
    expect(await retrieve(service, "doctor ship", { file_ids: [file_id] })).toEqual([medical]);
    await service.call("DELETE", "/delete", { file_id });
    expect(await retrieve(service, "doctor")).toEqual([]);
    expect(inDatabase("select count(*) from chunk_vectors")).toEqual([2]);
    expect(inDatabase("select count(*) from vectors")).toEqual([2]);
  });

  it("embeds a text once: in copies, and when a source is read again", async () => {
    const service = await start();
    const { file_id } = await service.ingestAndWait("hospital.txt", medical);
    await service.ingestAndWait("dock.txt", naval);
    await embedded(service);
    // A vector that had been removed and made again would be another row.
    const first = inDatabase("select rowid from vectors");
    expect(first).toHaveLength(2);
    const { body } = await service.call<{ build_id: string }>("POST", "/reprocess", { file_id });
    await service.waitFor(body.build_id);
    const copy = await service.ingestAndWait("copy.txt", medical);
    await embedded(service);
    expect(inDatabase("select rowid from vectors")).toEqual(first);
    expect(inDatabase("select count(*) from chunk_vectors")).toEqual([3]);
    // Equal chunks are one hit.
    expect(await retrieve(service, "doctor")).toEqual([medical]);
    expect(await retrieve(service, "doctor", { file_ids: [copy.file_id] })).toEqual([medical]);
  });

  it("answers by the earlier model until another one has embedded everything, then removes its vectors", async () => {
    let service = await start();
    await service.ingestAndWait("dock.txt", naval);
    await embedded(service);
    const before = inDatabase("select space_id from embedding_spaces");
    service = await restart({
      HEADWATER_EMBEDDING_MODEL: `local:${join(models, "other")},previous=local:${join(models, "tiny")}`,
    });
    expect(await retrieve(service, "ship")).toEqual([naval]);
    await embedded(service);
    expect(await retrieve(service, "ship")).toEqual([naval]);
    const after = inDatabase("select space_id from embedding_spaces");
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    expect(inDatabase("select distinct space_id from vectors")).toEqual(after);
  });

  it("finds by meaning with nothing configured, also what was there when it was switched off", async () => {
    let service = await start({ HEADWATER_EMBEDDING_MODEL: "none" });
    await service.ingestAndWait("dock.txt", naval);
    expect(await retrieve(service, "ship")).toEqual([]);
    expect((await readiness(service)).embedding).toBeNull();
    expect(inDatabase("select count(*) from embedding_spaces")).toEqual([0]);
    await service.ingestAndWait("hospital.txt", medical);
    service = await restart({ HEADWATER_EMBEDDING_MODEL: "" });
    await embedded(service);
    expect((await readiness(service)).embedding).toMatchObject({
      model: "all-minilm-l6-v2",
      other_languages: "multilingual-e5-small",
    });
    expect((await retrieve(service, "Where can boats be repaired?"))[0]).toBe(naval);
  });

  it("does not start with a folder that holds no model, and says why", async () => {
    await expect(start({ HEADWATER_EMBEDDING_MODEL: `local:${models}` })).rejects.toThrow(
      "can't be used as an embedding model: it has no tokenizer.json",
    );
    await expect(start({ HEADWATER_EMBEDDING_MODEL: "tiny" })).rejects.toThrow("local:<folder>");
  });
});

describe("with models behind addresses", () => {
  const log = new PassThrough();
  let vectors: ModelServer;
  let ranker: ModelServer;
  beforeEach(async () => {
    [vectors, ranker] = await Promise.all([startModelServer(), startModelServer()]);
    vectors.embedBy(() => [0.6, 0.8]);
    ranker.rankBy((_, text) => (text.includes("dough") ? 0.9 : 0.1));
  });
  afterEach(async () => void (await Promise.all([vectors.close(), ranker.close()])));

  const withDocuments = async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "headwater-meaning-"));
    const settings = {
      HEADWATER_DATA: dataFolder,
      HEADWATER_LOG_LEVEL: "warn",
      HEADWATER_EMBEDDING_MODEL: `openai-compatible:vectors@${vectors.baseUrl}`,
      HEADWATER_RERANKING_MODEL: `openai-compatible:ranker@${ranker.baseUrl}`,
    };
    server = await startServer(settings, log);
    await server.ingestAndWait("dock.txt", naval);
    await server.ingestAndWait("kitchen.txt", kitchen);
    await embedded(server);
    return server;
  };
  const logged = () => String(log.read() ?? "");
  const refused = { kind: "status", status: 401 } as const;

  it("orders what is found as the reranker says", async () => {
    const service = await withDocuments();
    expect(await retrieve(service, "vessel in the dock")).toEqual([kitchen, naval]);
    expect(ranker.rerankings.map(({ query }) => query)).toEqual(["vessel in the dock"]);
  });

  it("keeps the order when the reranker fails, and finds by words when the question can't be embedded", async () => {
    const service = await withDocuments();
    ranker.fail(refused, 2);
    expect(await retrieve(service, "vessel in the dock")).toEqual([naval, kitchen]);
    expect(logged()).toContain("the reranking model failed");
    vectors.fail(refused);
    expect(await retrieve(service, "vessel in the dock today")).toEqual([naval]);
    expect(logged()).toContain("a question was answered by words alone");
  });
});
