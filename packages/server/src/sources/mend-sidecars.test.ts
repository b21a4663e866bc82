import { beforeEach, expect, it } from "vitest";
import { createInProcessLock } from "../adapters/memory/in-process-lock.ts";
import type { Content } from "../ports/blob-store.ts";
import type { SidecarStore } from "../ports/sidecar-store.ts";
import { mendSidecars } from "./mend-sidecars.ts";
import type { SourceStore } from "./source-store.ts";

const now = new Date("2026-01-10T00:00:00.000Z");
const lastYear = new Date("2025-01-10T00:00:00.000Z");
const yesterday = new Date("2026-01-09T00:00:00.000Z");

/** What the store knows, by content hash; sidecars are given with the time at which they were written. */
let written: Record<string, Date>;
let builtSince: string[];
let mendedAt: Date | null;
let mended: string[];
beforeEach(() => {
  written = { old: lastYear, older: lastYear };
  builtSince = [];
  mendedAt = yesterday;
  mended = [];
});

const content = (contentHash: string): Content => ({ projectId: "project", contentHash });

const mend = (signal = new AbortController().signal) =>
  mendSidecars(
    {
      sources: {
        contentsInUse: async () => ["old", "older", "lost"].map(content),
        contentsBuiltSince: async () => builtSince.map(content),
        sidecarsMendedAt: async () => mendedAt,
        setSidecarsMended: async (moment: Date) => {
          mendedAt = moment;
        },
      } as unknown as SourceStore,
      sidecars: {
        async *listWritten() {
          for (const [hash, writtenAt] of Object.entries(written)) yield { ...content(hash), writtenAt };
        },
      } as unknown as SidecarStore,
      keepSidecar: async ({ contentHash }) => void mended.push(contentHash),
      lock: createInProcessLock(),
      clock: { now: () => now },
    },
    signal,
  );

it("looks at all sidecars where it was never done, and where the clock went back", async () => {
  for (const moment of [null, new Date("2026-01-11T00:00:00.000Z")]) {
    mended = [];
    mendedAt = moment;
    await mend();
    expect(mended).toEqual(["old", "older", "lost"]);
    expect(mendedAt).toEqual(now);
  }
});

it("looks only at those that are missing, were written since, or have a build since", async () => {
  written = { ...written, written: yesterday };
  builtSince = ["older"];
  await mend();
  expect(mended.toSorted()).toEqual(["lost", "older", "written"]);
  expect(mendedAt).toEqual(now);
});

it("looks an hour further back than it was done, as clocks and disks are late", async () => {
  written = { ...written, late: new Date(yesterday.getTime() - 1_800_000) };
  await mend();
  expect(mended).toContain("late");
});

it("is not done while it was cut short", async () => {
  await mend(AbortSignal.abort());
  expect(mended).toEqual([]);
  expect(mendedAt).toEqual(yesterday);
});
