import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer } from "../testing/start-server.ts";

/** Tests as an operator sees it: over HTTP only, with a data folder whose index is missing or blocked. */
let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "headwater-index-damage-"));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

type Found = { chunks: { text: string }[] };
type Ready = { status: string; index: { state: string } };

it("starts, answers, ingests and deletes with a file where the index should be, and while the folder is deleted", async () => {
  const environment = { HEADWATER_DATA: dataFolder };
  const first = await startServer(environment);
  const { file_id } = await first.ingestAndWait("harbour.md", "The harbour of Zephyria is deep.");
  await first.stop();
  await rm(join(dataFolder, "index"), { recursive: true });
  await writeFile(join(dataFolder, "index"), "no folder");

  const server = await startServer(environment);
  const found = async (query: string) => {
    const { status, body } = await server.call<Found>("POST", "/prebuilt-rag", { query });
    return { status, texts: body.chunks?.map(({ text }) => text) };
  };
  const ready = async () => (await (await server.fetch(`${server.origin}/readyz`)).json()) as Ready;
  const deep = { status: 200, texts: ["The harbour of Zephyria is deep."] };
  expect((await ready()).status).toBe("ready");
  expect(await found("Zephyria")).toEqual(deep);
  await expect.poll(async () => (await ready()).index.state).toBe("ready");

  await rm(join(dataFolder, "index"), { recursive: true, maxRetries: 20, retryDelay: 5 });
  expect((await server.ingestAndWait("lantern.md", "A lantern burns in Quillon.")).status).toBe("Completed");
  expect(await found("Zephyria")).toEqual(deep);
  expect(await found("Quillon")).toEqual({ status: 200, texts: ["A lantern burns in Quillon."] });
  expect((await server.call("DELETE", "/delete", { file_id })).status).toBe(200);
  expect(await found("Zephyria")).toEqual({ status: 200, texts: [] });
  await expect.poll(async () => (await ready()).index.state).toBe("ready");
  await server.close();
});
