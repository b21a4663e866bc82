import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { indexDamages } from "../packages/server/testing/damage-index.ts";
import type { ServiceCaller } from "../packages/server/testing/service-caller.ts";
import { type BuiltService, withDataFolder, withServiceOn } from "./support/built-service.ts";
import { noteQuestion, noteText } from "./support/note-text.ts";
import { type Figure, milliseconds, printReport } from "./support/report.ts";

/**
 * Nine kinds of damage to the index of a stopped service, and the index folder deleted while the service runs. Does it
 * start? Does it answer? How long until the index is complete again? Is stored data lost?
 */
const documents = Number(process.argv[2] ?? 300);
const repairTimeoutMs = 120_000;

type IndexReadiness = { state: string; done: number; total: number };

async function readiness(caller: ServiceCaller): Promise<{ status: number; index: IndexReadiness }> {
  const response = await caller.ready();
  return { status: response.status, index: ((await response.json()) as { index: IndexReadiness }).index };
}

/** Milliseconds until the index was complete. The number of missing entries shows that the check has begun. */
async function repaired(caller: ServiceCaller): Promise<{ ms: number; alwaysReady: boolean }> {
  const started = performance.now();
  let alwaysReady = true;
  let quiet = 0;
  let lastWork = started;
  while (quiet < 10) {
    const { status, index } = await readiness(caller);
    alwaysReady &&= status === 200;
    if (index.state === "ready") quiet += 1;
    else {
      quiet = 0;
      lastWork = performance.now();
    }
    if (performance.now() - started > repairTimeoutMs) throw new Error("The index was not repaired in time");
    await pause(50);
  }
  return { ms: lastWork - started, alwaysReady };
}

type Stored = { sources: string; chunks: string; answer: string };

/** The stored data as a user sees it, as text that can be compared. */
async function stored(caller: ServiceCaller): Promise<Stored> {
  const sources = await caller.sources();
  const found = await caller.retrieve("harbour lantern granite");
  return {
    sources: sources
      .map(({ file_id, status }) => `${file_id} ${status}`)
      .sort()
      .join("\n"),
    chunks: found
      .map(({ text }) => text)
      .sort()
      .join("\n"),
    answer: (await caller.ask(noteQuestion(3))).answer,
  };
}

const isSame = (one: Stored, other: Stored): boolean => JSON.stringify(one) === JSON.stringify(other);

async function afterDamage(what: string, { caller, process }: BuiltService, before: Stored): Promise<Figure> {
  const repair = repaired(caller);
  const started = performance.now();
  const { answer } = await caller.ask(noteQuestion(3));
  const answerMs = performance.now() - started;
  const build = await caller.waitForBuild(
    await caller.ingest("while-mending.md", Buffer.from("A word: zephyrine.")),
    60_000,
  );
  const { ms, alwaysReady } = await repair;
  if (build.file_id) await caller.remove(build.file_id);
  const same = isSame(await stored(caller), before);
  const built = build.status === "Completed";
  const answered = answer === before.answer;
  return {
    what,
    measured: `ready in ${milliseconds(process.readyMs)}, first answer ${answered ? "the same" : "another"} in ${milliseconds(answerMs)}, upload ${build.status}, repaired after ${milliseconds(ms)}, ${same ? "nothing lost" : "LOST"}`,
    aim: "starts, answers, nothing lost",
    met: built && answered && alwaysReady && same,
  };
}

await withDataFolder(async (dataFolder) => {
  const indexFolder = join(dataFolder, "index");
  const figures: Figure[] = [];
  const before = await withServiceOn(dataFolder, {}, async ({ caller }) => {
    const builds: string[] = [];
    for (let seed = 0; seed < documents; seed++)
      builds.push(await caller.ingest(`note-${seed}.md`, noteText(seed)));
    for (const build of builds) await caller.waitForBuild(build, 120_000);
    return stored(caller);
  });
  for (const [what, damage] of Object.entries(indexDamages)) {
    await damage(indexFolder);
    figures.push(await withServiceOn(dataFolder, {}, (service) => afterDamage(what, service, before)));
  }
  figures.push(
    await withServiceOn(dataFolder, {}, async (service) => {
      await stored(service.caller);
      await rm(indexFolder, { recursive: true, maxRetries: 20, retryDelay: 5 });
      return afterDamage("the folder deleted while it runs", service, before);
    }),
  );
  printReport(figures);
});
