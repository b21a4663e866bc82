import { watch } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RecordedFolder, unpackDataFolder } from "../testing/data-folders/data-folder-archive.ts";
import { createServiceCaller } from "../testing/service-caller.ts";
import { type ServiceProcess, startServiceProcess } from "../testing/service-process.ts";

const timeoutMs = 60_000;

/** Written by the versions before these, which were killed in the middle of a build. See testing/data-folders. */
const folders = [
  {
    before: "store ids",
    archive: "before-store-identity.zip",
    copy: "headwater.sqlite.before-0002-store-identity",
    addedTable: "store",
    applied: 1,
    followUp: "Who built it?",
    // Each is the name of the file that has just appeared in the folder.
    moments: [
      ["the copy is being made", /before-0002-store-identity\.new$/],
      ["the copy is made", /before-0002-store-identity$/],
      ["the database is marked and the files are about to be", /store\.json\.new$/],
      ["the files are marked", /store\.json$/],
      ["the first sidecar is written", /[0-9a-f]{64}\.json$/],
    ],
  },
  {
    before: "flows",
    archive: "before-flows.zip",
    copy: "headwater.sqlite.before-0012-flows",
    addedTable: "flows",
    applied: 11,
    followUp: "When was it finished?",
    moments: [
      ["the copy is being made", /before-0012-flows\.new$/],
      ["the copy is made", /before-0012-flows$/],
    ],
  },
  {
    before: "tags",
    archive: "before-tags.zip",
    copy: "headwater.sqlite.before-0013-tags",
    addedTable: "source_tags",
    applied: 12,
    followUp: "When was it finished?",
    moments: [
      ["the copy is being made", /before-0013-tags\.new$/],
      ["the copy is made", /before-0013-tags$/],
    ],
  },
] as const;

describe.each(folders)(
  "a data folder from before $before",
  ({ archive, copy, addedTable, applied, followUp, moments }) => {
    let dataFolder: string;
    let recorded: RecordedFolder;
    beforeEach(async () => {
      dataFolder = await mkdtemp(join(tmpdir(), "headwater-older-"));
      recorded = await unpackDataFolder(
        join(import.meta.dirname, "../testing/data-folders", archive),
        dataFolder,
      );
    });
    afterEach(() => rm(dataFolder, { recursive: true, force: true }));

    const start = (signal?: AbortSignal) =>
      startServiceProcess({ dataFolder, token: recorded.tokens.full, ...(signal && { signal }) });
    const inDatabase = <T>(query: string, name = "headwater.sqlite"): T[] => {
      const sqlite = new BetterSqlite(join(dataFolder, name), { readonly: true });
      try {
        return sqlite.prepare(query).pluck().all() as T[];
      } finally {
        sqlite.close();
      }
    };
    const byId = (sources: Record<string, unknown>[]) =>
      Object.fromEntries(sources.map((source) => [source.file_id, source]));
    const call = async (service: ServiceProcess, token: string, path: string, init: RequestInit = {}) =>
      fetch(service.baseUrl + path, {
        ...init,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      });
    const ask = async (service: ServiceProcess, body: object) =>
      (await (
        await call(service, recorded.tokens.full, "/ask-sources", {
          method: "POST",
          body: JSON.stringify(body),
        })
      ).json()) as { answer: string };

    const expectEverything = async (service: ServiceProcess) => {
      const { full, readOnly, expired, otherProject } = recorded.tokens;
      const caller = createServiceCaller(service, full);
      const { buildId, fileId } = recorded.waiting;
      expect(await caller.waitForBuild(buildId, timeoutMs)).toMatchObject({
        status: "Completed",
        file_id: fileId,
      });

      const { [fileId]: waited, ...listed } = byId((await caller.sources()) as never);
      expect(waited).toMatchObject({ file_name: "waiting.txt", build_id: buildId });
      // The latest builds still have their old end times, so nothing was read again.
      expect(listed).toMatchObject(byId(recorded.sources));
      const others = await createServiceCaller(service, otherProject).sources();
      expect(byId(others as never)).toMatchObject(byId(recorded.otherSources));
      for (const [id, elements] of Object.entries(recorded.elements)) {
        expect((await caller.elements(id)).items.map(({ element_id }) => element_id)).toEqual(elements);
      }
      expect(inDatabase("select count(*) from builds")).toEqual([recorded.builds]);

      expect((await call(service, readOnly, "/")).status).toBe(200);
      const deletion = { method: "DELETE", body: JSON.stringify({ file_id: fileId }) };
      expect((await call(service, readOnly, "/delete", deletion)).status).toBe(403);
      expect((await call(service, expired, "/")).status).toBe(401);

      expect(inDatabase("select payload from turns order by turn_id")).toEqual(recorded.turns);
      expect((await ask(service, { question: recorded.question })).answer).toBe(recorded.answer);
    };
    const sidecars = async () =>
      (await readdir(join(dataFolder, "files"), { recursive: true })).filter((name) =>
        /[0-9a-f]{64}\.json$/.test(name),
      );
    const contents = () => inDatabase("select distinct project_id || content_hash from sources").length;

    it("starts unchanged: every file, token, conversation and answer is kept, and nothing is read again", async () => {
      const chunks = inDatabase("select chunk_id from chunks");
      const service = await start();
      try {
        await expectEverything(service);
        expect(inDatabase("select chunk_id from chunks")).toEqual(expect.arrayContaining(chunks));
        const body = { question: followUp, conversation_id: recorded.conversationId };
        // "It" refers to the topic of the conversation before the update.
        expect((await ask(service, body)).answer).toContain("tower");
        await expect.poll(async () => (await sidecars()).length).toBe(contents());
        const mark = JSON.parse(await readFile(join(dataFolder, "files", "store.json"), "utf8"));
        expect(inDatabase("select store_id from store")).toEqual([mark.store_id]);
        expect(await readdir(dataFolder)).not.toContain("holding");
      } finally {
        await service.stop();
      }
    });

    it("is copied before its tables change: one line names the copy, which is whole", async () => {
      const service = await start();
      await service.stop();
      expect(
        service
          .complaints()
          .split("\n")
          .filter((line) => line.includes(copy)),
      ).toHaveLength(1);
      expect(inDatabase("pragma integrity_check", copy)).toEqual(["ok"]);
      expect(inDatabase("select payload from turns order by turn_id", copy)).toEqual(recorded.turns);
      expect(inDatabase(`select name from sqlite_master where name = '${addedTable}'`, copy)).toEqual([]);
      const again = await start();
      await again.stop();
      expect(again.complaints()).not.toContain(copy);
    });

    it("is refused, and left as it is, when its database knows none of its files", async () => {
      const sqlite = new BetterSqlite(join(dataFolder, "headwater.sqlite"));
      sqlite.exec("pragma foreign_keys = off; delete from sources;");
      sqlite.close();
      // Of files that are marked, the mark tells whose they are.
      await rm(join(dataFolder, "files", "store.json"), { force: true });
      const before = await readdir(join(dataFolder, "files"), { recursive: true });
      await expect(start()).rejects.toThrow(/knows none of the files/);
      expect(await readdir(join(dataFolder, "files"), { recursive: true })).toEqual(before);
      expect(inDatabase("select name from kysely_migration")).toHaveLength(applied);
    });

    it.each([...moments])("starts with everything after a kill -9 while %s", async (_case, moment) => {
      const stop = new AbortController();
      // Each folder by itself: a recursive watch misses a file that is there for a moment.
      const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true });
      const folders = entries
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name));
      const watchers = [dataFolder, ...folders].map((folder) =>
        watch(folder, (_event, name) => {
          if (name && moment.test(name)) stop.abort();
        }),
      );
      const interrupted = await start(stop.signal).catch((error: Error) => error);
      if (!(interrupted instanceof Error)) await interrupted.exited;
      for (const watcher of watchers) watcher.close();
      expect(stop.signal.aborted).toBe(true);

      const service = await start();
      try {
        await expectEverything(service);
        await expect.poll(async () => (await sidecars()).length).toBe(contents());
      } finally {
        await service.stop();
      }
    });
  },
);
