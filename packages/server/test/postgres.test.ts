import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../testing/postgres-server.ts";
import { openRelay, type Relay } from "../testing/relay.ts";
import { runCommand } from "../testing/run-command.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { writeTinyEncoder } from "../testing/tiny-encoder/write-tiny-encoder.ts";

const medical = "The hospital pays every physician a monthly remuneration.";
const text = "The lighthouse keeper of Skerryvore lit the lamp with whale oil until 1846.";

needs("postgres", postgresFolders())("a service on PostgreSQL", () => {
  let postgres: PostgresServer;
  let relay: Relay;
  let url: string;
  let server: TestServer;
  const logged: string[] = [];
  const log = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  });
  let models: string;
  const settings = () => ({
    HEADWATER_DATABASE: url,
    HEADWATER_LOG_LEVEL: "debug",
    HEADWATER_EMBEDDING_MODEL: `local:${models}`,
  });
  beforeAll(async () => {
    postgres = await startPostgres();
    relay = await openRelay(postgres.socket);
    url = postgres.overPort(await postgres.createDatabase(), relay.port);
    models = await mkdtemp(join(tmpdir(), "headwater-models-"));
    await writeTinyEncoder(models);
    server = await startServer(settings(), log);
  });
  afterAll(async () => {
    await server?.close();
    await relay?.cut();
    await postgres?.stop();
    await rm(models, { recursive: true, force: true });
  });

  const byMeaning = async () => {
    const query = "What salary does a doctor get?";
    const { body } = await server.call<{ chunks: { text: string }[] }>("POST", "/prebuilt-rag", { query });
    return body.chunks[0]?.text;
  };
  const password = () => /:([^:@]+)@/.exec(url)?.[1] ?? "";
  const ask = async () =>
    (
      await server.call<{ answer: string }>("POST", "/ask-sources", {
        question: "What lit the lamp of Skerryvore?",
      })
    ).body.answer;

  it("reads, finds and answers, and has everything again after a restart", async () => {
    expect(await server.ingestAndWait("lamp.txt", text)).toMatchObject({ status: "Completed" });
    await server.ingestAndWait("hospital.txt", medical);
    await expect.poll(byMeaning).toBe(medical);
    expect(await ask()).toContain("whale oil");
    const { dataFolder } = server;
    await server.stop();
    server = await startServer({ ...settings(), HEADWATER_DATA: dataFolder }, log);
    expect(await ask()).toContain("whale oil");
    expect(await byMeaning()).toBe(medical);
  });

  /** Runs a statement in another database of the server. */
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: url.replace(/case_\d+/, "postgres") });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const name = () => /case_\d+/.exec(url)?.[0] ?? "";
  const bringDown = async () => {
    await administer(`alter database ${name()} allow_connections false`);
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`);
  };
  const bringUp = () => administer(`alter database ${name()} allow_connections true`);
  const get = (path: string, init: RequestInit = {}) =>
    server.fetch(server.origin + path, {
      ...init,
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
    });

  it("answers 503 while the database is down, where it is needed and nowhere else, and comes back by itself", async () => {
    expect(await (await get("/sources/readyz")).json()).toMatchObject({
      status: "ready",
      checks: { database: { ok: true, detail: expect.stringMatching(/^PostgreSQL \d+/) } },
    });
    await ask();
    await bringDown();
    const body = JSON.stringify({ question: "What lit the lamp of Skerryvore?" });
    for (const answer of [
      await get("/sources"),
      await get("/sources/ask-sources", { method: "POST", body }),
      await get("/flows"),
    ]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("5");
      expect(await answer.json()).toMatchObject({
        detail: "This can't be done at the moment, because the database could not be reached. Try again.",
      });
    }
    const readiness = await get("/sources/readyz");
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toMatchObject({
      status: "starting",
      checks: {
        database: { ok: false, detail: expect.stringContaining("can't be reached") },
        files: { ok: true },
      },
    });
    expect((await get("/sources/healthz")).status).toBe(200);
    expect((await get("/metrics")).status).toBe(200);
    await bringUp();
    await expect.poll(async () => (await get("/sources")).status).toBe(200);
    expect(await ask()).toContain("whale oil");
    expect(await server.ingestAndWait("later.txt", "The foghorn came in 1888.")).toMatchObject({
      status: "Completed",
    });
  });

  it("answers 503 when the database falls silent, before a client gives up", async () => {
    expect((await get("/sources")).status).toBe(200);
    relay.silence();
    const body = JSON.stringify({ question: "What lit the lamp of Skerryvore?" });
    // Less than the server's own limit of a statement.
    const signal = AbortSignal.timeout(50_000);
    const answers = await Promise.all([
      get("/sources", { signal }),
      get("/sources/ask-sources", { method: "POST", body, signal }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("5");
    }
    await relay.mend();
    await expect.poll(async () => (await get("/sources")).status, { timeout: 60_000 }).toBe(200);
    expect(await ask()).toContain("whale oil");
  }, 180_000);

  it("keeps the password out of its log", () => {
    expect(logged.filter((line) => line.includes("can't be reached"))).not.toEqual([]);
    expect(logged.filter((line) => line.includes(password()))).toEqual([]);
  });

  const refusal = async (environment: Record<string, string>) => {
    const error = await startServer(environment).then(
      async (started) => {
        await started.close();
        return "it started";
      },
      (reason: Error) => reason.message,
    );
    expect(error).not.toContain(password());
    return error;
  };

  it("refuses a database and a folder that do not belong together", async () => {
    const folder = await mkdtemp(join(tmpdir(), "headwater-test-"));
    const embedded = await mkdtemp(join(tmpdir(), "headwater-test-"));
    try {
      const { dataFolder } = server;
      await server.stop();
      const elsewhere = { HEADWATER_DATABASE: url, HEADWATER_DATA: folder };
      expect(await refusal(elsewhere)).toMatch(/names files, and there are none in/);
      const other = { HEADWATER_DATABASE: await postgres.createDatabase(), HEADWATER_DATA: dataFolder };
      expect(await refusal(other)).toMatch(/belongs to other files than those in/);
      await (await startServer({ HEADWATER_DATA: embedded })).close();
      expect(await refusal({ HEADWATER_DATABASE: url, HEADWATER_DATA: embedded })).toMatch(
        /has a database of its own/,
      );
      server = await startServer({ ...settings(), HEADWATER_DATA: dataFolder }, log);
    } finally {
      for (const made of [folder, embedded]) await rm(made, { recursive: true, force: true });
    }
  });

  it("is what the commands work on; those that know a data folder only say what to do instead", async () => {
    const { dataFolder } = server;
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommand(args, dataFolder, {
        HEADWATER_DATABASE: url,
        HEADWATER_EMBEDDING_MODEL: "none",
      });
      expect(stdout + stderr).not.toContain(password());
      return { code, text: stdout + stderr };
    };
    const [doctor, token, ...refusals] = await Promise.all([
      run("doctor"),
      run("token", "create", "ci"),
      run("backup", join(dataFolder, "..", "copy")),
      run("restore", dataFolder),
      run("recover"),
      run("doctor", "--repair"),
    ]);
    expect(doctor.text).toMatch(
      /ok {4}database: The PostgreSQL database case_1 at .*, version \d+.*; 1 project,/,
    );
    for (const part of ["files: 3 files", "sidecars: each says", "index: 3 document versions, all"])
      expect(doctor.text).toContain(`ok    ${part}`);
    const made = await fetch(`${server.baseUrl}/`, {
      headers: { authorization: `Bearer ${token.text.trim()}` },
    });
    expect(made.status).toBe(200);
    expect(refusals.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    for (const [index, remedy] of ["pg_dump", "pg_restore", "pg_restore", "pg_amcheck"].entries())
      expect(refusals[index]?.text).toContain(remedy);
  });
});
