import { readFile } from "node:fs/promises";
import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { codeOf } from "../../adapters/filesystem/folder-errors.ts";
import { openForReading } from "../../adapters/sql/open-for-reading.ts";
import { hashToken } from "../../auth/token.ts";
import type { FolderFinding } from "../../backup/folder-finding.ts";

/** The token file, for tools on the same machine. It may be removed and its token revoked, so this is a note. */
export async function examineToken(paths: DataFolderPaths): Promise<FolderFinding[]> {
  const text = await readFile(paths.token, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (text === null) return [finding("it is missing")];
  const database = openForReading(paths.database);
  try {
    const known = database.prepare("select 1 from tokens where hash = ?").get(hashToken(text.trim()));
    return known === undefined ? [finding("it holds no token of this database")] : [];
  } finally {
    database.close();
  }
}

const finding = (what: string): FolderFinding => ({
  part: "data folder",
  file: "token",
  what,
  lost: "the token that commands on this machine use by themselves",
  remedy: "Make one with 'headwater token create', and give it to them as HEADWATER_TOKEN.",
  kind: "note",
  blocks: false,
  repair: null,
});
