import { watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type OlderFolder, openOlderFolder } from "../testing/data-folders/older-folder.ts";

/** Each moment is when a file with this name has just appeared in the folder. */
const folders = [
  {
    archive: "before-store-identity.zip",
    moments: [
      ["the copy is being made", /before-0002-store-identity\.new$/],
      ["the copy is made", /before-0002-store-identity$/],
      ["the database is marked and the files are about to be", /store\.json\.new$/],
      ["the files are marked", /store\.json$/],
      ["the first sidecar is written", /[0-9a-f]{64}\.json$/],
    ],
  },
  {
    archive: "before-flows.zip",
    moments: [
      ["the copy is being made", /before-0012-flows\.new$/],
      ["the copy is made", /before-0012-flows$/],
    ],
  },
] as const;

describe.each(folders)("the first start in the data folder of $archive", ({ archive, moments }) => {
  let older: OlderFolder;
  afterEach(() => older?.remove());

  it.each([...moments])("loses nothing by a kill -9 while %s", async (_case, moment) => {
    older = await openOlderFolder(archive);
    const { dataFolder, start } = older;
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
      await older.expectEverything(service);
    } finally {
      await service.stop();
    }
  });
});
