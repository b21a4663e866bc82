import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useFromProcesses } from "../testing/ownership-processes.ts";

test.each([2, 4])("%d processes begin with one new file: no call of 10,000 fails", async (count) => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-owners-"));
  try {
    const reports = await useFromProcesses({ sqlite: join(folder, "owners.db") }, count, 2_500 / count);
    expect(reports.flatMap(({ errors, wrong }) => [...errors, ...wrong])).toEqual([]);
    expect(reports.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThanOrEqual(10_000);
  } finally {
    await rm(folder, { recursive: true });
  }
});
