import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { extname, join, relative, resolve } from "node:path";
import { formatOf } from "../packages/reader/src/formats.ts";
import type { Method } from "../spec/src/index.ts";
import { type FuzzOutcome, startFuzzProcess } from "./support/fuzz/fuzz-process.ts";
import { mutateDocument } from "./support/mutate/mutate-document.ts";
import { megabytes, milliseconds, printReport } from "./support/report.ts";

/**
 * Reads mutations of every real document in threads with the service's limits, and reports what is neither read nor
 * refused with a text for people: crashes, hangs, other errors, bad elements, memory, time. `HEADWATER_CORPORA` names
 * the folder that contains `documents/`.
 *
 * FUZZ_SEED repeats a run (default 1), FUZZ_COUNT is the number of mutations of each document (default 20),
 * FUZZ_SECONDS ends the run (default 900), FUZZ_ONLY takes documents with this in their path, FUZZ_CASE one mutation by
 * its number, FUZZ_PROCESSES read side by side (default 2), FUZZ_KEEP is a folder that keeps what was found.
 */
const setting = (name: string, otherwise: number) => Number(process.env[`FUZZ_${name}`] ?? otherwise);
const seed = setting("SEED", 1);
const count = setting("COUNT", 20);
const seconds = setting("SECONDS", 900);
const processes = setting("PROCESSES", 2);
const onlyCase = process.env.FUZZ_CASE === undefined ? undefined : Number(process.env.FUZZ_CASE);
const keep = process.env.FUZZ_KEEP;

/** Reading may take so many times as long as the original, and anything up to `freeMs`. */
const maxSlowdown = 20;
const freeMs = 3_000;
/** A mutation may be far larger than the document. */
const maxMsPerMegabyte = 6_000;
const maxGrowthBytes = 600 * 1024 ** 2;
/** Most mutations are read fast: text in pictures is recognised slowly, and by other people's code. */
const shareOfAuto = 0.1;
const maxOriginalBytes = 3 * 1024 * 1024;

const folder = join(
  resolve(process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora")),
  "documents",
);

type Original = { name: string; extension: string; bytes: Uint8Array; ms: number };
type Finding = { name: string; number: number; method: Method; outcome: FuzzOutcome; reason: string };

async function originals(): Promise<Original[]> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && formatOf(extname(entry.name).slice(1).toLowerCase()) !== undefined)
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => relative(folder, path).includes(process.env.FUZZ_ONLY ?? ""))
    .sort();
  const found = await Promise.all(
    files.map(async (path) => ({
      name: relative(folder, path),
      extension: extname(path).slice(1).toLowerCase(),
      bytes: new Uint8Array(await readFile(path)),
      ms: 0,
    })),
  );
  return found.filter(({ bytes }) => bytes.length <= maxOriginalBytes);
}

const methodOf = (number: number): Method => (number % Math.round(1 / shareOfAuto) === 1 ? "auto" : "fast");

function reasonOf(outcome: FuzzOutcome, original: Original, bytes: number, method: Method): string | null {
  if (outcome.kind !== "read" && outcome.kind !== "refused") return outcome.kind;
  if (outcome.grownBytes > maxGrowthBytes) return "memory";
  const slow =
    outcome.ms > Math.max(freeMs, maxSlowdown * original.ms, (bytes / 1024 ** 2) * maxMsPerMegabyte);
  // Pages without readable text are recognised as pictures: seconds for each.
  return slow && method === "fast" ? "slow" : null;
}

async function run(): Promise<{ findings: Finding[]; done: number; texts: Map<string, number> }> {
  const documents = await originals();
  const findings: Finding[] = [];
  const texts = new Map<string, number>();
  const deadline = performance.now() + seconds * 1_000;
  let done = 0;
  let next = 0;
  const total = documents.length * (onlyCase === undefined ? count + 1 : 2);
  const work = async () => {
    const child = startFuzzProcess();
    while (next < total && performance.now() < deadline) {
      // Round by round over all documents, so that a run that ends early has seen each of them.
      const original = documents[next % documents.length] as Original;
      const round = Math.floor(next / documents.length);
      next += 1;
      const number = round === 0 ? 0 : (onlyCase ?? round);
      const { name, extension } = original;
      const method = methodOf(number);
      const others = documents.filter((other) => other.extension === extension).map(({ bytes }) => bytes);
      const bytes = number === 0 ? original.bytes : mutateDocument(original, others, `${seed}:${number}`);
      const outcome = await child.read({ fileName: name, extension, method, bytes });
      done += 1;
      if (number === 0) original.ms = outcome.ms;
      if (outcome.kind === "refused") texts.set(outcome.text, (texts.get(outcome.text) ?? 0) + 1);
      const reason = reasonOf(outcome, original, bytes.length, method);
      if (reason === null) continue;
      findings.push({ name, number, method, outcome, reason });
      console.log(
        `${reason}: FUZZ_SEED=${seed} FUZZ_ONLY=${name} FUZZ_CASE=${number} (${method}), ${milliseconds(outcome.ms)}, + ${megabytes(outcome.grownBytes)}\n  ${outcome.text.split("\n").slice(0, 6).join("\n  ")}`,
      );
      if (keep !== undefined) {
        await mkdir(keep, { recursive: true });
        await writeFile(join(keep, `${seed}-${number}-${name.replaceAll("/", "-")}`), bytes);
      }
    }
    child.stop();
  };
  await Promise.all(Array.from({ length: processes }, work));
  return { findings, done, texts };
}

if (!existsSync(folder)) {
  console.log(`${folder} does not exist: name the folder that holds documents/ in HEADWATER_CORPORA.`);
} else {
  const { findings, done, texts } = await run();
  const of = (...reasons: string[]) => findings.filter(({ reason }) => reasons.includes(reason)).length;
  const none = (what: string, found: number) => ({
    what,
    measured: String(found),
    aim: "0",
    met: found === 0,
  });
  printReport([
    { what: "documents and mutations read", measured: String(done) },
    none("the process died", of("crash")),
    none("the thread hung or died", of("stopped")),
    none("errors that say nothing to people", of("error")),
    none("bad elements", of("bad element")),
    none(`memory grew by more than ${megabytes(maxGrowthBytes)}`, of("memory")),
    none(`slower than ${maxSlowdown} × the original and ${milliseconds(freeMs)}`, of("slow")),
  ]);
  console.log(`\nSeed ${seed}. Refused with these texts:`);
  for (const [text, times] of [...texts].sort((a, b) => b[1] - a[1])) console.log(`  ${times} × ${text}`);
  if (findings.length > 0) process.exitCode = 1;
}
