import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { createServiceCaller, type ServiceCaller } from "../service-caller.ts";
import { cleanEnvironment, serverEntry, startServiceProcess } from "../service-process.ts";
import type { Acknowledged, CrashDocument } from "./crashing-runs.ts";

const buildTimeoutMs = 240_000;
const givenUp = /interrupted/;

/**
 * Starts the service after the crashes and checks its promises: each acknowledged build ends, and each source is listed
 * with its elements and is found once. Then stops it and examines the data folder.
 */
export async function assertRecovered(
  { dataFolder, token }: { dataFolder: string; token: string },
  documents: CrashDocument[],
  acknowledged: Acknowledged[],
): Promise<{ completed: number; givenUp: number }> {
  const service = await startServiceProcess({ dataFolder, token });
  const caller = createServiceCaller(service, token);
  let interrupted = 0;
  let names: string[];
  try {
    const fileIds = new Map<string, CrashDocument>();
    for (const { buildId, document } of acknowledged) {
      const build = await caller.waitForBuild(buildId, buildTimeoutMs);
      expect(["Completed", "Processing failed"], `${document.fileName}: ${build.error}`).toContain(
        build.status,
      );
      if (build.status === "Processing failed") {
        expect(build.error, service.complaints()).toMatch(givenUp);
        interrupted += 1;
      }
      expect(build.file_id).not.toBeNull();
      if (build.file_id !== null) fileIds.set(build.file_id, document);
    }
    await assertSources(caller, fileIds);
    names = (await caller.sources()).map((source) => source.file_name);
    expect(service.running(), service.complaints()).toBe(true);
  } finally {
    await service.stop();
  }
  await assertFolder(
    dataFolder,
    documents.filter(({ fileName }) => names.includes(fileName)),
  );
  return { completed: acknowledged.length - interrupted, givenUp: interrupted };
}

async function assertSources(caller: ServiceCaller, fileIds: Map<string, CrashDocument>): Promise<void> {
  for (const [fileId, document] of fileIds) {
    const listed = (await caller.sources()).filter((source) => source.file_id === fileId);
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatchObject({ file_name: document.fileName, file_size: document.bytes.byteLength });
    if (listed[0]?.status !== "Completed") {
      // The build was given up after too many interruptions. Now nothing interrupts it.
      const build = await caller.waitForBuild(await caller.reprocess(fileId), buildTimeoutMs);
      expect(build.status, `${document.fileName}: ${build.error}`).toBe("Completed");
    }
    await assertFound(caller, fileId, document);
  }
}

async function assertFound(
  caller: ServiceCaller,
  fileId: string,
  { fileName, keyword }: CrashDocument,
): Promise<void> {
  const { items, total } = await caller.elements(fileId);
  const elementIds = new Set(items.map((element) => element.element_id));
  expect(items.length).toBe(total);
  expect(elementIds.size, `${fileName} has elements twice`).toBe(total);
  expect(items.some(({ text }) => text.includes(keyword))).toBe(true);

  const found = await caller.retrieve(keyword);
  expect(
    found.flatMap(({ file_id, metadata }) => [
      file_id,
      ...(metadata.copies ?? []).map((copy) => copy.file_id),
    ]),
    `${fileName} is not found by '${keyword}'`,
  ).toContain(fileId);
  const ofFile = await caller.retrieve(`${keyword} the of and number`, [fileId]);
  expect(ofFile.length).toBeGreaterThan(0);
  const unique = new Set(ofFile.map(({ text, page_number }) => `${page_number} ${text}`));
  expect(unique.size, `${fileName} is found twice`).toBe(ofFile.length);
  for (const chunk of ofFile) {
    for (const elementId of chunk.metadata.element_ids) expect(elementIds).toContain(elementId);
  }
}

/**
 * No unfinished upload is left, the bytes of exactly the listed sources are there with their sidecars, and `headwater
 * doctor` finds no fault.
 */
async function assertFolder(dataFolder: string, documents: CrashDocument[]): Promise<void> {
  expect(await readdir(join(dataFolder, "staging"))).toEqual([]);
  const kept = (await readdir(join(dataFolder, "files"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
  const hashes = new Set(documents.map(({ bytes }) => createHash("sha256").update(bytes).digest("hex")));
  const wanted = [...hashes].flatMap((hash) => [hash, `${hash}.json`]);
  expect(kept.sort()).toEqual([...wanted, "store.json"].sort());

  const doctor = await promisify(execFile)(process.execPath, [serverEntry, "doctor"], {
    cwd: tmpdir(),
    env: { ...cleanEnvironment(), HEADWATER_DATA: dataFolder },
    timeout: 200_000,
  }).catch((error: Error & { stdout?: string; stderr?: string }) => error);
  expect(doctor, `${doctor.stdout}${doctor.stderr}`).not.toBeInstanceOf(Error);
  expect(doctor.stdout).toMatch(/^ok\s+index: \d+ document versions?, /m);
}
