import { systemTimer, type Timer } from "../../kernel/timer.ts";
import type { Judge, Judgement, Opinion } from "../../models/judge.ts";
import { ModelUnavailableError } from "../../models/model-unavailable-error.ts";
import type { Likelihoods, Pair } from "./classify-pair.ts";
import { readJudgeFolder } from "./judge-folder.ts";
import { connectModel } from "./model-connection.ts";

export type LocalJudge = {
  judge: Judge;
  /** Ends the thread. */
  close(): Promise<void>;
};

/** Below it the model is unsure, whatever it finds likeliest: a forged statement that is verified is the worst fault. */
const minSure = 0.9;
/** Statements that may wait; more are refused. */
const maxWaiting = 64;
/** Ending the thread while it computes ends the process: this is for a model that hangs. Callers wait for less. */
const pairMs = 60_000;
/** A loaded model takes some hundred MB. */
const idleMs = 5 * 60_000;

/**
 * A judge over a folder with a model of natural language inference in ONNX form. Its thread starts with the first statement and
 * ends when idle. `entry`: the code of the thread, which calls `serveModel`. Throws OperatorError when the folder holds none.
 */
export async function openLocalJudge(
  folder: string,
  entry: URL,
  timer: Timer = systemTimer,
): Promise<LocalJudge> {
  const model = await readJudgeFolder(folder);
  const connection = connectModel<Pair, Likelihoods>(
    { judge: model },
    { entry, textMs: pairMs, idleMs },
    timer,
  );
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const refused = (reason: string, cause?: unknown) =>
    new ModelUnavailableError(`The judge in ${folder} can't be used now: ${reason}.`, { cause });

  /** By each text alone, and by all of them: a statement may rest on one of its citations, or on several together. */
  const read = async (statement: string, texts: readonly string[], signal: AbortSignal) => {
    const evidence = texts.length > 1 ? [...texts, texts.join("\n")] : texts;
    const found: Likelihoods[] = [];
    for (const text of evidence) {
      signal.throwIfAborted();
      found.push(await connection.run({ statement, evidence: text }));
    }
    return found;
  };

  const judge: Judge = async (statement, evidence, signal) => {
    signal.throwIfAborted();
    if (waiting >= maxWaiting) throw refused("too many statements are waiting for it");
    waiting += 1;
    const turn = last
      .then(() => read(statement, evidence, signal))
      .finally(() => {
        waiting -= 1;
      });
    last = turn.catch(() => {});
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return opinionOf(model.name, await Promise.race([turn, aborted.promise]));
    } catch (error) {
      signal.throwIfAborted();
      throw refused((error as Error).message, error);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  };
  return { judge, close: connection.close };
}

/** Any text that supports a statement supports it; only all of them together contradict it. */
function opinionOf(judge: string, found: Likelihoods[]): Judgement {
  const supported = Math.max(0, ...found.map((each) => each.supported));
  const whole = found.at(-1) ?? { supported: 0, contradicted: 0, unsure: 1 };
  const opinion: Opinion =
    supported >= minSure ? "supported" : whole.contradicted >= minSure ? "contradicted" : "unsure";
  const score = { supported, contradicted: whole.contradicted, unsure: whole.unsure }[opinion];
  return { judge, opinion, score: Math.round(score * 1000) / 1000, usage: {} };
}
