/**
 * node testing/data-folders/make-data-folder.ts <main.ts of an older checkout> <archive>: lets an older Headwater fill
 * a data folder, kills it in the middle of a build, and packs the folder.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import BetterSqlite from "better-sqlite3";
import { sampleDocument, sampleExtensions } from "../documents/sample-document.ts";
import { createServiceCaller } from "../service-caller.ts";
import { cleanEnvironment, startServiceProcess } from "../service-process.ts";
import { packDataFolder, type RecordedFolder } from "./data-folder-archive.ts";

const [entry, archive] = process.argv.slice(2);
if (!entry || !archive) throw new Error("Give the older main.ts and the archive to write");
const timeoutMs = 200_000;
const question = "When was the tower finished?";
const facts = "# Facts\n\nThe tower was finished in 1889. It was built by Gustave Eiffel.\n";

const dataFolder = await mkdtemp(join(tmpdir(), "headwater-older-"));
const full = "older-token-0123456789";
const environment = { ...cleanEnvironment(), HEADWATER_DATA: dataFolder };
const command = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [entry, ...args], { env: environment })).stdout.trim();
const start = () =>
  startServiceProcess({ entry, dataFolder, token: full, environment: { HEADWATER_WORKERS: "1" } });

const service = await start();
const caller = createServiceCaller(service, full);
const readOnly = await command("token", "create", "reader", "--read-only");
const expired = await command("token", "create", "short-lived", "--expires", "0.000001");
const otherProject = /hw_\S+/.exec(await command("project", "create", "legal"))?.[0] ?? "";
const other = createServiceCaller(service, otherProject);

const ingest = async (to: typeof caller, fileName: string, bytes: Uint8Array) =>
  (await to.waitForBuild(await to.ingest(fileName, bytes), timeoutMs)).file_id ?? "";
for (const [index, extension] of sampleExtensions.entries()) {
  const bytes = sampleDocument(extension, { seed: index + 1, keyword: `keyword${index}`, size: 1 });
  await ingest(caller, `report-${index}.${extension}`, bytes);
}
const reprocessed = await ingest(caller, "facts.md", Buffer.from(facts));
await ingest(caller, "facts-copy.md", Buffer.from(facts));
await ingest(caller, "broken.pdf", Buffer.from("This is no PDF."));
await ingest(other, "facts.md", Buffer.from(facts));
await ingest(other, "contract.txt", Buffer.from("The contract ends on 31 March.\n"));
await caller.waitForBuild(await caller.reprocess(reprocessed), timeoutMs);

const ask = async (body: Record<string, unknown>) => {
  const response = await fetch(`${service.baseUrl}/ask-sources`, {
    method: "POST",
    headers: { authorization: `Bearer ${full}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { answer: string; conversation_id: string };
};
const { answer, conversation_id: conversationId } = await ask({ question });
await ask({ question: "Who built it?", conversation_id: conversationId });

const sources = (await caller.sources()) as unknown as Record<string, unknown>[];
const otherSources = (await other.sources()) as unknown as Record<string, unknown>[];
const elements: RecordedFolder["elements"] = {};
for (const { file_id, status } of await caller.sources()) {
  if (status !== "Completed") continue;
  elements[file_id] = (await caller.elements(file_id)).items.map(({ element_id }) => element_id);
}

// It is killed right after its answer, so the build can't have ended.
const buildId = await caller.ingest("waiting.txt", Buffer.from("This document was waiting.\n"));
await service.kill();

const copy = new BetterSqlite(join(dataFolder, "headwater.sqlite"), { readonly: true });
const row = copy.prepare("select file_id, status from builds where build_id = ?").get(buildId) as {
  file_id: string;
  status: string;
};
const recorded: RecordedFolder = {
  tokens: { full, readOnly, expired, otherProject },
  sources,
  otherSources,
  elements,
  waiting: { buildId, fileId: row.file_id },
  builds: copy.prepare("select count(*) from builds").pluck().get() as number,
  conversationId,
  turns: copy.prepare("select payload from turns order by turn_id").pluck().all() as string[],
  question,
  answer,
};
copy.close();
if (row.status === "Completed") throw new Error("The last build had ended before the kill: run it again");
await writeFile(archive, await packDataFolder(dataFolder, recorded));
await rm(dataFolder, { recursive: true });
