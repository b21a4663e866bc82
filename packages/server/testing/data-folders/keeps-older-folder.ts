import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OlderFolder, type olderFolders, openOlderFolder } from "./older-folder.ts";

type WrittenFolder = (typeof olderFolders)[number];

/** What an update keeps of a data folder that an older version wrote. */
export const keepsOlderFolder = ({ before, archive, copy, addedTable, applied, followUp }: WrittenFolder) =>
  describe(`a data folder from before ${before}`, () => {
    let older: OlderFolder;
    beforeEach(async () => {
      older = await openOlderFolder(archive);
    });
    afterEach(() => older?.remove());

    it("starts unchanged, after its tables were copied: everything is kept, and nothing is read again", async () => {
      const { dataFolder, recorded, start, inDatabase, ask } = older;
      const chunks = inDatabase("select chunk_id from chunks");
      const service = await start();
      try {
        await older.expectEverything(service);
        expect(inDatabase("select chunk_id from chunks")).toEqual(expect.arrayContaining(chunks));
        const body = { question: followUp, conversation_id: recorded.conversationId };
        // "It" refers to the topic of the conversation before the update.
        expect((await ask(service, body)).answer).toContain("tower");
        const mark = JSON.parse(await readFile(join(dataFolder, "files", "store.json"), "utf8"));
        expect(inDatabase("select store_id from store")).toEqual([mark.store_id]);
        expect(await readdir(dataFolder)).not.toContain("holding");
      } finally {
        await service.stop();
      }
      // One line names the copy, which is whole.
      const lines = service.complaints().split("\n");
      expect(lines.filter((line) => line.includes(copy))).toHaveLength(1);
      expect(inDatabase("pragma integrity_check", copy)).toEqual(["ok"]);
      expect(inDatabase("select payload from turns order by turn_id", copy)).toEqual(recorded.turns);
      expect(inDatabase(`select name from sqlite_master where name = '${addedTable}'`, copy)).toEqual([]);
      const again = await start();
      await again.stop();
      expect(again.complaints()).not.toContain(copy);
    });

    it("is refused, and left as it is, when its database knows none of its files", async () => {
      const { dataFolder, start, inDatabase } = older;
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
  });
