import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assertRecovered } from "../testing/crash/assert-recovered.ts";
import { crashDocuments, type DocumentPlan } from "../testing/crash/crash-documents.ts";
import { crashingRuns } from "../testing/crash/crashing-runs.ts";
import { seededRandom } from "../testing/documents/seeded-random.ts";
import { createServiceCaller } from "../testing/service-caller.ts";
import { startServiceProcess } from "../testing/service-process.ts";

const token = "crash-token-0123456789";

const plans: DocumentPlan[] = [
  { extension: "pdf", size: 100 },
  { extension: "docx", size: 30 },
  { extension: "csv", size: 200 },
  { extension: "pdf", size: 10 },
  { extension: "md", size: 40 },
  { extension: "html", size: 150 },
  { extension: "tsv", size: 20 },
  { extension: "pdf", size: 1 },
  { extension: "docx", size: 2 },
  { extension: "txt", size: 300 },
];

test("10 builds, the service killed at a random moment of each: every one ends and nothing is lost", {
  timeout: 20 * 60_000,
}, async () => {
  const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1e9));
  console.log(`CRASH_SEED=${seed} repeats this choice of moments`);
  const dataFolder = await mkdtemp(join(tmpdir(), "headwater-crash-"));
  try {
    const random = seededRandom(seed);
    const documents = crashDocuments(random, plans);
    const acknowledged = await crashingRuns({ dataFolder, token, random, documents }, console.log);
    const sent = new Set(acknowledged.map(({ document }) => document.fileName));
    expect(sent.size).toBe(documents.length);
    const ended = await assertRecovered({ dataFolder, token }, documents, acknowledged);
    console.log(
      `${ended.completed} builds Completed, ${ended.givenUp} given up after too many interruptions`,
    );
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});

/** One more than the attempts a build has. */
const interruptions = 4;

test("a build that is interrupted again and again is given up, says so, and can be started again", {
  timeout: 10 * 60_000,
}, async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "headwater-crash-"));
  try {
    const [document] = crashDocuments(seededRandom(4), [{ extension: "pdf", size: 200 }]);
    if (!document) throw new Error("There is no document");
    let buildId: string | undefined;
    for (let kill = 1; kill <= interruptions; kill += 1) {
      const service = await startServiceProcess({ dataFolder, token });
      const caller = createServiceCaller(service, token);
      buildId ??= await caller.ingest(document.fileName, document.bytes);
      const reached = await caller.reaches(buildId, ["Processing", "Processing failed"], 240_000);
      await service.kill();
      expect(reached).toBe(kill < interruptions ? "Processing" : "Processing failed");
    }
    if (buildId === undefined) throw new Error("Nothing was uploaded");
    const ended = await assertRecovered({ dataFolder, token }, [document], [{ buildId, document }]);
    expect(ended).toEqual({ completed: 0, givenUp: 1 });
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});
