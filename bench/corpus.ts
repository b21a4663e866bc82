import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, extname, join, relative, resolve } from "node:path";
import { formatOf } from "../packages/reader/src/formats.ts";
import type { BuildStatus } from "../packages/server/testing/service-caller.ts";
import { type Method, methods } from "../spec/src/index.ts";
import { type BuiltService, withService } from "./support/built-service.ts";
import { type Figure, printReport } from "./support/report.ts";
import { median } from "./support/statistics.ts";

/**
 * Sends every real document of a folder through the service, once with each method that reads it in its own way. Each
 * must end as Completed or with a clear error, have elements on or an account of each page, and the service must still
 * run at the end. The folder is `HEADWATER_CORPORA`, or the first argument; by default `../shared/corpora` beside the
 * project.
 */
const atATime = 2;
const buildTimeoutMs = 600_000;
const slowestShown = 5;
/** The message of a build that has nothing to add. */
const nothingToSay = "Source processed successfully";

/** PDFs and images are read by method. For anything else `fast` and `auto` stand for all. */
const methodsOf = (extension: string): readonly Method[] =>
  ["pages", "image"].includes(formatOf(extension)?.kind ?? "") ? methods : ["auto", "fast"];

type Task = { file: string; path: string; extension: string; method: Method | null };
type Outcome = Task & { result: string; detail: string; seconds: number; emptyPages: number[] };

const root = resolve(
  process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
);
const folder = join(root, "documents");

function tasksOf(file: string): Task[] {
  const extension = extname(file).slice(1).toLowerCase();
  const task = { file, path: relative(folder, file), extension };
  if (formatOf(extension) === undefined) return [{ ...task, method: null }];
  return methodsOf(extension).map((method) => ({ ...task, method }));
}

const filesBelow = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && extname(entry.name) !== "")
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

async function send({ caller }: BuiltService, task: Task): Promise<Outcome> {
  const started = performance.now();
  const outcome = (result: string, detail: string, emptyPages: number[] = []): Outcome => {
    const seconds = (performance.now() - started) / 1000;
    return { ...task, result, detail, seconds, emptyPages };
  };
  const sent = caller.ingest(basename(task.file), await readFile(task.file), task.method ?? undefined);
  const buildId = await sent.catch((error: Error) => error);
  if (buildId instanceof Error) return outcome("refused", buildId.message);
  const build = await caller.waitForBuild(buildId, buildTimeoutMs).catch((error: Error) => error);
  if (build instanceof Error) return outcome("HUNG", build.message);
  const seconds = outcome(build.status, build.error ?? build.message ?? "");
  return { ...seconds, emptyPages: await unaccounted(caller, build) };
}

/** Pages of a Completed build without an element that the build doesn't name as failed: empty, or silently skipped. */
async function unaccounted(caller: BuiltService["caller"], build: BuildStatus): Promise<number[]> {
  if (build.status !== "Completed" || build.file_id === null) return [];
  const known = new Set([...(build.failed_pages ?? []), ...(await caller.pagesWithElements(build.file_id))]);
  return Array.from({ length: build.total_pages ?? 0 }, (_, index) => index + 1).filter(
    (page) => !known.has(page),
  );
}

const isClear = ({ result, detail }: Outcome) =>
  result === "Completed" ||
  (result === "Processing failed" && /\S/.test(detail) && !/internal error/i.test(detail));

function figuresOf(method: Method, outcomes: Outcome[]): Figure {
  const completed = outcomes.filter(({ result }) => result === "Completed").length;
  const failed = outcomes.filter((one) => one.result !== "Completed" && isClear(one)).length;
  const bad = outcomes.length - completed - failed;
  const seconds = outcomes.map((one) => one.seconds);
  return {
    what: `method ${method}, ${outcomes.length} documents`,
    measured: `${completed} Completed, ${failed} failed with an error, ${bad} otherwise; median ${median(seconds).toFixed(2)} s, max ${Math.max(...seconds).toFixed(1)} s`,
    aim: "Completed or a clear error; no crash, no hang",
    met: bad === 0,
  };
}

/** Texts with the documents and methods that got them. */
function printGrouped(title: string, outcomes: Outcome[]): void {
  if (outcomes.length === 0) return;
  const groups = Map.groupBy(outcomes, ({ result, detail }) =>
    result === "Completed" ? detail : `${result}: ${detail}`,
  );
  console.log(`\n${title}`);
  for (const [text, those] of [...groups].sort((a, b) => b[1].length - a[1].length)) {
    const byPath = Map.groupBy(those, ({ path }) => path);
    console.log(`  ${those.length} × ${text}`);
    for (const [path, each] of [...byPath].slice(0, 12))
      console.log(
        `      ${path} (${each.map(({ method, extension }) => method ?? `.${extension}`).join(", ")})`,
      );
    if (byPath.size > 12) console.log(`      and ${byPath.size - 12} more`);
  }
}

function report(outcomes: Outcome[], alive: boolean): void {
  const served = outcomes.filter(({ method }) => method !== null);
  const others = outcomes.filter(({ method }) => method === null);
  const refused = others.filter(
    ({ result, detail }) => result === "refused" && detail.includes("answered 400"),
  );
  printReport([
    ...methods.map((method) =>
      figuresOf(
        method,
        served.filter((one) => one.method === method),
      ),
    ),
    {
      what: `${others.length} documents of types that are not served`,
      measured: `${refused.length} answered 400`,
      aim: "400 that names the reason",
      met: refused.length === others.length,
    },
    { what: "the service afterwards", measured: alive ? "ready" : "not ready", aim: "ready", met: alive },
  ]);
  const slowest = served.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown);
  console.log(`\nSlowest, with ${atATime} on the way:`);
  for (const one of slowest) console.log(`  ${one.seconds.toFixed(1)} s  ${one.path} (${one.method})`);
  const hasEmptyPages = served.filter(({ emptyPages }) => emptyPages.length > 0);
  printGrouped(
    "Not Completed:",
    served.filter(({ result }) => result !== "Completed"),
  );
  printGrouped(
    "Completed, with a message:",
    served.filter(({ result, detail }) => result === "Completed" && detail !== nothingToSay),
  );
  console.log("\nCompleted, with pages that have no element and are not named as failed:");
  for (const [path, each] of Map.groupBy(hasEmptyPages, (one) => one.path))
    console.log(
      `  ${path} (${each.map(({ method }) => method).join(", ")}): ${each[0]?.emptyPages.join(", ")}`,
    );
  if (!alive || served.some((one) => !isClear(one))) process.exitCode = 1;
}

if (!existsSync(folder)) {
  console.log(
    `${folder} does not exist: name the folder that holds documents/ as argument or in HEADWATER_CORPORA.`,
  );
} else {
  await withService({ HEADWATER_WORKERS: String(atATime) }, async (service) => {
    const queue = filesBelow(folder).flatMap(tasksOf);
    const outcomes: Outcome[] = [];
    const work = async () => {
      for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
        outcomes.push(await send(service, task));
      }
    };
    await Promise.all(Array.from({ length: atATime }, work));
    const alive = service.process.running() && (await service.caller.ready()).ok;
    report(
      outcomes.sort((a, b) => a.path.localeCompare(b.path)),
      alive,
    );
    if (!alive) console.log(`The service is not well:\n${service.process.complaints()}`);
  });
}
