import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../testing/run-command.ts";
import { needsVectorSearch, type SearchCluster, startSearchCluster } from "../testing/search-cluster.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { writeTinyEncoder } from "../testing/tiny-encoder/write-tiny-encoder.ts";

needsVectorSearch("a service whose vectors are searched in OpenSearch", () => {
  let cluster: SearchCluster;
  let folder: string;
  let settings: Record<string, string>;
  let server: TestServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-meaning-"));
    await writeTinyEncoder(join(folder, "tiny"));
    cluster = await startSearchCluster();
    settings = {
      HEADWATER_DATA: join(folder, "data"),
      HEADWATER_INDEX: `${cluster.address}?vectors_from=1`,
      HEADWATER_EMBEDDING_MODEL: `local:${join(folder, "tiny")}`,
    };
    server = await startServer(settings);
  }, 240_000);
  afterAll(async () => {
    await server?.close();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const passages = async (query: string) =>
    JSON.stringify((await server.call("POST", "/prebuilt-rag", { query })).body);
  const ofCluster = async (path: string) => (await fetch(`${cluster.origins[0]}${path}`)).json();
  /** Chunks in what is searched, without the document that says how far it is. */
  const shown = async () => {
    const answer = await ofCluster("/headwater-vectors-*/_count?q=_exists_:set");
    return (answer as { count: number }).count;
  };

  it("finds by meaning at once, in the cluster soon, and not what was deleted", async () => {
    const { file_id } = await server.ingestAndWait("garage.txt", "The keeper bought a vehicle in May.");
    await expect.poll(() => passages("automobile purchased")).toContain("keeper");
    await expect.poll(shown).toBe(1);
    await server.ingestAndWait("harbour.txt", "The vessel commenced its journey.");
    await expect.poll(() => passages("ship began")).toContain("journey");
    await expect.poll(shown).toBe(2);
    expect(await passages("ship began")).toContain("journey");
    await server.call("DELETE", "/delete", { file_id });
    expect(await passages("automobile purchased")).not.toContain("keeper");
    await expect.poll(shown).toBe(1);
  });

  it("has its vectors there again after they were lost or are to be made anew", async () => {
    expect(await shown()).toBe(1);
    const rebuilt = await runCommand(["index", "rebuild"], join(folder, "data"), settings);
    expect(rebuilt).toMatchObject({ code: 0 });
    expect(await passages("ship began")).toContain("journey");
    await expect.poll(shown, { timeout: 150_000 }).toBe(1);
    expect(await passages("ship began")).toContain("journey");
  });
});
