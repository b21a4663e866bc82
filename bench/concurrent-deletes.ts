import { withDataFolder, withServiceOn } from "./support/built-service.ts";
import { noteText } from "./support/note-text.ts";
import { milliseconds, printReport } from "./support/report.ts";
import { median, percentile } from "./support/statistics.ts";

/** Several clients delete thousands of documents at once: how fast it is. */
const deletes = Number(process.argv[2] ?? 5_000);
const remaining = Number(process.argv[3] ?? 1_000);
const clients = 8;

/** Runs the work for each item. As many items run at once as there are clients. */
async function byClients<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
}

await withDataFolder(async (dataFolder) => {
  const deleteMs: number[] = [];
  const seconds = await withServiceOn(dataFolder, {}, async ({ caller }) => {
    const fileIds: string[] = [];
    await byClients([...Array(deletes + remaining).keys()], async (seed) => {
      const build = await caller.waitForBuild(
        await caller.ingest(`note-${seed}.md`, noteText(seed)),
        120_000,
      );
      if (build.file_id) fileIds.push(build.file_id);
    });
    const started = performance.now();
    await byClients(fileIds.slice(0, deletes), async (fileId) => {
      const begun = performance.now();
      await caller.remove(fileId);
      deleteMs.push(performance.now() - begun);
    });
    return (performance.now() - started) / 1_000;
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
  ]);
});
