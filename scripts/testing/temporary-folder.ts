import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder for one test. Its name has a space, as users' folders may. It is removed when the test ends. */
export function temporaryFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "headwater scripts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeIn(folder, name, content);
  return folder;
}

/** Writes a file and its parent folders. A file that begins with `#!` becomes executable. */
export function writeIn(folder: string, name: string, content: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  if (content.startsWith("#!")) chmodSync(file, 0o755);
  return file;
}
