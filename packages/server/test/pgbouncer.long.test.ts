import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runsHere } from "../../../scripts/testing/needs.ts";
import { answerIdOf, askForEvents } from "../testing/answer-stream.ts";
import { needsPgbouncer, type Pgbouncer, startPgbouncer } from "../testing/pgbouncer.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../testing/postgres-server.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const sources = 12;

needsPgbouncer("through pgbouncer in transaction mode", () => {
  const hasPostgres = runsHere("postgres", process.env, postgresFolders());
  describe.skipIf(!hasPostgres)("with a direct address", () => {
    let postgres: PostgresServer;
    let pooler: Pgbouncer;
    let direct: string;
    let folder: string;
    let shared: Record<string, string>;
    beforeAll(async () => {
      postgres = await startPostgres();
      direct = await postgres.createDatabase();
      pooler = await startPgbouncer(direct);
      folder = await mkdtemp(join(tmpdir(), "headwater-pooled-"));
      shared = {
        HEADWATER_DATABASE: pooler.url,
        HEADWATER_DATABASE_DIRECT: direct,
        HEADWATER_DATA: folder,
      };
    });
    afterAll(async () => {
      await pooler?.stop();
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it("reads, answers, streams and deletes as beside the database, and the server has few connections", async () => {
      const start = (role: string) => startServer({ ...shared, HEADWATER_ROLE: role });
      // One after the other, so that they find the tables made, as in a fleet that grows.
      const one = await start("api");
      const [other, worker] = (await Promise.all(["api", "worker"].map(start))) as [TestServer, TestServer];
      const apiOf = (index: number) => (index % 2 === 0 ? one : other);
      const numbers = Array.from({ length: sources }, (_, index) => index);
      const builds = await Promise.all(
        numbers.map((index) =>
          apiOf(index).ingest(
            `island-${index}.txt`,
            `The light of island ${index} is called Beacon${index}.`,
          ),
        ),
      );
      const ended = await Promise.all(builds.map((buildId, index) => apiOf(index + 1).waitFor(buildId)));
      expect(ended.filter(({ status }) => status !== "Completed")).toEqual([]);

      const asked = (index: number) => ({ question: `What is the light of island ${index} called?` });
      const streamed = await (await askForEvents(one, asked(7))).text();
      expect(streamed).toContain("Beacon7");
      const resumed = await other.fetch(`${other.baseUrl}/answers/${answerIdOf(streamed)}/events`, {
        headers: { authorization: `Bearer ${other.token}` },
      });
      expect(await resumed.text()).toBe(streamed);
      const answers = await Promise.all(
        numbers.map(async (index) => {
          const { body } = await apiOf(index).call<{ answer: string }>("POST", "/ask-sources", asked(index));
          return body.answer.includes(`Beacon${index}`);
        }),
      );
      expect(answers).not.toContain(false);

      await other.call("DELETE", "/delete", { file_id: ended[7]?.file_id });
      const { body } = await one.call<{ answer: string }>("POST", "/ask-sources", asked(7));
      expect(body.answer).not.toContain("Beacon7");
      const client = new pg.Client({ connectionString: direct });
      await client.connect();
      const { rows } = await client.query<{ pooled: string }>(
        "select count(*) as pooled from pg_stat_activity where application_name = 'headwater'",
      );
      await client.end();
      // The size of its pool; the three processes have some eighty between them and it.
      expect(Number(rows[0]?.pooled)).toBeLessThanOrEqual(10);
      await Promise.all([one, other, worker].map((each) => each.close()));
    }, 240_000);

    it("is served by one process with the role all, too", async () => {
      const server = await startServer(shared);
      const { body } = await server.call<{ answer: string }>("POST", "/ask-sources", {
        question: "What is the light of island 3 called?",
      });
      expect(body.answer).toContain("Beacon3");
      await server.close();
    });

    it("is refused without the direct address, and with that of another database", async () => {
      const { HEADWATER_DATABASE_DIRECT: _, ...pooled } = shared;
      await expect(startServer(pooled)).rejects.toThrow(/HEADWATER_DATABASE_DIRECT/);
      const another = { ...shared, HEADWATER_DATABASE_DIRECT: await postgres.createDatabase() };
      await expect(startServer(another)).rejects.toThrow(
        /HEADWATER_DATABASE has to lead to the database of HEADWATER_DATABASE_DIRECT/,
      );
    });
  });
});
