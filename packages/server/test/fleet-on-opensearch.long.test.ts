import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../testing/postgres-server.ts";
import { needsSearch, type SearchCluster, startSearchCluster } from "../testing/search-cluster.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

/** How long a question may fail after a node was killed, in ms. */
const maxOutage = 10_000;

needsSearch("a fleet whose words' index is in a cluster of three nodes", () => {
  needs("postgres", postgresFolders())("on PostgreSQL", () => {
    let cluster: SearchCluster;
    let postgres: PostgresServer;
    let folder: string;
    let shared: Record<string, string>;
    let servers: TestServer[];
    const start = (role: string, more: Record<string, string> = {}) =>
      startServer({ ...shared, ...more, HEADWATER_ROLE: role });
    beforeAll(async () => {
      cluster = await startSearchCluster(3);
      postgres = await startPostgres();
      folder = await mkdtemp(join(tmpdir(), "headwater-fleet-"));
      shared = {
        HEADWATER_DATABASE: await postgres.createDatabase(),
        HEADWATER_DATA: folder,
        HEADWATER_INDEX: cluster.address,
      };
      servers = await Promise.all(["api", "api", "worker", "worker"].map((role) => start(role)));
    }, 400_000);
    afterAll(async () => {
      await Promise.all(servers?.map((server) => server.close()) ?? []);
      await postgres?.stop();
      await cluster?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const [one, other] = [() => servers[0] as TestServer, () => servers[1] as TestServer];
    const passages = async (api: TestServer, query: string) => {
      const { status, body } = await api.call("POST", "/prebuilt-rag", { query });
      return status === 200 ? JSON.stringify(body) : `answered ${status}`;
    };

    it("finds through one what the other was sent, and nothing of what it deleted", async () => {
      const { file_id } = await one().ingestAndWait("lamp.txt", "The lamp of Skerryvore burnt whale oil.");
      expect(await passages(other(), "lamp")).toContain("whale oil");
      await one().call("DELETE", "/delete", { file_id });
      expect(await passages(other(), "lamp")).not.toContain("whale oil");
    });

    it("does not let a process in that would look for the index elsewhere", async () => {
      for (const role of ["api", "worker"])
        await expect(start(role, { HEADWATER_INDEX: "" })).rejects.toThrow(
          /keep its index of words in OpenSearch, and not in the database\. Give all of them the same HEADWATER_INDEX/,
        );
    });

    it("goes on when a node is killed: no question fails for long, and nothing is lost", async () => {
      const texts = (at: number) => `Buoy number ${at} of Skerryvore was painted in ${1800 + at}.`;
      for (let at = 0; at < 12; at++) await one().ingestAndWait(`buoy-${at}.txt`, texts(at));
      expect(await passages(other(), "buoy 3 painted")).toContain("1803");
      await cluster.kill(0);
      const killed = performance.now();
      let failing = 0;
      const sent: Promise<{ status: string }>[] = [];
      for (let at = 12; performance.now() - killed < maxOutage || at < 24; at++) {
        if (at < 24) sent.push(one().ingestAndWait(`buoy-${at}.txt`, texts(at)));
        const asked = performance.now();
        const found = await passages(other(), "buoy 3 painted");
        if (!found.includes("1803")) failing = performance.now() - killed;
        else expect(performance.now() - asked).toBeLessThan(maxOutage);
      }
      expect(failing).toBeLessThan(maxOutage);
      for (const build of await Promise.all(sent)) expect(build.status).toBe("Completed");
      for (let at = 0; at < 24; at++)
        expect(await passages(at % 2 === 0 ? one() : other(), `buoy ${at} painted`)).toContain(
          String(1800 + at),
        );
      await cluster.restart(0);
      expect(await passages(one(), "buoy 3 painted")).toContain("1803");
    }, 240_000);
  });
});
