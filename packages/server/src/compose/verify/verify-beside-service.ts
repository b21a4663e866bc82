import { setTimeout as after } from "node:timers/promises";
import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { folderInUse } from "../../adapters/filesystem/folder-lock.ts";
import { findingLine } from "../../backup/folder-finding.ts";
import { type Verification, type VerificationOptions, verifyFolder } from "./verify-folder.ts";

/** Beside a running service a file may be on its way: what is odd is looked at again after so long, in ms. */
const secondLookAfter = 1_000;

/** Verifies a folder that a service may be using: only what is found twice is a finding. */
export async function verifyBesideService(
  paths: DataFolderPaths,
  options: VerificationOptions,
): Promise<Verification> {
  const first = await verifyFolder(paths, options);
  if (first.findings.length === 0 || !folderInUse(paths.root)) return first;
  await after(secondLookAfter);
  const second = await verifyFolder(paths, options);
  const before = new Set(first.findings.map(findingLine));
  return { ...second, findings: second.findings.filter((finding) => before.has(findingLine(finding))) };
}
