import { constants, setPriority } from "node:os";
import { damageOf } from "../backup/folder-finding.ts";
import { systemClock } from "../kernel/clock.ts";
import type { FolderCheckJob, FolderCheckResult } from "./folder-check.ts";
import { mend, mendsItself } from "./verify/mend.ts";
import { verifyFolder } from "./verify/verify-folder.ts";

const check = async ({ paths, depth, filesElsewhere }: FolderCheckJob): Promise<FolderCheckResult> => {
  const first = await verifyFolder(paths, { depth, filesElsewhere });
  if (depth === "quick") return { ...first, mended: [] };
  // The service goes on meanwhile: what was deleted since is not a loss.
  const files = await verifyFolder(paths, { depth: "quick", filesElsewhere });
  const now = new Set(files.findings.map(({ file }) => file));
  const findings = first.findings.filter(
    ({ part, file, what }) => part !== "files" || now.has(file) || what.includes("uploaded"),
  );
  const mended: string[] = [];
  for (const finding of findings.filter(mendsItself)) {
    await mend(paths, finding, systemClock);
    mended.push(damageOf(finding));
  }
  return { files: first.files, findings: findings.filter((finding) => !mendsItself(finding)), mended };
};

process.once("message", async (job: FolderCheckJob) => {
  // Reading every byte has no deadline, so answering goes first.
  if (job.depth === "content") setPriority(constants.priority.PRIORITY_LOW);
  const result = await check(job);
  process.send?.(result, () => process.disconnect());
});
// Ctrl-C reaches every process of a terminal; the service ends this one itself.
for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
// The parent process is gone.
process.once("disconnect", () => process.exit());
