import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { assertRecovered } from "../testing/crash/assert-recovered.ts";
import { crashDocuments } from "../testing/crash/crash-documents.ts";
import type { Acknowledged } from "../testing/crash/crashing-runs.ts";
import { createPage, pdfFile } from "../testing/documents/pdf-file.ts";
import { paragraph } from "../testing/documents/prose.ts";
import { between, seededRandom } from "../testing/documents/seeded-random.ts";
import { makeFakeOcr, scannedPage } from "../testing/fake-ocr.ts";
import { createServiceCaller } from "../testing/service-caller.ts";
import { startServiceProcess } from "../testing/service-process.ts";

const token = "crash-token-0123456789";
const rounds = 4;
const pageCount = 120;
/** About as long as a copy of the document takes, including its wait in the queue. */
const maxWorkMs = 500;
/** For a machine that runs other tests beside this one. */
const buildTimeoutMs = 240_000;

const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1e9));
console.log(`CRASH_SEED=${seed} repeats this choice of moments`);

const newFolder = async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "headwater-crash-"));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  return dataFolder;
};

test("a service killed while it copies what was read before: every copy is whole, or is made again", {
  timeout: 10 * 60_000,
}, async () => {
  const dataFolder = await newFolder();
  const random = seededRandom(seed);
  const [original] = crashDocuments(random, [{ extension: "pdf", size: pageCount }]);
  if (!original) throw new Error("There is no document");
  const acknowledged: Acknowledged[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const document = { ...original, fileName: `copy-${round}.pdf` };
    const service = await startServiceProcess({ dataFolder, token });
    const caller = createServiceCaller(service, token);
    const buildId = await caller.ingest(document.fileName, document.bytes);
    acknowledged.push({ buildId, document });
    if (round === 0)
      expect(await caller.waitForBuild(buildId, buildTimeoutMs)).toMatchObject({ status: "Completed" });
    // Only the moment of the kill is random. Nothing waits for this time to pass.
    else await after(between(random, 0, maxWorkMs));
    await service.kill();
  }
  const documents = acknowledged.map(({ document }) => document);
  // A build that was interrupted too often is given up, says so, and is made whole by a reprocess.
  await assertRecovered({ dataFolder, token }, documents, acknowledged);
  const service = await startServiceProcess({ dataFolder, token });
  try {
    const caller = createServiceCaller(service, token);
    const counts = new Set<number>();
    for (const { file_id } of await caller.sources()) counts.add((await caller.elements(file_id)).total);
    expect(counts.size).toBe(1);
  } finally {
    await service.stop();
  }
});

test("a service killed while it reads failed pages again: the version before answers until the new one is whole", {
  timeout: 10 * 60_000,
}, async () => {
  const dataFolder = await newFolder();
  const random = seededRandom(seed + 1);
  const ocr = await makeFakeOcr("The zebrafish was built 1901");
  onTestFinished(() => ocr.remove());
  const environment = ocr.settings;
  const pages = Array.from({ length: pageCount }, (_, index) => {
    if (index === pageCount / 2) return scannedPage();
    const page = createPage();
    for (let line = 0; line < 30; line += 1)
      page.text(72, 720 - 20 * line, 10, "Times-Roman", paragraph(random, 10).slice(0, 90));
    return page;
  });

  await ocr.set("fails");
  let service = await startServiceProcess({ dataFolder, token, environment });
  let caller = createServiceCaller(service, token);
  const first = await caller.waitForBuild(await caller.ingest("report.pdf", pdfFile(pages)), buildTimeoutMs);
  expect(first).toMatchObject({ status: "Completed", failed_pages: [pageCount / 2 + 1] });
  const fileId = first.file_id ?? "";
  const before = (await caller.elements(fileId)).items.map(({ element_id }) => element_id);
  await service.stop();

  await ocr.set("reads");
  const onlyFailed = async () => {
    const response = await fetch(`${service.baseUrl}/reprocess`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ file_id: fileId, only_failed: true }),
    });
    // A build of the round before may still be under way, or have read the page: 400 then.
    expect([200, 400]).toContain(response.status);
  };
  for (let round = 0; round < rounds; round += 1) {
    service = await startServiceProcess({ dataFolder, token, environment });
    caller = createServiceCaller(service, token);
    await onlyFailed();
    await after(between(random, 0, maxWorkMs));
    const kept = new Set((await caller.elements(fileId)).items.map(({ element_id }) => element_id));
    expect(before.filter((id) => !kept.has(id))).toEqual([]);
    await service.kill();
  }

  service = await startServiceProcess({ dataFolder, token, environment });
  caller = createServiceCaller(service, token);
  try {
    const ended = () =>
      expect
        .poll(async () => (await caller.sources())[0]?.status, { timeout: buildTimeoutMs })
        .toMatch(/^(Completed|Processing failed)$/);
    await ended();
    // A build that was interrupted too often is given up.
    await onlyFailed();
    await ended();
    const { items } = await caller.elements(fileId);
    expect(items.filter(({ text }) => text.includes("zebrafish"))).toHaveLength(1);
    expect(items).toHaveLength(before.length + 1);
    expect((await caller.retrieve("zebrafish")).map(({ file_id }) => file_id)).toEqual([fileId]);
  } finally {
    await service.stop();
  }
});
