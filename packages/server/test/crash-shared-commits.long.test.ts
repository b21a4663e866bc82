import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { assertRecovered } from "../testing/crash/assert-recovered.ts";
import { crashDocuments } from "../testing/crash/crash-documents.ts";
import type { Acknowledged, CrashDocument } from "../testing/crash/crashing-runs.ts";
import { between, seededRandom } from "../testing/documents/seeded-random.ts";
import { createServiceCaller } from "../testing/service-caller.ts";
import { startServiceProcess } from "../testing/service-process.ts";

const token = "crash-token-0123456789";
const batches = 2;
const documentsPerBatch = 60;
const clients = 6;

/** Uploads with several clients until the service is gone, and answers what it acknowledged. */
async function uploadUntilKilled(
  service: Parameters<typeof createServiceCaller>[0],
  documents: CrashDocument[],
  onFirst: () => void,
): Promise<Acknowledged[]> {
  const caller = createServiceCaller(service, token);
  const acknowledged: Acknowledged[] = [];
  const waiting = [...documents];
  const client = async () => {
    for (let document = waiting.shift(); document; document = waiting.shift()) {
      // A call that the kill cuts off was not acknowledged.
      const buildId = await caller.ingest(document.fileName, document.bytes).catch(() => null);
      if (buildId === null) return;
      acknowledged.push({ buildId, document });
      if (acknowledged.length === 1) onFirst();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return acknowledged;
}

// Uploads, versions and ends of small documents share their commits, and builds wait for the disk together. A batch is
// killed twice: once while it is uploaded, once while what was interrupted is done again. A build may be interrupted that often.
test("many small sources, the service killed twice a batch: each acknowledged one is there, and Completed", {
  timeout: 20 * 60_000,
}, async () => {
  const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1e9));
  console.log(`CRASH_SEED=${seed} repeats this choice of moments`);
  const random = seededRandom(seed);
  const dataFolder = await mkdtemp(join(tmpdir(), "headwater-crash-"));
  const plans = Array.from(
    { length: batches * documentsPerBatch },
    () => ({ extension: "txt", size: 1 }) as const,
  );
  const documents = crashDocuments(random, plans);
  const acknowledged: Acknowledged[] = [];
  try {
    for (let batch = 0; batch < batches; batch += 1) {
      const [first, second] = [between(random, 0, 3_000), between(random, 0, 500)];
      const service = await startServiceProcess({ dataFolder, token });
      const begun = Promise.withResolvers<void>();
      const from = batch * documentsPerBatch;
      const uploads = uploadUntilKilled(
        service,
        documents.slice(from, from + documentsPerBatch),
        begun.resolve,
      );
      await begun.promise;
      // Only the moment of the kill is random. Nothing waits for this time to pass.
      await after(first);
      await service.kill();
      const sent = await uploads;
      acknowledged.push(...sent);
      const again = await startServiceProcess({ dataFolder, token });
      await after(second);
      await again.kill();
      // What the two kills interrupted ends before the next batch.
      const quiet = await startServiceProcess({ dataFolder, token });
      const caller = createServiceCaller(quiet, token);
      for (const { buildId } of sent)
        expect((await caller.waitForBuild(buildId, 240_000)).status).toBe("Completed");
      await quiet.kill();
      console.log(`batch ${batch + 1}: killed after ${first} and ${second} ms, ${sent.length} acknowledged`);
    }
    const ended = await assertRecovered({ dataFolder, token }, documents, acknowledged);
    expect(ended).toEqual({ completed: acknowledged.length, givenUp: 0 });
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});
