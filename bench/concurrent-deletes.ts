import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { folderBytes } from "../packages/server/testing/folder-bytes.ts";
import type { ServiceCaller } from "../packages/server/testing/service-caller.ts";
import { withDataFolder, withServiceOn } from "./support/built-service.ts";
import { noteQuestion, noteText } from "./support/note-text.ts";
import { megabytes, milliseconds, printReport } from "./support/report.ts";
import { median, percentile } from "./support/statistics.ts";

/** Several clients delete thousands of documents at once: how fast it is, and how large the index is afterwards. */
const deletes = Number(process.argv[2] ?? 5_000);
const remaining = Number(process.argv[3] ?? 1_000);
const clients = 8;
const quietMs = Number(process.argv[4] ?? 15_000);

/** Runs the work for each item. As many items run at once as there are clients. */
async function byClients<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
}

/** Waits until the size of the folder stays the same for a while, for at most five minutes. */
async function bytesAtRest(folder: string): Promise<number> {
  let before = -1;
  for (let look = 0; look < 300_000 / quietMs; look++) {
    const now = await folderBytes(folder);
    if (now === before) break;
    before = now;
    await pause(quietMs);
  }
  return before;
}

async function whole(caller: ServiceCaller): Promise<void> {
  for (let look = 0; look < 600; look++) {
    const { index } = (await (await caller.ready()).json()) as { index: { state: string; total: number } };
    if (index.state === "ready" && look > 4) return;
    await pause(500);
  }
  throw new Error("The index was not rebuilt within five minutes");
}

await withDataFolder(async (dataFolder) => {
  const indexFolder = join(dataFolder, "index");
  const deleteMs: number[] = [];
  const { seconds, maxBytes, after } = await withServiceOn(dataFolder, {}, async ({ caller }) => {
    const fileIds: string[] = [];
    await byClients([...Array(deletes + remaining).keys()], async (seed) => {
      const build = await caller.waitForBuild(
        await caller.ingest(`note-${seed}.md`, noteText(seed)),
        120_000,
      );
      if (build.file_id) fileIds.push(build.file_id);
    });
    let maxBytes = 0;
    const watch = setInterval(async () => {
      maxBytes = Math.max(maxBytes, await folderBytes(indexFolder));
    }, 500);
    const started = performance.now();
    await byClients(fileIds.slice(0, deletes), async (fileId) => {
      const begun = performance.now();
      await caller.remove(fileId);
      deleteMs.push(performance.now() - begun);
    });
    const seconds = (performance.now() - started) / 1_000;
    clearInterval(watch);
    return { seconds, maxBytes, after: await bytesAtRest(indexFolder) };
  });
  await rm(indexFolder, { recursive: true });
  const rebuilt = await withServiceOn(dataFolder, {}, async ({ caller }) => {
    await whole(caller);
    await caller.ask(noteQuestion(1));
    return bytesAtRest(indexFolder);
  });
  const rate = deletes / seconds;
  printReport([
    {
      what: `${deletes} deletes by ${clients} clients`,
      measured: `${rate.toFixed(0)} a second (${seconds.toFixed(1)} s)`,
      aim: "≥ 200/s",
      met: rate >= 200,
    },
    {
      what: "a delete, p50 and p99",
      measured: `${milliseconds(median(deleteMs))}, ${milliseconds(percentile(deleteMs, 0.99))}`,
    },
    {
      what: `index size afterwards, ${remaining} documents left (largest meanwhile ${megabytes(maxBytes)})`,
      measured: megabytes(after),
      against: `${megabytes(rebuilt)} rebuilt`,
      aim: "≤ 1.5×",
      met: after <= rebuilt * 1.5,
    },
  ]);
});
