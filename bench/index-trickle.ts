import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type BuiltService, withService } from "./support/built-service.ts";
import { noteQuestion, noteText } from "./support/note-text.ts";
import { megabytes, milliseconds, printReport } from "./support/report.ts";
import { residentMemory } from "./support/resident-memory.ts";
import { median, percentile } from "./support/statistics.ts";

/**
 * A slow stream of documents and questions, like a normal day of a service: which descriptors and how much memory does
 * it keep? The command line gives the minutes, by default 30. Descriptors are counted only where /proc exists.
 */
const minutes = Number(process.argv[2] ?? process.env.TRICKLE_MINUTES ?? 30);
const documentsBefore = 200;
const questionsPerDocument = 3;
const pauseMs = 1_000;
/** The oldest document is deleted after every so many new ones. */
const deleteEvery = 4;
const settleMs = 20_000;

const descriptors = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return Number.NaN;
  }
};

type Look = { minute: number; descriptors: number; memory: number };

async function trickle({
  process: service,
  caller,
}: BuiltService): Promise<{ looks: Look[]; askMs: number[] }> {
  const fileIds: string[] = [];
  let sent = 0;
  const add = async () => {
    const build = await caller.waitForBuild(await caller.ingest(`note-${sent}.md`, noteText(sent++)), 60_000);
    if (build.status !== "Completed") throw new Error(`A build ended ${build.status}: ${build.error}`);
    fileIds.push(build.file_id ?? "");
  };
  const askMs: number[] = [];
  const ask = async () => {
    const started = performance.now();
    await caller.ask(noteQuestion(sent));
    askMs.push(performance.now() - started);
  };
  const started = performance.now();
  const look = (): Look => {
    const at = {
      minute: (performance.now() - started) / 60_000,
      descriptors: descriptors(service.pid),
      memory: residentMemory(service.pid),
    };
    console.log(`minute ${at.minute.toFixed(1)}: ${at.descriptors} descriptors, ${megabytes(at.memory)}`);
    return at;
  };

  for (let count = 0; count < documentsBefore; count++) await add();
  for (let count = 0; count < 20; count++) await ask();
  await pause(settleMs);
  const looks = [look()];
  const end = performance.now() + minutes * 60_000;
  let nextLook = performance.now() + 60_000;
  while (performance.now() < end) {
    await add();
    for (let count = 0; count < questionsPerDocument; count++) await ask();
    if (sent % deleteEvery === 0) await caller.remove(fileIds.shift() ?? "");
    if (performance.now() > nextLook) {
      looks.push(look());
      nextLook += 60_000;
    }
    await pause(pauseMs);
  }
  await pause(settleMs);
  looks.push(look());
  return { looks, askMs };
}

const { looks, askMs } = await withService({}, trickle);
const [first, ...rest] = looks;
if (!first) throw new Error("Nothing was measured");
const moreDescriptors = Math.max(...rest.map((look) => look.descriptors)) - first.descriptors;
const moreMemory = Math.max(...rest.map((look) => look.memory)) - first.memory;
printReport([
  {
    what: `${minutes} minutes of a trickle with questions: descriptors, the largest figure of all minutes`,
    measured: `+ ${moreDescriptors}`,
    against: `${first.descriptors} after ${documentsBefore} documents`,
    aim: "+ ≤ 20",
    met: moreDescriptors <= 20,
  },
  {
    what: "memory, the largest figure of all minutes",
    measured: `+ ${megabytes(moreMemory)}`,
    against: megabytes(first.memory),
    aim: "+ ≤ 60 MB",
    met: moreMemory <= 60 * 1024 ** 2,
  },
  {
    what: "a question meanwhile, p50 and p99",
    measured: `${milliseconds(median(askMs))}, ${milliseconds(percentile(askMs, 0.99))}`,
  },
]);
