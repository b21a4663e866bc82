import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { crashDocuments } from "../testing/crash/crash-documents.ts";
import { type MixedState, mixedRuns } from "../testing/crash/mixed-runs.ts";
import { pick, seededRandom } from "../testing/documents/seeded-random.ts";
import { filesWith } from "../testing/files-with.ts";
import { createServiceCaller } from "../testing/service-caller.ts";
import { cleanEnvironment, serverEntry, startServiceProcess } from "../testing/service-process.ts";

const token = "crash-token-0123456789";
const rounds = 6;
const extensions = ["txt", "md", "html", "csv", "pdf", "docx"] as const;

test("6 kills among uploads, deletions, questions and backups: what was acknowledged holds", {
  timeout: 20 * 60_000,
}, async () => {
  const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1e9));
  console.log(`CRASH_SEED=${seed} repeats this choice of moments`);
  const folder = await mkdtemp(join(tmpdir(), "headwater-crash-"));
  const dataFolder = join(folder, "data");
  try {
    const random = seededRandom(seed);
    let made = 0;
    const nextDocument = () => {
      const [document] = crashDocuments(random, [{ extension: pick(random, extensions), size: 1 }]);
      if (!document) throw new Error("There is no document");
      made += 1;
      return { ...document, fileName: `${made}-${document.fileName}` };
    };
    const runs = { dataFolder, token, random, nextDocument, backups: join(folder, "backups") };
    const state = await mixedRuns(runs, rounds, (now) => assertGone(dataFolder, now));
    await assertKept(dataFolder, state);
    await assertGone(dataFolder, state);
    console.log(
      `${made} uploads begun, ${state.kept.size} sources kept, ${state.deleted.length} deleted, ${state.backups.length} backups`,
    );
    for (const backup of state.backups) await assertRestores(backup, join(folder, "restored"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** No word of what was deleted stands anywhere. */
async function assertGone(dataFolder: string, { deleted }: MixedState): Promise<void> {
  expect(await filesWith(dataFolder, ...deleted.map(({ keyword }) => keyword))).toEqual([]);
}

async function assertKept(dataFolder: string, { kept, deleted }: MixedState): Promise<void> {
  const service = await startServiceProcess({ dataFolder, token });
  const caller = createServiceCaller(service, token);
  try {
    const listed = new Map((await caller.sources()).map((source) => [source.file_id, source]));
    for (const [fileId, { fileName, keyword }] of kept) {
      expect(listed.get(fileId)?.file_name).toBe(fileName);
      if (listed.get(fileId)?.status === "Processing failed") await caller.reprocess(fileId);
      await expect
        .poll(async () => (await caller.retrieve(keyword)).map((chunk) => chunk.file_id), { timeout: 60_000 })
        .toContain(fileId);
    }
    const names = [...listed.values()].map((source) => source.file_name);
    for (const { fileName } of deleted) expect(names).not.toContain(fileName);
  } finally {
    await service.stop();
  }
}

async function assertRestores(backup: string, target: string): Promise<void> {
  await promisify(execFile)(process.execPath, [serverEntry, "restore", backup], {
    cwd: tmpdir(),
    env: { ...cleanEnvironment(), HEADWATER_DATA: target },
  });
  const service = await startServiceProcess({ dataFolder: target, token });
  await service.stop();
  await rm(target, { recursive: true });
}
