import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, extname, join, relative, resolve } from "node:path";
import { type BuiltService, withService } from "./support/built-service.ts";
import { printReport } from "./support/report.ts";
import { median } from "./support/statistics.ts";

/**
 * Sends every real document of a folder through the service. Each must end as Completed or with a clear error, and the
 * service must still run at the end. The folder is `HEADWATER_CORPORA`, or the first argument; by default
 * `../shared/corpora` beside the project.
 */
const served = new Set(["pdf", "docx", "txt", "text", "md", "html", "htm", "csv", "tsv"]);
const atATime = 4;
const buildTimeoutMs = 120_000;

type Outcome = { path: string; extension: string; result: string; detail: string; seconds: number };

const root = resolve(
  process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
);
const folder = join(root, "documents");

function* filesBelow(path: string): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* filesBelow(join(path, entry.name));
    else if (entry.isFile() && extname(entry.name) !== "") yield join(path, entry.name);
  }
}

async function send({ caller }: BuiltService, file: string): Promise<Outcome> {
  const extension = extname(file).slice(1).toLowerCase();
  const started = performance.now();
  const outcome = (result: string, detail: string): Outcome => {
    const seconds = (performance.now() - started) / 1000;
    return { path: relative(folder, file), extension, result, detail, seconds };
  };
  const buildId = await caller.ingest(basename(file), await readFile(file)).catch((error: Error) => error);
  if (buildId instanceof Error) return outcome("refused", buildId.message);
  const build = await caller.waitForBuild(buildId, buildTimeoutMs).catch((error: Error) => error);
  if (build instanceof Error) return outcome("HUNG", build.message);
  return outcome(build.status, build.error ?? "");
}

function report(outcomes: Outcome[], alive: boolean): void {
  const ours = outcomes.filter(({ extension }) => served.has(extension));
  const others = outcomes.filter(({ extension }) => !served.has(extension));
  const ended = (list: Outcome[], result: string) => list.filter((one) => one.result === result);
  const failed = ended(ours, "Processing failed");
  const bad = ours.filter(
    ({ result, detail }) =>
      !["Completed", "Processing failed"].includes(result) || /internal error/i.test(detail),
  );
  const refused = others.filter(
    ({ result, detail }) => result === "refused" && detail.includes("answered 400"),
  );
  printReport([
    {
      what: `${ours.length} documents in the formats served`,
      measured: `${ended(ours, "Completed").length} Completed, ${failed.length} failed with an error, ${bad.length} otherwise`,
      aim: "Completed or a clear error; no crash, no hang",
      met: bad.length === 0 && alive,
    },
    {
      what: `${others.length} documents in other formats`,
      measured: `${refused.length} answered 400`,
      aim: "400 that names the reason",
      met: refused.length === others.length,
    },
  ]);
  const seconds = ours.map((one) => one.seconds);
  const slowest = ours.reduce((slowest, one) => (one.seconds > slowest.seconds ? one : slowest));
  console.log(
    `Median ${median(seconds).toFixed(2)} s a document with ${atATime} on the way; slowest ${slowest.path}, ${slowest.seconds.toFixed(1)} s.`,
  );
  for (const extension of [...served].filter((name) => ours.some((one) => one.extension === name))) {
    const those = ours.filter((one) => one.extension === extension);
    console.log(`  ${extension}: ${ended(those, "Completed").length} of ${those.length} Completed`);
  }
  for (const one of [...failed, ...bad.filter((each) => !failed.includes(each))]) {
    console.log(`  ${one.path}: ${one.result}: ${one.detail}`);
  }
  if (bad.length > 0 || !alive) process.exitCode = 1;
}

if (!existsSync(folder)) {
  console.log(
    `${folder} does not exist: name the folder that holds documents/ as argument or in HEADWATER_CORPORA.`,
  );
} else {
  await withService({}, async (service) => {
    const queue = [...filesBelow(folder)].sort();
    const outcomes: Outcome[] = [];
    const work = async () => {
      for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
        outcomes.push(await send(service, file));
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
