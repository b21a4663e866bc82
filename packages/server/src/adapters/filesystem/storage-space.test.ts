import { expect, it } from "vitest";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { createManualTimer } from "../../../testing/manual-timer.ts";
import { openStorageSpace } from "./storage-space.ts";

async function diskWith(free: number) {
  const disk = { free, broken: false };
  const { timer, pass } = createManualTimer(createManualClock());
  const measure = async () => {
    if (disk.broken) throw new Error("EIO");
    return disk.free;
  };
  const space = await openStorageSpace({ folder: "/data", reserveBytes: 100, timer, measure });
  return { disk, space, pass };
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

it("keeps the last measurement when the disk can't be measured", async () => {
  const { disk, space } = await diskWith(1_000);
  disk.broken = true;
  expect(await space.hold(500)).not.toBeNull();
});

it("measures the disk of a real folder", async () => {
  const { timer } = createManualTimer(createManualClock());
  const open = (reserveBytes: number) => openStorageSpace({ folder: "/", reserveBytes, timer });
  expect((await open(0)).isFull()).toBe(false);
  expect((await open(2 ** 60)).isFull()).toBe(true);
});
