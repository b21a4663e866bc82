import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assertRecovered } from "../testing/crash/assert-recovered.ts";
import { crashDocuments } from "../testing/crash/crash-documents.ts";
import { crashingRuns } from "../testing/crash/crashing-runs.ts";
import { seededRandom } from "../testing/documents/seeded-random.ts";

const token = "crash-token-0123456789";

// A small run for every test run. The full matrix is in crash.long.test.ts.
test("a service killed while it processes documents loses none of them", { timeout: 180_000 }, async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "headwater-crash-"));
  try {
    const random = seededRandom(20);
    const documents = crashDocuments(random, [
      { extension: "pdf", size: 30 },
      { extension: "docx", size: 4 },
    ]);
    const acknowledged = await crashingRuns({ dataFolder, token, random, documents }, () => {});
    expect(acknowledged.length).toBeGreaterThanOrEqual(documents.length);
    await assertRecovered({ dataFolder, token }, documents, acknowledged);
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});
