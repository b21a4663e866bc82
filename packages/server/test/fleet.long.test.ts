import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { samplePdf } from "../testing/documents/sample-pdf.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../testing/postgres-server.ts";
import { needsS3, type S3Server, startS3 } from "../testing/s3-server.ts";
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

/** Where all processes find their settings, and what one process needs besides. */
type Place = { shared: Record<string, string>; ownFolder(): Promise<string> };

needs("postgres", postgresFolders())("two api processes and two workers", () => {
  let postgres: PostgresServer;
  let folder: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    folder = await mkdtemp(join(tmpdir(), "headwater-fleet-"));
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it(
    "with one folder complete every source once though a worker is killed, and never answer from a deleted one",
    () => play({ shared: {}, ownFolder: async () => folder }),
    10 * 60_000,
  );

  needsS3("with one bucket and a folder of its own each", () => {
    let s3: S3Server;
    beforeAll(async () => {
      s3 = await startS3();
    });
    afterAll(() => s3?.stop());

    it(
      "complete every source once though a worker is killed, serve all that belongs to it, and never answer from a deleted one",
      async () => {
        const shared = { HEADWATER_FILES: await s3.createBucket(), ...s3.keys };
        await play({ shared, ownFolder: () => mkdtemp(join(folder, "own-")) });
      },
      10 * 60_000,
    );
  });

  async function play({ shared, ownFolder }: Place): Promise<void> {
    const url = await postgres.createDatabase();
    const start = async (role: string) =>
      startServiceProcess({
        dataFolder: await ownFolder(),
        token,
        environment: {
          ...shared,
          HEADWATER_DATABASE: url,
          HEADWATER_ROLE: role,
          HEADWATER_WORKERS: "2",
        },
      });
    const processes: ServiceProcess[] = [];
    try {
      // One after the other: on two busy cores four at once take longer than a start may.
      for (const role of ["api", "api", "worker", "worker"]) processes.push(await start(role));
      await complete(url, processes);
      for (const each of [0, 1, 3]) await processes[each]?.stop();
    } finally {
      await Promise.all(processes.map((each) => each.kill()));
    }
  }

  async function complete(url: string, processes: ServiceProcess[]): Promise<void> {
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
    const query = rowsOf(url);
    expect(await query("select 1 from versions where status <> 'active'")).toEqual([]);
    expect(
      await query("select count(distinct file_id) as files, count(*) as versions from versions"),
    ).toEqual([{ files: String(sources), versions: String(sources) }]);

    const gone = new Set(numbers.filter((index) => index % 5 === 0));
    for (const index of gone)
      await apiOf(index + 1).call("DELETE", "/delete", { file_id: ended[index]?.file_id });
    for (const index of numbers) {
      const file = ended[index]?.file_id ?? "";
      for (const api of [one, other]) {
        const { body } = await api.call<{ chunks: { file_id: string; text: string }[] }>(
          "POST",
          "/prebuilt-rag",
          { query: `Beacon${index}` },
        );
        const found = body.chunks.some(({ text }) => text.includes(`Beacon${index}.`));
        const original = await (await get(api, `/${file}/content`)).text();
        expect({ index, found, isKept: original === textOf(index) }).toEqual({
          index,
          found: !gone.has(index),
          isKept: !gone.has(index),
        });
      }
    }
    const { body } = await other.call<{ answer: string }>("POST", "/ask-sources", {
      question: "What is the lighthouse of island number 7 called?",
    });
    expect(body.answer).toContain("Beacon7");

    const { file_id } = await one.ingestAndWait(
      "chart.pdf",
      samplePdf({ pages: 2, seed: 7, keyword: "chart" }),
    );
    for (const path of [`/${file_id}/pages/2/screenshot`, `/get-elements?file_id=${file_id}`]) {
      const [here, there] = await Promise.all([one, other].map((api) => get(api, path)));
      expect([here?.status, there?.status]).toEqual([200, 200]);
      expect(await there?.text()).toBe(await here?.text());
    }
  }
});

const get = (api: TestClient, path: string) =>
  api.fetch(`${api.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });

const rowsOf =
  (url: string) =>
  async (statement: string): Promise<object[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<object>(statement)).rows;
    } finally {
      await client.end();
    }
  };
