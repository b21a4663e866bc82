import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { doctor } from "../src/cli/doctor.ts";
import { rebuildSearchIndex } from "../src/cli/rebuild-index.ts";
import type { Terminal } from "../src/cli/terminal.ts";
import { openRelay, type Relay } from "../testing/relay.ts";
import { needsSearch, type SearchCluster, startSearchCluster } from "../testing/search-cluster.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const text = "The lighthouse keeper of Skerryvore lit the lamp with whale oil until 1846.";
const question = "What lit the lamp of Skerryvore?";

needsSearch("a service whose words' index is in OpenSearch", () => {
  let cluster: SearchCluster;
  let relay: Relay;
  let server: TestServer;
  const logged: string[] = [];
  const log = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  });
  const settings = () => ({
    HEADWATER_INDEX: `opensearch://reader:pass%2Fword@127.0.0.1:${relay.port}`,
    HEADWATER_LOG_LEVEL: "debug",
  });
  beforeAll(async () => {
    cluster = await startSearchCluster();
    relay = await openRelay(Number(new URL(cluster.origins[0] ?? "").port));
    server = await startServer(settings(), log);
  }, 240_000);
  afterAll(async () => {
    await server?.close();
    await relay?.cut();
    await cluster?.stop();
  });

  const get = (path: string) =>
    server.fetch(server.origin + path, { headers: { authorization: `Bearer ${server.token}` } });
  const ask = async () =>
    (await server.call<{ answer: string }>("POST", "/ask-sources", { question })).body.answer;
  const passages = async (query: string) =>
    JSON.stringify((await server.call("POST", "/prebuilt-rag", { query })).body);

  it("finds what was just read, after a restart too, and not what was deleted", async () => {
    const { file_id } = await server.ingestAndWait("lamp.txt", text);
    expect(await ask()).toContain("whale oil");
    await server.stop();
    server = await startServer({ ...settings(), HEADWATER_DATA: server.dataFolder }, log);
    expect(await ask()).toContain("whale oil");
    const other = await server.ingestAndWait("bridge.txt", "The bridge is 300 metres long.");
    await server.call("DELETE", "/delete", { file_id });
    expect(await ask()).not.toContain("whale oil");
    await server.call("DELETE", "/delete", { file_id: other.file_id });
  });

  it("says where the index is, and never its password", async () => {
    expect(await (await get("/sources/readyz")).json()).toMatchObject({
      status: "ready",
      checks: {
        search: {
          ok: true,
          detail: expect.stringContaining(
            `OpenSearch at 127.0.0.1:${relay.port}, green; vectors are searched`,
          ),
        },
      },
    });
    expect(relay.sent()).toContain(`Basic ${Buffer.from("reader:pass/word").toString("base64")}`);
    const shown = logged.join("") + JSON.stringify(await (await get("/sources/readyz")).json());
    expect(shown).not.toMatch(/pass(%2F|\/)word/);
  });

  /** What a command shows. */
  const shownBy = async (
    command: (terminal: Terminal) => Promise<void>,
    environment: Record<string, string>,
  ): Promise<string> => {
    let shown = "";
    const stdout = {
      write(written: string) {
        shown += written;
      },
    };
    const own = { HEADWATER_DATA: server.dataFolder, HEADWATER_EMBEDDING_MODEL: "none", ...environment };
    await command({ stdout, stderr: stdout, environment: own } as unknown as Terminal).catch(
      (error: Error) => {
        shown += error.message;
      },
    );
    return shown;
  };

  it("is what the doctor looks at", async () => {
    const examined = async (environment: Record<string, string>) =>
      /^.*index: .*$/m.exec(await shownBy((terminal) => doctor(terminal, {}), environment))?.[0];
    await server.ingestAndWait("quay.txt", "The quay of Skerryvore is of granite.");
    expect(await passages("quay")).toContain("granite");
    expect(await examined(settings())).toMatch(
      /^ok +index: OpenSearch at .*, green; vectors are searched .*; 1 document version, all as/,
    );
    expect(await examined({})).toMatch(
      /^skip +index: the index of words is in OpenSearch: set HEADWATER_INDEX/,
    );
    expect(await examined({ HEADWATER_INDEX: "opensearch://127.0.0.1:1" })).toMatch(
      /^FAIL +index: .*ECONNREFUSED/,
    );
  });

  it("is made anew at a command, while the old one answers", async () => {
    const rebuild = (environment: Record<string, string>, options = {}) =>
      shownBy((terminal) => rebuildSearchIndex(terminal, options), environment);
    const indices = async () =>
      Object.keys(
        (await (await fetch(`${cluster.origins[0]}/headwater-*?filter_path=*.aliases`)).json()) as object,
      );
    await server.ingestAndWait("slip.txt", "The slipway of Skerryvore is of oak.");
    expect(await passages("slipway")).toContain("oak");
    const [before] = await indices();
    expect(await rebuild({})).toMatch(/^The index of words is in the database, .* set HEADWATER_INDEX/);
    expect(await rebuild(settings(), { project: "no such" })).toContain("no such");
    expect(await rebuild(settings())).toMatch(
      /^The index of .* is made anew; .*\nThe running service begins within a minute/,
    );
    await expect
      .poll(
        async () => {
          // Whatever stage it is at.
          expect(await passages("slipway")).toContain("oak");
          return indices();
        },
        { timeout: 120_000 },
      )
      .toEqual([expect.not.stringMatching(`^${before}$`)]);
    expect(await passages("slipway")).toContain("oak");
  });

  it("answers 503 while the cluster is away, where it is needed and nowhere else, and comes back by itself", async () => {
    await server.ingestAndWait("lamp.txt", text);
    expect(await ask()).toContain("whale oil");
    await relay.cut();
    const asked = await server.fetch(`${server.baseUrl}/ask-sources`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      body: JSON.stringify({ question }),
    });
    expect([asked.status, asked.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await asked.json()).toMatchObject({
      detail: "This can't be done at the moment, because the search index could not be reached. Try again.",
    });
    const readiness = await get("/sources/readyz");
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toMatchObject({
      checks: {
        database: { ok: true },
        search: { ok: false, detail: expect.stringContaining("ECONNREFUSED") },
      },
    });
    // Reading documents needs no index: what is read meanwhile is found afterwards.
    const late = await server.ingestAndWait("foghorn.txt", "The foghorn of Skerryvore came in 1888.");
    expect(late).toMatchObject({ status: "Completed" });
    expect((await server.call("GET", "/")).status).toBe(200);
    await relay.mend();
    await expect.poll(async () => (await get("/sources/readyz")).status).toBe(200);
    expect(await ask()).toContain("whale oil");
    expect(await passages("foghorn")).toContain("1888");
  });

  it("changes its place with the setting: what is in is found in the database, and in the cluster again", async () => {
    const dataFolder = server.dataFolder;
    await server.stop();
    server = await startServer({ HEADWATER_DATA: dataFolder }, log);
    const bell = "The bell of Skerryvore weighs a ton.";
    const { file_id } = await server.ingestAndWait("bell.txt", bell);
    await expect.poll(() => passages("whale oil lamp")).toMatch("whale oil");
    await server.stop();
    server = await startServer({ ...settings(), HEADWATER_DATA: dataFolder }, log);
    expect(await passages("bell")).toMatch("ton");
    await server.call("DELETE", "/delete", { file_id });
    await expect.poll(() => passages("bell")).not.toMatch("ton");
    expect(await passages("whale oil lamp")).toMatch("whale oil");
  });

  it("refuses to start with an index that can't be used, and says why in one line", async () => {
    const refusal = async (address: string) =>
      startServer({ HEADWATER_INDEX: address }).then(
        async (started) => {
          await started.close();
          return "it started";
        },
        (error: Error) => error.message,
      );
    expect(await refusal("opensearch://me:hidden@127.0.0.1:1")).toBe(
      "OpenSearch at 127.0.0.1:1 can't be used (ECONNREFUSED). Check that it runs there, and that HEADWATER_INDEX has the right address.",
    );
    expect(await refusal("opensearch://me:hid/den@127.0.0.1")).toMatch(
      /^HEADWATER_INDEX can't be used: it takes/,
    );
    expect(await refusal("elastic://me:hidden@127.0.0.1")).toMatch(/^HEADWATER_INDEX=… can't be used/);
    expect(await refusal(server.origin.replace("http", "opensearch"))).toMatch(/can't be used/);
  });
});
