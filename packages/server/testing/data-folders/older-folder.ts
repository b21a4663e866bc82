import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { expect } from "vitest";
import { createServiceCaller } from "../service-caller.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";
import { type RecordedFolder, unpackDataFolder } from "./data-folder-archive.ts";

const timeoutMs = 200_000;

/** Written by the versions before these, which were killed in the middle of a build. */
export const olderFolders = [
  {
    before: "store ids",
    archive: "before-store-identity.zip",
    copy: "headwater.sqlite.before-0002-store-identity",
    addedTable: "store",
    applied: 1,
    followUp: "Who built it?",
  },
  {
    before: "flows",
    archive: "before-flows.zip",
    copy: "headwater.sqlite.before-0012-flows",
    addedTable: "flows",
    applied: 11,
    followUp: "When was it finished?",
  },
  {
    before: "tags",
    archive: "before-tags.zip",
    copy: "headwater.sqlite.before-0013-tags",
    addedTable: "source_tags",
    applied: 12,
    followUp: "When was it finished?",
  },
] as const;

export type OlderFolder = Awaited<ReturnType<typeof openOlderFolder>>;

/** A copy of a folder that an older version wrote, and what must be in it after an update. */
export async function openOlderFolder(archive: string) {
  const dataFolder = await mkdtemp(join(tmpdir(), "headwater-older-"));
  const recorded: RecordedFolder = await unpackDataFolder(join(import.meta.dirname, archive), dataFolder);

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
  const call = async (service: ServiceProcess, token: string, path: string, init: RequestInit = {}) =>
    fetch(service.baseUrl + path, {
      ...init,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
  const ask = async (service: ServiceProcess, body: object) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    const answer = await call(service, recorded.tokens.full, "/ask-sources", init);
    return (await answer.json()) as { answer: string };
  };
  const sidecars = async () =>
    (await readdir(join(dataFolder, "files"), { recursive: true })).filter((name) =>
      /[0-9a-f]{64}\.json$/.test(name),
    );

  return {
    ...{ dataFolder, recorded, start, inDatabase, ask },
    /** Fails unless the service has all that the older version had stored, and reads nothing again. */
    async expectEverything(service: ServiceProcess) {
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
      const contents = inDatabase("select distinct project_id || content_hash from sources").length;
      await expect.poll(async () => (await sidecars()).length).toBe(contents);
    },
    remove: () => rm(dataFolder, { recursive: true, force: true }),
  };
}

const byId = (sources: Record<string, unknown>[]) =>
  Object.fromEntries(sources.map((source) => [source.file_id, source]));
