import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { createManualTimer } from "../../../testing/manual-timer.ts";
import { createDiskReserve } from "./disk-reserve.ts";
import { openStorageSpace } from "./storage-space.ts";

async function diskWith(free: number) {
  const disk = { free, broken: false };
  const { timer, pass } = createManualTimer(createManualClock());
  const measure = async () => {
    if (disk.broken) throw new Error("EIO");
    return disk.free;
  };
  const kept = { taken: false };
  const reserve = {
    size: 20,
    take: async () => {
      kept.taken = true;
    },
    give: async () => {
      kept.taken = false;
    },
  };
  const space = await openStorageSpace({ folder: "/data", reserveBytes: 100, reserve, timer, measure });
  return { disk, space, pass, kept };
}

it("grants space down to the reserve and counts each running upload once", async () => {
  const { space } = await diskWith(1_000);
  expect(await space.hold(901)).toBeNull();
  const first = await space.hold(600);
  expect(await space.hold(301)).toBeNull();
  first?.();
  first?.();
  expect(await space.hold(900)).not.toBeNull();
  expect(await space.hold(1)).toBeNull();
});

it("notices without an upload that the disk became full and that space was freed", async () => {
  const { disk, space, pass } = await diskWith(1_000);
  expect(space.isFull()).toBe(false);
  disk.free = 99;
  await pass(5_000);
  expect(space.isFull()).toBe(true);
  disk.free = 100;
  await pass(5_000);
  expect(space.isFull()).toBe(false);
});

it("takes a reserve while there is plenty, keeps it on a full disk, and gives it when nothing is left", async () => {
  const { disk, pass, kept } = await diskWith(1_000);
  const takenAt = async (free: number) => {
    disk.free = free;
    await pass(5_000);
    return kept.taken;
  };
  expect(kept.taken).toBe(true);
  expect(await takenAt(50)).toBe(true);
  expect(await takenAt(9)).toBe(false);
  expect(await takenAt(100)).toBe(false);
  expect(await takenAt(120)).toBe(true);
});

it("takes its reserve in a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-reserve-"));
  try {
    const path = join(folder, "reserve");
    const reserve = createDiskReserve(path, 5_000_000);
    await reserve.take();
    expect((await stat(path)).size).toBe(reserve.size);
    expect(reserve.size).toBeGreaterThan(300_000);
    await reserve.give();
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("measures at an upload only where the last measurement left less than plenty", async () => {
  const { disk, space, pass } = await diskWith(2_000_000_000);
  disk.free = 0;
  expect(await space.hold(999_999_900)).not.toBeNull();
  expect(await space.hold(1)).toBeNull();
  disk.free = 2_000_000_000;
  await pass(5_000);
  disk.free = 0;
  expect(await space.hold(1_000_000_000)).toBeNull();
});

it("keeps the last measurement when the disk can't be measured", async () => {
  const { disk, space } = await diskWith(1_000);
  disk.broken = true;
  expect(await space.hold(500)).not.toBeNull();
});

it("measures the disk of a real folder", async () => {
  const { timer } = createManualTimer(createManualClock());
  const reserve = { size: 0, take: async () => {}, give: async () => {} };
  const open = (reserveBytes: number) => openStorageSpace({ folder: "/", reserveBytes, reserve, timer });
  expect((await open(0)).isFull()).toBe(false);
  expect((await open(2 ** 60)).isFull()).toBe(true);
});
