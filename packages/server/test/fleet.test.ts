import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { createStores } from "../src/adapters/sql/create-stores.ts";
import { openFleetSession } from "../src/adapters/sql/fleet-session.ts";
import { connectPostgres } from "../src/adapters/sql/open-postgres.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { newId } from "../src/kernel/ids.ts";
import { answerIdOf, askForEvents, eventsOf } from "../testing/answer-stream.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../testing/postgres-server.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const lamp = "The lighthouse keeper of Skerryvore lit the lamp with whale oil until 1846.";

it("a role among others is refused without a database that they can share", async () => {
  await expect(startServer({ HEADWATER_ROLE: "worker", HEADWATER_DATABASE: "" })).rejects.toThrow(
    /The role worker needs a database that several processes can use: set HEADWATER_DATABASE .* either HEADWATER_FILES .* or HEADWATER_DATA/,
  );
});

needs("postgres", postgresFolders())("several processes on one database", () => {
  let postgres: PostgresServer;
  let folder: string;
  let shared: Record<string, string>;
  let one: TestServer;
  let other: TestServer;
  let worker: TestServer;
  const start = (role: string) => startServer({ ...shared, HEADWATER_ROLE: role });
  beforeAll(async () => {
    postgres = await startPostgres();
    folder = await mkdtemp(join(tmpdir(), "headwater-fleet-"));
    shared = { HEADWATER_DATABASE: await postgres.createDatabase(), HEADWATER_DATA: folder };
    [one, other, worker] = (await Promise.all(["api", "api", "worker"].map(start))) as [
      TestServer,
      TestServer,
      TestServer,
    ];
  });
  afterAll(async () => {
    await Promise.all([one?.close(), other?.close(), worker?.close()]);
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (api: TestServer, question: string) =>
    (await api.call<{ answer: string }>("POST", "/ask-sources", { question })).body.answer;

  it("say their role, and a worker answers nothing else", async () => {
    const readiness = async ({ origin }: TestServer) =>
      (await (await fetch(`${origin}/readyz`)).json()) as object;
    expect(await Promise.all([one, other, worker].map(readiness))).toMatchObject([
      { role: "api", status: "ready" },
      { role: "api", status: "ready" },
      { role: "worker", status: "ready", checks: { database: { ok: true }, files: { ok: true } } },
    ]);
    const refused = await fetch(`${worker.baseUrl}/`);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("role api") });
  });

  it("build what one was sent, wake the other who waits for it, and answer from it through both", async () => {
    const buildId = await one.ingest("lamp.txt", lamp);
    expect(await other.waitFor(buildId)).toMatchObject({ status: "Completed" });
    expect(await ask(one, "What lit the lamp of Skerryvore?")).toContain("whale oil");
    expect(await ask(other, "What lit the lamp of Skerryvore?")).toContain("whale oil");
  });

  it("have one feed of events: what one of them ended is read through any, in order", async () => {
    const { file_id } = await one.ingestAndWait("bell.txt", "The bell of Skerryvore rang in fog.");
    await other.call("DELETE", "/delete", { file_id });
    type Page = { events: { id: string; type: string; data: { file_id: string } }[] };
    const [here, there] = await Promise.all(
      [one, other].map(async (api) => (await api.call<Page>("GET", "/events")).body.events),
    );
    expect(there).toEqual(here);
    expect(here?.map(({ id }) => id)).toEqual(here?.map((_, place) => String(place + 1)));
    expect(here?.filter(({ data }) => data.file_id === file_id).map(({ type }) => type)).toEqual([
      "build.completed",
      "source.deleted",
    ]);
  });

  it("delete through one what the other answered from", async () => {
    const { file_id } = await one.ingestAndWait("fog.txt", "The foghorn of Skerryvore came in 1888.");
    expect(await ask(other, "When did the foghorn of Skerryvore come?")).toContain("1888");
    await one.call("DELETE", "/delete", { file_id });
    expect(await ask(other, "When did the foghorn of Skerryvore come?")).not.toContain("1888");
  });

  it("resume a streamed answer that another one began, byte for byte, until what it cites is deleted", async () => {
    const { file_id } = await one.ingestAndWait("kite.txt", "The kite of Skerryvore flew in 1901.");
    const streamed = await askForEvents(one, { question: "When did the kite of Skerryvore fly?" });
    const stream = await streamed.text();
    const events = eventsOf(stream);
    const answerId = answerIdOf(stream);
    const resume = (api: TestServer, id: string, headers: Record<string, string> = {}) =>
      api.fetch(`${api.baseUrl}/answers/${id}/events`, {
        headers: { authorization: `Bearer ${api.token}`, ...headers },
      });
    // The end is written for the others some 100 ms after it was sent.
    const readThere = async (after: number) =>
      (await resume(other, answerId, { "last-event-id": String(after) })).text();
    expect(await readThere(0)).toBe(stream);
    expect(await readThere(events.length - 1)).toBe(events.at(-1)?.frame);
    expect((await resume(other, answerId, { "last-event-id": String(events.length) })).status).toBe(204);
    expect((await resume(other, answerId, { "last-event-id": String(events.length + 1) })).status).toBe(400);
    const state = await resume(other, answerId, { accept: "application/json" });
    expect(await state.json()).toEqual({
      answer_id: answerId,
      ended: true,
      last_event_id: events.length,
      cited_file_ids: [file_id],
    });
    const stopped = await other.call<object>("DELETE", `/answers/${answerId}`);
    expect(stopped.body).toMatchObject({ stopped: false, message: "The answer had already ended" });
    expect((await resume(other, newId())).status).toBe(404);
    await other.call("DELETE", "/delete", { file_id });
    expect(await Promise.all([one, other].map(async (api) => (await resume(api, answerId)).status))).toEqual([
      404, 404,
    ]);
  });

  it("go on with a run of a flow whose process is gone, and leave alone those that are under way", async () => {
    await one.ingestAndWait("pump.txt", "The pump lasts two years.");
    const node = (id: string, config: object) => ({
      ...{ id, type: id, position: { x: 0, y: 0 }, style: { height: 80, width: 200 } },
      data: { name: id, config },
    });
    const graph = {
      nodes: [
        node("dataset", { files: ["pump.txt"] }),
        node("chunking", { chunkingSplitter: "character", chunkSize: 120, chunkOverlap: 0 }),
        node("retrieval", { topK: 2, searchType: "hybrid" }),
        node("response", {}),
      ],
      edges: [
        { source: "dataset", target: "chunking" },
        { source: "chunking", target: "retrieval" },
        { source: "retrieval", target: "response" },
      ],
    };
    const get = (path: string, init: RequestInit = {}) =>
      other.fetch(`${other.origin}/flows${path}`, {
        ...init,
        headers: { authorization: `Bearer ${other.token}`, "content-type": "application/json" },
      });
    const body = JSON.stringify({ name: "left", graph });
    expect(await (await get("/create", { method: "POST", body })).json()).toMatchObject({ name: "left" });

    const session = await openFleetSession(shared.HEADWATER_DATABASE ?? "", { onTaken: () => {} });
    const database = connectPostgres(shared.HEADWATER_DATABASE ?? "");
    const { acceptedRuns, flows } = createStores(database, systemClock);
    const { flowId, draft } = (await flows.find("left")) ?? { flowId: "", draft: { nodes: [], edges: [] } };
    const accept = (runId: string) =>
      acceptedRuns.accept({
        ...{ runId, flowId, kind: "simulation", query: "How long does the pump last?", revisionId: null },
        ...{ graph: draft, startedAt: new Date(), page: { number: 1, size: 20 } },
      });
    const [held, left] = [newId(), newId()];
    await session.tryLock(`run ${held}`);
    await Promise.all([held, left].map(accept));
    const stateOf = async (runId: string) =>
      ((await (await get(`/left/runs/${runId}`)).json()) as { state: string }).state;
    await expect.poll(() => stateOf(left)).not.toBe("running");
    expect(await (await get(`/left/runs/${left}`)).json()).toMatchObject({ state: "done", error: null });
    expect(await stateOf(held)).toBe("running");
    expect((await acceptedRuns.find(held))?.resumed).toBe(0);
    await session.close();
    await expect.poll(() => stateOf(held)).toBe("done");
    await database.destroy();
  });

  it("keep a service out that wants the database for itself", async () => {
    await expect(start("all")).rejects.toThrow(/is used by another Headwater\. A process with the role all/);
  });
});
