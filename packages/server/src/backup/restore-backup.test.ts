import { expect, it } from "vitest";
import { type CheckedBackup, refuseWithoutSpace } from "./restore-backup.ts";

const backup = { bytes: 100_000_000 } as CheckedBackup;
const diskWith = (free: number) => ({ freeBytes: async () => free });

it("refuses to restore without enough space, and says how much it needs", async () => {
  await expect(refuseWithoutSpace(backup, diskWith(101_000_000))).rejects.toThrow(
    /^The restored folder needs \d+ MB and its disk has 101 MB free\. Make room, or set HEADWATER_DATA/,
  );
  await refuseWithoutSpace(backup, diskWith(200_000_000));
});
