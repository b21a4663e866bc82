import type { MessagePort } from "node:worker_threads";
import { ParseError, type ParseProgress, type SelfContained } from "@headwater/reader";
import { inContext } from "../../kernel/work-context.ts";
import type { Job, JobPart, ReadJob, RenderJob, Reply, TermsJob, ToThread } from "./messages.ts";
import { createSentStream } from "./sent-stream.ts";

/** What a thread can do; each answer is sent as it is. */
export type DocumentWork = {
  read(
    request: ReadJob["request"],
    onProgress: (progress: ParseProgress) => void,
    /** Aborted when the thread is about to be ended: programs that it started are to end, too. */
    signal: AbortSignal,
  ): AsyncIterable<JobPart["read"]>;
  render(job: RenderJob): Promise<JobPart["render"]>;
  clean(bytes: Uint8Array): SelfContained;
  cutTerms(chunks: TermsJob["chunks"]): JobPart["terms"];
};

/** The thread's side of a pool: one job at a time, its parts sent as the pool takes them. */
export function serveDocuments(port: MessagePort, work: DocumentWork): void {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const say = (reply: Reply) => port.postMessage(reply);
  const parts = createSentStream<JobPart[Job["kind"]]>((part) => say({ kind: "part", part }));

  async function* carryOut(job: Job): AsyncGenerator<JobPart[Job["kind"]]> {
    if (job.kind === "read")
      yield* work.read(job.request, (progress) => say({ kind: "progress", progress }), stopping.signal);
    else if (job.kind === "render") yield await work.render(job);
    else if (job.kind === "clean") yield work.clean(job.bytes);
    else yield work.cutTerms(job.chunks);
  }

  port.on("message", (message: ToThread) => {
    if (message.kind === "taken") return parts.taken();
    if (message.kind === "stop") {
      stopping.abort();
      void running.then(() => say({ kind: "stopped" }));
      return;
    }
    const { job } = message;
    const context = job.kind === "read" ? job.context : undefined;
    running = inContext(context, () => parts.sendAll(carryOut(job), stopping.signal)).then(
      () => say({ kind: "done" }),
      (error: Error) =>
        say({
          kind: "failed",
          message: error.message,
          stack: error.stack,
          forPeople: error instanceof ParseError,
        }),
    );
  });
}
