import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runsHere } from "../../../scripts/testing/needs.ts";
import { fillStore, readStore } from "../testing/full-store.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../testing/postgres-server.ts";
import { runCommand } from "../testing/run-command.ts";
import { needsSearch, type SearchCluster, startSearchCluster } from "../testing/search-cluster.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const hasPostgres = runsHere("postgres", process.env, postgresFolders());

needsSearch("headwater move", () => {
  describe.skipIf(!hasPostgres)("to a place with its index of words in OpenSearch, and back", () => {
    let cluster: SearchCluster;
    let postgres: PostgresServer;
    let root: string;
    const open: TestServer[] = [];
    const at = (name: string) => join(root, name);
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), "headwater-move-search-"));
      postgres = await startPostgres();
      cluster = await startSearchCluster();
    }, 240_000);
    afterAll(async () => {
      for (const server of open) await server.close();
      await cluster?.stop();
      await postgres?.stop();
      await rm(root, { recursive: true, force: true });
    });

    const start = async (folder: string, more: Record<string, string> = {}) => {
      const place = { HEADWATER_DATABASE: "", HEADWATER_DATA: at(folder), ...more };
      const server = await startServer({ HEADWATER_AUDIT: "on", ...place });
      open.push(server);
      return server;
    };
    const move = async (folder: string, args: string[], environment: Record<string, string> = {}) =>
      expect(await runCommand(["move", ...args], at(folder), environment)).toMatchObject({
        code: 0,
        stderr: "",
      });
    /** How many chunks the cluster has. */
    const inCluster = async () => {
      await fetch(`${cluster.origins[0]}/headwater-*/_refresh`, { method: "POST" });
      const reply = await fetch(`${cluster.origins[0]}/headwater-*/_count`);
      return ((await reply.json()) as { count: number }).count;
    };
    const unscored = ({ retrieved, ...seen }: Record<string, unknown>) => ({
      ...seen,
      // Scores differ in the fourth place.
      retrieved: (retrieved as { chunks: { text: string }[] }).chunks.map(({ text }) => text),
    });

    it("keeps everything that a client sees, each way, and with the same index or without one", async () => {
      const old = await start("old");
      await fillStore(old);
      const before = unscored(await readStore(old));
      const database = await postgres.createDatabase();
      await move("old", ["--to-database", database, "--to-files", at("new")]);
      await old.stop();

      const there = { HEADWATER_DATABASE: database, HEADWATER_INDEX: cluster.address };
      const moved = await start("new", there);
      await expect.poll(inCluster, { timeout: 60_000 }).toBeGreaterThan(5);
      expect(unscored(await readStore(moved))).toEqual(before);
      await moved.ingestAndWait("bell.txt", "The bell of Skerryvore weighs a ton.");
      const later = unscored(await readStore(moved));
      expect((await runCommand(["doctor"], at("new"), there)).stdout).not.toContain("FAIL");
      await move("new", ["--back", at("back")], there);
      await moved.stop();

      const chunks = await inCluster();
      const beside = await start("back", { HEADWATER_INDEX: cluster.address });
      expect(unscored(await readStore(beside))).toEqual(later);
      // The index is that of the store, wherever it lies: nothing was made again.
      expect(await inCluster()).toBe(chunks);
      await beside.stop();

      const embedded = await start("back");
      const bell = async () =>
        JSON.stringify((await embedded.call("POST", "/prebuilt-rag", { query: "bell of Skerryvore" })).body);
      await expect.poll(bell, { timeout: 60_000 }).toContain("ton");
      expect(unscored(await readStore(embedded))).toEqual(later);
    }, 600_000);
  });
});
