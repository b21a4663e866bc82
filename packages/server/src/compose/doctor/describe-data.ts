import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, SqliteDialect } from "kysely";
import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { codeOf } from "../../adapters/filesystem/folder-errors.ts";
import { folderInUse } from "../../adapters/filesystem/folder-lock.ts";
import { createStores } from "../../adapters/sql/create-stores.ts";
import { openForReading } from "../../adapters/sql/open-for-reading.ts";
import type { Database } from "../../adapters/sql/schema.ts";
import { createSqlWordStore } from "../../adapters/sql/sql-word-store.ts";
import { readWordsPlace } from "../../adapters/sql/words-place.ts";
import { compareWords } from "../../adapters/words/compare-words.ts";
import { damageOf, type FolderFinding } from "../../backup/folder-finding.ts";
import { counted, inWords } from "../../backup/sizes.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Verification } from "../verify/verify-folder.ts";
import { describeCluster } from "./describe-cluster.ts";
import { type Finding, ill, note, ok } from "./finding.ts";

/** The findings of one part of the folder; `sound` says what holds without any. */
export function describePart(
  part: FolderFinding["part"],
  { findings }: Verification,
  sound: string,
): Finding {
  const found = findings.filter((finding) => finding.part === part);
  const wrong = found.filter(({ kind }) => kind !== "note");
  const details = [...wrong, ...found.filter(({ kind }) => kind === "note")].map(inLines);
  if (wrong.length > 0) return ill(`${counted(wrong.length, "damage")}:`, details);
  return found.length > 0 ? note(sound, details) : ok(sound);
}

const inLines = (finding: FolderFinding): string =>
  [
    damageOf(finding),
    `  lost: ${finding.lost}`,
    ...(finding.remedy ? [`  do:   ${finding.remedy}`] : []),
  ].join("\n");

export function describeDatabase({ database: path }: DataFolderPaths, verified: Verification): Finding {
  if (!existsSync(path) && !verified.findings.some(({ part }) => part === "database"))
    return ill(
      `${path} is missing. Restore a backup ('headwater restore'), or bring the sources back from the files: 'headwater recover'.`,
    );
  const found = describePart("database", verified, "");
  return found.state === "FAIL" ? found : { ...found, text: soundText(path) };
}

function soundText(path: string): string {
  const database = openForReading(path);
  try {
    const count = (sql: string) => Number(database.prepare(sql).pluck().get());
    const projects = count("select count(*) from projects");
    const waiting = count("select count(*) from builds where status = 'Pending'");
    const running = count("select count(*) from builds where status = 'Processing'");
    return `tables, pages, keys and rows read and found sound; ${counted(projects, "project")}, ${counted(waiting, "build")} waiting, ${running} running`;
  } finally {
    database.close();
  }
}

export function describeFiles(verified: Verification): Finding {
  const { count, bytes, hashed } = verified.files;
  const checked = hashed ? "every byte read" : "sizes compared; --hashes reads every byte";
  const text = `${counted(count, "file")}, ${inWords(bytes)}, ${checked}`;
  const found = describePart("files", verified, text);
  return found.state === "FAIL" ? { ...found, text: `${text}: ${found.text}` } : found;
}

export const examineIndex = ({ root, database }: DataFolderPaths, index: string | null): Promise<Finding> =>
  lookInto(database, (opened) => describeIndex(root, opened, index));

/** Opens an SQLite database for one look at it. */
export async function lookInto(
  path: string,
  look: (database: Kysely<Database>) => Promise<Finding>,
): Promise<Finding> {
  const database = new Kysely<Database>({ dialect: new SqliteDialect({ database: openForReading(path) }) });
  try {
    return await look(database);
  } finally {
    await database.destroy();
  }
}

/** How the words' index, in the database or at the address of a cluster, compares with the documents. */
export async function describeIndex(
  root: string,
  database: Kysely<Database>,
  index: string | null,
): Promise<Finding> {
  if ((await readWordsPlace(database)) === "opensearch") return describeCluster(database, index);
  try {
    const stores = createStores(database, systemClock);
    const waiting = [...(await stores.unindexed.count()).values()].reduce((sum, sets) => sum + sets, 0);
    const { inPlace, missing, leftOver } = await compareWords(createSqlWordStore(database), stores.projects);
    if (missing + leftOver > 0) {
      const what = `${missing} document versions missing, ${leftOver} left over`;
      return folderInUse(root)
        ? note(
            `${what}: documents are being read or deleted just now. Look again when the service is at rest.`,
          )
        : ill(`${what}. Restart the service: it compares its index with the documents, and mends it.`);
    }
    if (waiting > 0)
      return note(`${inPlace} document versions; ${waiting} more are indexed while the service runs`);
    return ok(`${counted(inPlace, "document version")}, all as the database has them`);
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split("\n");
    return ill(
      `can't be read (${line}). The service makes it again from the chunks when it runs; 'headwater doctor --repair' removes it. No document is lost.`,
    );
  }
}

/** What lies in the holding folder: bytes that no source named, kept for a while before they go. */
export async function namesInHolding(root: string): Promise<string[]> {
  try {
    return (await readdir(join(root, "holding"))).sort();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

export async function describeHolding({ root }: DataFolderPaths, verified: Verification): Promise<Finding> {
  const found = describePart("holding", verified, "");
  if (found.state === "FAIL") return found;
  const names = await namesInHolding(root);
  if (names.length === 0) return ok("empty");
  return note(
    `${counted(names.length, "entry").replace(/entrys$/, "entries")} set aside, kept for 7 days; 'headwater doctor --empty-holding' removes them now`,
    names,
  );
}
