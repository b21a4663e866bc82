import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { openVolume, type Volume } from "../testing/fleet/volume.ts";
import { isRunning } from "../testing/is-running.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../testing/postgres-server.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

needs("postgres", postgresFolders())("a service whose PostgreSQL has a full disk", () => {
  let folder: string;
  /** Null where this user may not mount one: then there is nothing to test. */
  let volume: Volume | null;
  let postgres: PostgresServer | undefined;
  let server: TestServer | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-full-"));
    volume = await openVolume(folder);
    if (!volume) return;
    postgres = await startPostgres({ isDurable: true, parent: folder });
    server = await startServer({ HEADWATER_DATABASE: await postgres.createDatabase() });
  });
  afterAll(async () => {
    await server?.close();
    await postgres?.stop();
    await volume?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("refuses what can't be stored, keeps what it acknowledged, and goes on by itself once there is room", async (test) => {
    if (!volume || !postgres || !server) return test.skip("needs the right to mount a disk");
    const { baseUrl, token, call, ingest, ingestAndWait, waitFor } = server;
    await ingestAndWait(
      "lamp.txt",
      "The lighthouse keeper of Skerryvore lit the lamp with whale oil until 1846.",
    );
    // Beside the check of answers: the spec has no 507 of a question.
    const ask = () =>
      fetch(`${baseUrl}/ask-sources`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ question: "What lit the lamp of Skerryvore?" }),
      });
    await volume.fill();
    const acknowledged: string[] = [];
    const refusals = new Set<unknown>();
    // Until the database refuses: what it has room for in its pages and its log it takes.
    for (let at = 0; at < 2_000 && refusals.size === 0; at += 1) {
      const text = Array.from({ length: 4_000 }, (_, word) => `buoy${at}x${word}`).join(" ");
      await ingest(`buoy-${at}.txt`, text).then(
        (buildId) => acknowledged.push(buildId),
        (error: { status?: number }) => refusals.add(error.status),
      );
    }
    // 503 where its log has no room: then it ends.
    expect([...refusals].filter((status) => status !== 507 && status !== 503)).toEqual([]);
    expect(refusals.size).toBe(1);
    expect([200, 503, 507]).toContain((await ask()).status);
    await volume.free();
    if (!isRunning(folder)) await postgres.restart();
    await expect.poll(async () => (await call("GET", "/")).status, { timeout: 60_000 }).toBe(200);
    for (const buildId of acknowledged) expect(await waitFor(buildId)).toMatchObject({ status: "Completed" });
    expect(await ingestAndWait("bell.txt", "The bell weighs a ton.")).toMatchObject({ status: "Completed" });
    expect(await (await ask()).text()).toContain("whale oil");
  }, 300_000);
});
