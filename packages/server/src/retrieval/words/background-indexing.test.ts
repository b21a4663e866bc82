import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { openIndexedProject } from "../../../testing/indexed-project.ts";
import { createManualTimer } from "../../../testing/manual-timer.ts";
import { hashTerms } from "../../text/term-hash.ts";
import { type BackgroundIndexing, createBackgroundIndexing } from "./background-indexing.ts";
import type { CutTerms } from "./cut-terms.ts";

describe("indexing what the words' index lacks, in the background", () => {
  let folder: string;
  let project: Awaited<ReturnType<typeof openIndexedProject>>;
  let indexing: BackgroundIndexing | undefined;
  const { timer, pass } = createManualTimer(createManualClock());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-indexing-"));
    project = await openIndexedProject(join(folder, "headwater.sqlite"));
  });
  afterEach(async () => {
    await indexing?.stop();
    await project.close();
    await rm(folder, { recursive: true });
  });

  const cut: CutTerms = async (chunks) => chunks.map(({ text }) => hashTerms(text.split(" ")));
  const begin = (cutTerms: CutTerms = cut) => {
    const log: string[] = [];
    indexing = createBackgroundIndexing({
      ...project.stores,
      index: {
        search: (_project, { fileIds, ...query }) =>
          project.search(query.terms, { ...query, ...(fileIds && { fileIds: fileIds.join() }) }),
        searchAll: async () => [],
        compare: (projectId) => project.index.compare(projectId),
      },
      cutTerms,
      timer,
      isOurs: () => true,
      onWhole: async () => void log.push("whole"),
      log: {
        indexing: (done, total) => log.push(`${done} of ${total}`),
        indexed: (total) => log.push(`indexed ${total}`),
        failed: (error) => log.push(`failed: ${(error as Error).message}`),
        warned: (_project, text) => log.push(text),
      },
    });
    indexing.start();
    const { index, progress } = indexing;
    const found = async (term: string) =>
      (await index.search(project.projectId, { terms: [term], limit: 10 })).map(({ chunkId }) => chunkId);
    return { log, found, progress };
  };
  /** A data folder of an older version: chunks without terms, which its first start lists as unindexed. */
  const addOld = async (...texts: string[]) => {
    const versions = [];
    for (const text of texts) versions.push(await project.add([text], { withoutTerms: true }));
    project.listUnindexed();
    return versions.map(({ chunks }) => chunks[0]?.chunkId);
  };
  const ready = (progress: BackgroundIndexing["progress"]) =>
    expect.poll(() => progress().state).toBe("ready");

  it("answers from what is indexed until an old folder is, and from all of it afterwards", async () => {
    const [first, second] = await addOld("shared first", "shared second");
    const hold = Promise.withResolvers<void>();
    let cuts = 0;
    const { log, found, progress } = begin(async (chunks) => {
      if (cuts++ > 0) await hold.promise;
      return cut(chunks);
    });
    await expect.poll(() => progress()).toEqual({ state: "rebuilding", done: 1, total: 2 });
    // What is uploaded meanwhile is indexed at once, and of the old folder the newest document came first.
    const { chunks } = await project.add(["shared new"]);
    expect((await found("shared")).sort()).toEqual([second, chunks[0]?.chunkId].sort());
    expect(log).toEqual(["0 of 2"]);
    hold.resolve();
    await ready(progress);
    expect((await found("shared")).sort()).toEqual([first, second, chunks[0]?.chunkId].sort());
    await expect.poll(() => log).toEqual(["0 of 2", "indexed 2", "whole"]);
  });

  it("waits with a question for the indexing of its project that is about to end", async () => {
    const [old] = await addOld("shared old");
    const hold = Promise.withResolvers<void>();
    const { found, progress } = begin(async (chunks) => {
      await hold.promise;
      return cut(chunks);
    });
    await expect.poll(() => progress().state).toBe("rebuilding");
    const asked = found("shared");
    hold.resolve();
    expect(await asked).toEqual([old]);
  });

  it("goes on after a failure with the next look, and says what failed", async () => {
    const [old] = await addOld("shared old");
    let fails = true;
    const { log, found, progress } = begin(async (chunks) => {
      if (fails) throw new Error("no memory");
      return cut(chunks);
    });
    await expect.poll(() => log).toContain("failed: no memory");
    fails = false;
    await pass(60_000);
    await ready(progress);
    expect(await found("shared")).toEqual([old]);
  });

  it("indexes nothing of what was deleted before its turn", async () => {
    const { fileId } = await project.add(["shared old"], { withoutTerms: true });
    project.listUnindexed();
    const hold = Promise.withResolvers<void>();
    const { found, progress } = begin(async (chunks) => {
      await hold.promise;
      return cut(chunks);
    });
    await expect.poll(() => progress().state).toBe("rebuilding");
    await project.stores.sources.remove(project.projectId, fileId);
    hold.resolve();
    await ready(progress);
    expect(await found("shared")).toEqual([]);
  });
});
