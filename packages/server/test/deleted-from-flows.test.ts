import { afterAll, beforeAll, expect, it } from "vitest";
import { createStores, type Stores } from "../src/adapters/sql/create-stores.ts";
import { defaultChunking } from "../src/chunks/chunking-config.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { newId } from "../src/kernel/ids.ts";
import { addFlow, exampleRecord, exampleRun } from "../testing/contracts/example-flows.ts";
import { exampleChunks } from "../testing/contracts/examples.ts";
import { filesWith } from "../testing/files-with.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { openTestDatabase } from "../testing/test-database.ts";

let server: TestServer;
let stores: Stores;
let disconnect: () => Promise<void>;
beforeAll(async () => {
  server = await startServer();
  const database = await openTestDatabase(server.dataFolder);
  stores = createStores(database, systemClock);
  disconnect = () => database.destroy();
});
afterAll(async () => {
  await disconnect();
  await server.close();
});

const canary = "zqxflowcanary";

/** All that flows keep of a source, each with the word. */
const deriveFrom = async (projectId: string, flowId: string, fileId: string, chunks: number) => {
  const { versionId = "" } = (await stores.elements.active(fileId)) ?? {};
  const set = { chunkSetId: newId(), versionId, config: { ...defaultChunking, target: 450 } };
  const texts = exampleChunks(chunks).map((chunk) => ({ ...chunk, text: `The ${canary} sings.` }));
  expect(await stores.chunks.addSet(projectId, fileId, set, texts)).toBe(set.chunkSetId);
  const json = JSON.stringify({ entities: [canary] });
  expect(await stores.derived.save(projectId, versionId, "graph", 1, "c", json)).toBe(true);
  const document = { fileId, fileName: `${canary}.md`, versionId };
  const output = { kind: "documents" as const, documents: [document] };
  await stores.flows.saveRecord(flowId, exampleRecord(`dataset-${fileId}`, { output }), [fileId]);
  const run = exampleRun(flowId, { query: `Where is the ${canary}?`, output });
  await stores.flows.addRun(run, [fileId]);
};

it("leaves no trace of a deleted source in what flows kept of it", async () => {
  const [project] = await stores.projects.list();
  const projectId = project?.projectId ?? "";
  const { flowId } = await addFlow(stores, projectId);
  const kept = await server.ingestAndWait("kept.txt", "The harbour was built in 1850.");
  const short = await server.ingestAndWait(`${canary}.md`, `The ${canary} sings in spring.`);
  const paragraphs = Array.from({ length: 300 }, (_, index) => `The ${canary} was counted ${index} times.`);
  const large = await server.ingestAndWait("large.txt", paragraphs.join("\n\n"));
  await deriveFrom(projectId, flowId, short.file_id, 2);
  await deriveFrom(projectId, flowId, large.file_id, 400);
  const untouched = exampleRecord("kept");
  await stores.flows.saveRecord(flowId, untouched, [kept.file_id]);
  // The large one is read again: what was derived of the version before goes with it.
  const { body } = await server.call<{ build_id: string }>("POST", "/reprocess", { file_id: large.file_id });
  const replaced = (await stores.elements.active(large.file_id))?.versionId ?? "";
  await server.waitFor(body.build_id);
  const replacement = (await stores.elements.active(large.file_id))?.versionId ?? "";
  expect(replacement).not.toBe(replaced);
  expect(await stores.derived.find([replaced, replacement], "graph", 1, "c")).toEqual(new Map());
  await deriveFrom(projectId, flowId, large.file_id, 400);
  expect((await filesWith(server.dataFolder, canary)).length).toBeGreaterThan(2);

  for (const { file_id } of [short, large])
    expect(await server.call("DELETE", "/delete", { file_id })).toMatchObject({ status: 200 });
  expect(await filesWith(server.dataFolder, canary)).toEqual([]);
  // What was drawn from other sources stays, and what the nodes had of these is gone.
  const records = await stores.flows.records(flowId);
  expect(records.find(({ nodeId }) => nodeId === "kept")).toEqual(untouched);
  for (const { nodeId, output } of records.filter((record) => record.nodeId !== "kept"))
    expect([nodeId, output]).toEqual([nodeId, { kind: "documents", documents: [] }]);
  expect(await stores.flows.listRuns(flowId, { offset: 0, limit: 9 })).toEqual({ runs: [], total: 0 });
});
