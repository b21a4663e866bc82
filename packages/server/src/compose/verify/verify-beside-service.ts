import { setTimeout as after } from "node:timers/promises";
import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { folderInUse } from "../../adapters/filesystem/folder-lock.ts";
import { findingLine } from "../../backup/folder-finding.ts";
import { type Verification, type VerificationOptions, verifyFolder } from "./verify-folder.ts";

/** Beside a running service a file may be on its way: what is odd is looked at again after so long, in ms. */
const secondLookAfter = 1_000;

/** Verifies a folder that a service may be using: only what is found twice is a finding. */
export const verifyBesideService = (
  paths: DataFolderPaths,
  options: VerificationOptions,
): Promise<Verification> => foundTwice(paths.root, () => verifyFolder(paths, options));

/** Looks, and while a service uses the folder looks again: only what is found twice is a finding. */
export async function foundTwice(root: string, look: () => Promise<Verification>): Promise<Verification> {
  const first = await look();
  if (first.findings.length === 0 || !folderInUse(root)) return first;
  await after(secondLookAfter);
  const second = await look();
  const before = new Set(first.findings.map(findingLine));
  return { ...second, findings: second.findings.filter((finding) => before.has(findingLine(finding))) };
}
