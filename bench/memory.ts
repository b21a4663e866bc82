import { setTimeout as pause } from "node:timers/promises";
import { samplePdf } from "../packages/server/testing/documents/sample-pdf.ts";
import { type BuiltService, withDataFolder, withService, withServiceOn } from "./support/built-service.ts";
import { megabytes, milliseconds, printReport } from "./support/report.ts";
import { peakDuring, residentMemory, residentMemoryWithChildren } from "./support/resident-memory.ts";
import { median } from "./support/statistics.ts";
import { streamUpload } from "./support/stream-upload.ts";

/** Memory (RSS) of the built service's process only, and the time from its start until it says that it is ready. */
const starts = 5;
const settleMs = 3_000;
const quietMs = 30_000;
const uploadBytes = 100 * 1024 * 1024;
const uploads = 3;
const longPages = 420;
const restMs = 60_000;

async function startTimes(): Promise<{ empty: number[]; filled: number[] }> {
  const empty: number[] = [];
  const filled: number[] = [];
  // The first start reads the code from disk. Only later starts count.
  await withService({}, async () => {});
  for (let start = 0; start < starts; start += 1) {
    await withDataFolder(async (dataFolder) => {
      await withServiceOn(dataFolder, {}, async ({ process, caller }) => {
        empty.push(process.readyMs);
        await caller.waitForBuild(
          await caller.ingest("report.pdf", samplePdf({ pages: 20, seed: 1 })),
          60_000,
        );
      });
      await withServiceOn(dataFolder, {}, async ({ process }) => {
        filled.push(process.readyMs);
      });
    });
  }
  return { empty, filled };
}

async function idleMemory({ process, caller }: BuiltService): Promise<{ ready: number; quiet: number }> {
  await pause(settleMs);
  const ready = residentMemory(process.pid);
  const build = await caller.waitForBuild(
    await caller.ingest("report.pdf", samplePdf({ pages: 20, seed: 1 })),
    60_000,
  );
  if (build.status !== "Completed") throw new Error(`The build ended ${build.status}: ${build.error}`);
  await caller.ask("What exceeded the harbour?");
  await pause(quietMs);
  return { ready, quiet: residentMemory(process.pid) };
}

/** Bytes that are not a document: their build ends at once. It is waited for before the next upload. */
async function uploadGrowth({ process, caller, token }: BuiltService): Promise<number[]> {
  const growth: number[] = [];
  for (let upload = 1; upload <= uploads; upload += 1) {
    await pause(settleMs);
    const before = residentMemory(process.pid);
    const sent = streamUpload({ baseUrl: process.baseUrl, token }, `large-${upload}.pdf`, uploadBytes);
    const { result, peak } = await peakDuring(process.pid, sent);
    if (result.status !== 200) throw new Error(`The upload was answered ${result.status}: ${result.body}`);
    growth.push(peak - before);
    await caller.waitForBuild((JSON.parse(result.body) as { build_id: string }).build_id, 60_000);
  }
  return growth;
}

/** A long PDF on its way, and the minute after, when the most may still come. What the service started counts, too. */
async function longPdf({ process, caller }: BuiltService): Promise<{ peak: number; after: number }> {
  const bytes = samplePdf({ pages: longPages, seed: 1 });
  const read = async () => {
    const build = await caller.waitForBuild(await caller.ingest("long.pdf", bytes, "fast"), 120_000);
    if (build.status !== "Completed") throw new Error(`The build ended ${build.status}: ${build.error}`);
    await pause(restMs);
  };
  const { peak } = await peakDuring(process.pid, read(), residentMemoryWithChildren);
  return { peak, after: residentMemoryWithChildren(process.pid) };
}

const { empty, filled } = await startTimes();
const { ready, quiet } = await withService({}, idleMemory);
const growth = await withService({}, uploadGrowth);
const long = await withService({ HEADWATER_WORKERS: "1" }, longPdf);
const maxGrowth = Math.max(...growth);
const idleAim = 200 * 1024 ** 2;

printReport([
  { what: "idle memory, after ready", measured: megabytes(ready), aim: "≤ 200 MB", met: ready <= idleAim },
  {
    what: `idle memory, ${quietMs / 1000} s after one document and one question`,
    measured: megabytes(quiet),
    aim: "≤ 200 MB",
    met: quiet <= idleAim,
  },
  {
    what: "start to ready, new data folder",
    measured: `${milliseconds(median(empty))} (max ${milliseconds(Math.max(...empty))})`,
    aim: "≤ 2 s",
    met: median(empty) <= 2_000,
  },
  {
    what: "start to ready, data folder in use before",
    measured: `${milliseconds(median(filled))} (max ${milliseconds(Math.max(...filled))})`,
    aim: "≤ 2 s",
    met: median(filled) <= 2_000,
  },
  {
    what: "growth while a 100 MB upload streams in",
    measured: `+ ${megabytes(maxGrowth)}`,
    against: "idle, just before it",
    aim: "+ ≤ 30 MB",
    met: maxGrowth <= 30 * 1024 ** 2,
  },
  {
    what: `service and children, maximum while ${longPages} pages are read and after`,
    measured: megabytes(long.peak),
    aim: "≤ 600 MB",
    met: long.peak <= 600 * 1024 ** 2,
  },
  {
    what: "the same, a minute after",
    measured: megabytes(long.after),
    aim: "≤ 250 MB",
    met: long.after <= 250 * 1024 ** 2,
  },
]);
console.log(
  `Starts: median of ${starts}. Uploads one after another: + ${growth.map(megabytes).join(", + ")}.`,
);
