import type { Worker } from "node:worker_threads";
import { ParseError, type ParseProgress } from "@headwater/reader";
import { BuildError, buildErrors, ReaderStoppedError } from "../../builds/errors.ts";
import type { Timer } from "../../kernel/timer.ts";
import type { Job, JobPart, Reply, ToThread } from "./messages.ts";
import { ownedBuffer } from "./owned-buffer.ts";
import { createReceivedStream } from "./received-stream.ts";

export type ConversationOptions = {
  /** Time that counts as used already, in ms. */
  spentMs: number;
  signal: AbortSignal;
  onProgress: (progress: ParseProgress) => void;
  /** The job ends when the thread says nothing for so long. */
  silenceMs: number;
  /** The job ends when it takes longer in all. */
  jobMs: number;
  timer: Timer;
};

/** How finely time is measured. */
const ticksPerLimit = 20;

/**
 * One job on one thread: its parts as they come. The thread waits while its parts are not taken, and both limits with
 * it. A caller that leaves before the end has to end the thread.
 */
export function converse<J extends Job>(
  worker: Worker,
  job: J,
  { signal, onProgress, silenceMs, jobMs, spentMs, timer }: ConversationOptions,
): AsyncIterable<JobPart[J["kind"]]> {
  const say = (message: ToThread, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);
  let untaken = 0;
  // Ticks, not time: when the whole process slept, the thread slept too, and one tick is all that comes of it.
  let silentTicks = 0;
  let ticks = 0;
  /** The page that the thread is at. */
  let page: number | null = null;

  const finish = (error?: Error) => {
    stopWatch();
    worker.off("message", hear);
    worker.off("error", died);
    worker.off("exit", exited);
    signal.removeEventListener("abort", aborted);
    parts.end(error);
  };
  const parts = createReceivedStream<JobPart[J["kind"]]>({
    onTaken() {
      untaken -= 1;
      silentTicks = 0;
      say({ kind: "taken" });
    },
    onLeft: () => finish(),
  });

  const hear = (reply: Reply) => {
    silentTicks = 0;
    if (reply.kind === "progress") {
      const { page: begun, ...progress } = reply.progress;
      page = begun ?? null;
      return onProgress(progress);
    }
    if (reply.kind === "done") return finish();
    if (reply.kind === "stopped") return;
    if (reply.kind === "part") {
      page = null;
      untaken += 1;
      return parts.push(reply.part as JobPart[J["kind"]]);
    }
    if (reply.forPeople) return finish(new ParseError(reply.message));
    const error = new Error(reply.message);
    if (reply.stack !== undefined) error.stack = reply.stack;
    finish(error);
  };
  const stopped = (text: string, options: ErrorOptions = {}) =>
    finish(new ReaderStoppedError(text, { ...options, page, workedMs: ticks * tickMs }));
  const died = (cause: Error) => stopped(buildErrors.threadDied(), { cause });
  const exited = () => stopped(buildErrors.threadDied());
  const aborted = () => finish(signal.reason);

  const tickMs = Math.min(silenceMs, jobMs) / ticksPerLimit;
  const stopWatch = timer.every(tickMs, () => {
    if (untaken > 0) return;
    silentTicks += 1;
    ticks += 1;
    if (silentTicks * tickMs >= silenceMs) return stopped(buildErrors.noProgress(silenceMs / 1000));
    if (ticks * tickMs + spentMs >= jobMs) finish(new BuildError(buildErrors.tookTooLong(jobMs / 1000)));
  });
  worker.on("message", hear);
  worker.once("error", died);
  worker.once("exit", exited);
  signal.addEventListener("abort", aborted, { once: true });
  say({ kind: "job", job }, ownedBytes(job));
  return parts.pieces;
}

/** 100 MB would be held twice. */
const ownedBytes = (job: Job): ArrayBuffer[] =>
  job.kind === "terms" ? [] : ownedBuffer(job.kind === "read" ? job.request.bytes : job.bytes);
