import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeWordIndex } from "../../../testing/contracts/word-index.contract.ts";
import { openIndexedProject } from "../../../testing/indexed-project.ts";

describeWordIndex("in the database");

describe("the segments of the words' index", () => {
  let folder: string;
  let project: Awaited<ReturnType<typeof openIndexedProject>>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-words-"));
    project = await openIndexedProject(join(folder, "headwater.sqlite"));
  });
  afterEach(async () => {
    await project.close();
    await rm(folder, { recursive: true });
  });

  it("keeps no term of what was deleted in its segments once they are cleared", async () => {
    const gone = await project.add(["secretword shared"]);
    await project.add(["shared"]);
    await project.seal();
    expect(project.storedHashes().has(project.hashOf("secretword"))).toBe(true);
    await project.stores.sources.remove(project.projectId, gone.fileId);
    await project.index.clear();
    expect(project.storedHashes().has(project.hashOf("secretword"))).toBe(false);
    expect(project.storedHashes().has(project.hashOf("shared"))).toBe(true);
  });

  it("is made again from the chunks when a segment is damaged", async () => {
    const { chunks } = await project.add(["shared"]);
    await project.seal();
    project.damageSegments();
    project.restart();
    expect(await project.found(["shared"])).toEqual([]);
    expect(project.damages).toHaveLength(1);
    await project.indexUnindexed();
    expect(await project.found(["shared"])).toEqual([chunks[0]?.chunkId]);
  });

  it("lists what it lacks and drops what it should not have, when it is compared with the database", async () => {
    const lost = await project.add(["shared lost"]);
    await project.add(["shared kept"]);
    await project.seal();
    project.loseSegments();
    project.restart();
    const { missing } = await project.index.compare(project.projectId);
    expect(missing).toBe(2);
    await project.indexUnindexed();
    expect(await project.found(["lost"])).toEqual([lost.chunks[0]?.chunkId]);
    expect(await project.index.compare(project.projectId)).toEqual({ missing: 0, leftOver: 0 });
  });
});
