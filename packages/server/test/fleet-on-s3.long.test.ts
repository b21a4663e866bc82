import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { samplePdf } from "../testing/documents/sample-pdf.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../testing/postgres-server.ts";
import { needsS3, type S3Server, startS3 } from "../testing/s3-server.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const lamp = "The lighthouse keeper of Skerryvore lit the lamp with whale oil until 1846.";

needs("postgres", postgresFolders())("several processes on one database", () => {
  needsS3("and one bucket, with a folder of its own each", () => {
    let postgres: PostgresServer;
    let s3: S3Server;
    let root: string;
    let shared: Record<"HEADWATER_DATABASE" | "HEADWATER_FILES", string>;
    let one: TestServer;
    let other: TestServer;
    let worker: TestServer;
    const start = async (role: string, settings: Record<string, string> = shared) =>
      startServer({
        ...settings,
        HEADWATER_ROLE: role,
        HEADWATER_DATA: await mkdtemp(join(root, `${role}-`)),
      });
    beforeAll(async () => {
      [postgres, s3, root] = await Promise.all([
        startPostgres(),
        startS3(),
        mkdtemp(join(tmpdir(), "headwater-fleet-")),
      ]);
      shared = {
        HEADWATER_DATABASE: await postgres.createDatabase(),
        HEADWATER_FILES: await s3.createBucket(),
        ...s3.keys,
      };
      [one, other, worker] = (await Promise.all(["api", "api", "worker"].map((role) => start(role)))) as [
        TestServer,
        TestServer,
        TestServer,
      ];
    });
    afterAll(async () => {
      await Promise.all([one?.close(), other?.close(), worker?.close()]);
      await Promise.all([postgres?.stop(), s3?.stop()]);
      await rm(root, { recursive: true, force: true });
    });

    const get = (api: TestServer, path: string) =>
      api.fetch(`${api.baseUrl}${path}`, { headers: { authorization: `Bearer ${api.token}` } });
    const readiness = async ({ origin }: TestServer) => {
      const response = await fetch(`${origin}/readyz`);
      return { code: response.status, body: (await response.json()) as object };
    };

    it("say which database and which bucket they reach", async () => {
      for (const each of [one, other, worker])
        expect(await readiness(each)).toMatchObject({
          code: 200,
          body: {
            checks: {
              database: { ok: true, detail: expect.stringMatching(/^PostgreSQL \d/) },
              files: { ok: true, detail: expect.stringMatching(/^s3:\/\/case-.*\/docs\/ at http/) },
            },
          },
        });
    });

    it("serve originals, pictures and elements of what another one was sent, and keep no file in their folders", async () => {
      const pdf = await one.ingest("sample.pdf", samplePdf({ pages: 2, seed: 7, keyword: "lamp" }));
      const { file_id, status } = await other.waitFor(pdf);
      expect(status).toBe("Completed");
      for (const path of ["content", "pages/1/screenshot"]) {
        const [here, there] = await Promise.all([one, other].map((api) => get(api, `/${file_id}/${path}`)));
        expect([here?.status, there?.status]).toEqual([200, 200]);
        expect(await there?.text()).toBe(await here?.text());
      }
      const [here, there] = await Promise.all(
        [one, other].map((api) => api.call<{ items: object[] }>("GET", `/get-elements?file_id=${file_id}`)),
      );
      expect(there?.body).toEqual(here?.body);
      expect(there?.body.items.length).toBeGreaterThan(2);
      for (const { dataFolder } of [one, other, worker])
        for (const folder of ["files", "staging"])
          expect(await readdir(join(dataFolder, folder))).toEqual([]);
    });

    it("answer 503 for what needs the bucket while it is away, and come back by themselves", async () => {
      const { file_id } = await one.ingestAndWait("lamp.txt", lamp);
      await s3.cut();
      for (const api of [one, other]) {
        const original = await get(api, `/${file_id}/content`);
        expect([original.status, original.headers.get("retry-after")]).toEqual([503, "5"]);
      }
      for (const each of [one, other, worker])
        expect(await readiness(each)).toMatchObject({
          code: 503,
          body: { checks: { database: { ok: true }, files: { ok: false } } },
        });
      const { body } = await other.call<{ answer: string }>("POST", "/ask-sources", {
        question: "What lit the lamp of Skerryvore?",
      });
      expect(body.answer).toContain("whale oil");
      const again = await one.call("POST", "/reprocess", { file_id, method: "fast" });
      expect(again.status).toBe(503);
      await s3.mend();
      await expect.poll(async () => (await readiness(worker)).code).toBe(200);
      const { build_id } = (
        await one.call<{ build_id: string }>("POST", "/reprocess", { file_id, method: "fast" })
      ).body;
      expect(await other.waitFor(build_id)).toMatchObject({ status: "Completed" });
      expect((await get(other, `/${file_id}/content`)).status).toBe(200);
    });

    it("keep out one that has its files in another place", async () => {
      const { HEADWATER_FILES: _, ...withoutFiles } = shared;
      await expect(start("api", withoutFiles)).rejects.toThrow(
        /names files, and there are none in .*HEADWATER_FILES/,
      );
      const elsewhere = { ...shared, HEADWATER_FILES: await s3.createBucket() };
      await expect(start("worker", elsewhere)).rejects.toThrow(/names files, and there are none in s3:/);
      // Nothing was uploaded yet.
      const fresh = { ...shared, HEADWATER_DATABASE: await postgres.createDatabase() };
      const first = await start("api", { ...fresh, HEADWATER_FILES: await s3.createBucket() });
      const { HEADWATER_FILES: __, ...freshFolder } = fresh;
      await expect(start("worker", freshFolder)).rejects.toThrow(/keep their files elsewhere, and not in \//);
      const freshBucket = { ...fresh, HEADWATER_FILES: await s3.createBucket() };
      await expect(start("worker", freshBucket)).rejects.toThrow(
        /keep their files elsewhere, and not in s3:/,
      );
      await first.close();
    });
  });
});
