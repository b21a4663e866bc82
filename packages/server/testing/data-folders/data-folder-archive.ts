import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unzipSync, zipSync } from "fflate";

/** The answers of the service that wrote the folder. Later versions must give the same ones. */
export type RecordedFolder = {
  tokens: { full: string; readOnly: string; expired: string; otherProject: string };
  /** The sources of both projects, as listed. */
  sources: Record<string, unknown>[];
  otherSources: Record<string, unknown>[];
  /** Element ids by file id. */
  elements: Record<string, string[]>;
  /** The build that was waiting when the service was killed, with its source. */
  waiting: { buildId: string; fileId: string };
  builds: number;
  conversationId: string;
  /** The turns of every conversation, as stored. */
  turns: string[];
  /** An answer to a question asked without a conversation. */
  question: string;
  answer: string;
};

const recordName = "recorded.json";

/**
 * A data folder and its recorded answers as one zip file. The lock belongs to a process and is left out, and so is the
 * reserve, which a start makes again.
 */
export async function packDataFolder(folder: string, recorded: RecordedFolder): Promise<Uint8Array> {
  const entries: Record<string, Uint8Array> = {
    [recordName]: Buffer.from(JSON.stringify(recorded, null, 1)),
  };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith("lock.") || entry.name === "reserve") continue;
    const path = join(entry.parentPath, entry.name);
    entries[`data/${path.slice(folder.length + 1)}`] = await readFile(path);
  }
  return zipSync(entries, { level: 9 });
}

/** Writes the folder of an archive to `folder` and returns the recorded answers. */
export async function unpackDataFolder(archive: string, folder: string): Promise<RecordedFolder> {
  const entries = unzipSync(await readFile(archive));
  for (const [name, bytes] of Object.entries(entries)) {
    if (name === recordName) continue;
    const path = join(folder, name.replace(/^data\//, ""));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600 });
  }
  return JSON.parse(Buffer.from(entries[recordName] ?? []).toString()) as RecordedFolder;
}
