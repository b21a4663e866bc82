import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../testing/postgres-server.ts";
import { type ServiceProcess, startServiceProcess } from "../testing/service-process.ts";
import { createTestClient, type TestClient } from "../testing/test-client.ts";

const token = "test-token-0123456789";
const sources = 60;

/** Each with a number that no other has, and some paragraphs to read. */
const textOf = (index: number): string =>
  [
    `The lighthouse of island number ${index} is called Beacon${index}.`,
    ...Array.from(
      { length: 20 },
      (_, each) => `Its keeper wrote line ${each} of the log of ${1800 + index}.`,
    ),
  ].join("\n\n");

needs("postgres", postgresFolders())("two api processes and two workers", () => {
  let postgres: PostgresServer;
  let folder: string;
  let url: string;
  let processes: ServiceProcess[] = [];
  const start = (role: string) =>
    startServiceProcess({
      dataFolder: folder,
      token,
      environment: { HEADWATER_DATABASE: url, HEADWATER_ROLE: role, HEADWATER_WORKERS: "2" },
    });
  beforeAll(async () => {
    postgres = await startPostgres();
    folder = await mkdtemp(join(tmpdir(), "headwater-fleet-"));
    url = await postgres.createDatabase();
    processes = await Promise.all(["api", "api", "worker", "worker"].map(start));
  }, 120_000);
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.kill()));
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const query = async <Row extends object>(statement: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  };

  it(
    "complete every source once though a worker is killed, answer from it through both, and never from a deleted one",
    async () => {
      const [one, other] = processes.slice(0, 2).map(({ origin }) => createTestClient({ origin, token })) as [
        TestClient,
        TestClient,
      ];
      const apiOf = (index: number) => (index % 2 === 0 ? one : other);
      const numbers = Array.from({ length: sources }, (_, index) => index);

      const builds: string[] = [];
      for (const index of numbers) {
        builds.push(await apiOf(index).ingest(`island-${index}.txt`, textOf(index)));
        if (index === sources / 2) await processes[2]?.kill();
      }
      // Asked of the api process that did not take it.
      const ended = await Promise.all(builds.map((buildId, index) => apiOf(index + 1).waitFor(buildId)));
      expect(ended.filter(({ status }) => status !== "Completed")).toEqual([]);
      expect(await query("select 1 from versions where status <> 'active'")).toEqual([]);
      const [counted] = await query<{ files: string; versions: string }>(
        `select count(distinct file_id) as files, count(*) as versions from versions`,
      );
      expect(counted).toEqual({ files: String(sources), versions: String(sources) });

      const gone = new Set(numbers.filter((index) => index % 5 === 0));
      for (const index of gone)
        await apiOf(index + 1).call("DELETE", "/delete", { file_id: ended[index]?.file_id });
      for (const index of numbers) {
        const file = ended[index]?.file_id;
        for (const api of [one, other]) {
          const { body } = await api.call<{ chunks: { file_id: string; text: string }[] }>(
            "POST",
            "/prebuilt-rag",
            { query: `Beacon${index}` },
          );
          const found = body.chunks.some(({ text }) => text.includes(`Beacon${index}.`));
          expect({ index, file, found }).toEqual({ index, file, found: !gone.has(index) });
        }
      }
      const { body } = await other.call<{ answer: string }>("POST", "/ask-sources", {
        question: "What is the lighthouse of island number 7 called?",
      });
      expect(body.answer).toContain("Beacon7");
      for (const each of [0, 1, 3]) await processes[each]?.stop();
    },
    10 * 60_000,
  );
});
