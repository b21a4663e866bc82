import type { OperationId } from "@headwater/spec";
import type { Caller } from "../../auth/authenticate.ts";
import { ServiceError } from "../../kernel/service-error.ts";
import { eventStreamType } from "../event-frame.ts";
import type { OperationReply, RunOperation } from "../operation.ts";
import type { DurableRuns } from "./durable-runs.ts";
import type { EventRuns } from "./event-runs.ts";
import { isStream } from "./run-questions.ts";

export type RunToTakeUp = {
  runId: string;
  operationId: OperationId;
  flow: string;
  caller: Caller;
  /** As JSON. */
  body: unknown;
  /** Says that it is not under way in this process any more. */
  release?: () => void;
};

/** Resumes a run that was in progress when the service ended. Clients that know its id read its events as before. */
export function takeUpRun(
  {
    run,
    runs,
    durable,
    failures,
  }: {
    run: RunOperation;
    runs: Pick<EventRuns, "begin">;
    durable: DurableRuns;
    failures: Partial<Record<OperationId, string>>;
  },
  { runId, operationId, flow, caller, body, release = () => {} }: RunToTakeUp,
): void {
  const work = new AbortController();
  const request = {
    ...{ operationId, flow, caller, runId },
    params: {},
    query: {},
    headers: { accept: eventStreamType, "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(body)),
  };
  runs.begin({
    id: runId,
    projectId: caller.projectId,
    events: eventsOf(() => run(request, work.signal)),
    abort: (reason) => work.abort(reason),
    onEnd: (reason) => {
      release();
      if (reason !== undefined) durable.conclude(runId, reason);
    },
    failure: failures[operationId] ?? "The run failed",
    outlivesService: true,
    isTakenUp: true,
  });
}

async function* eventsOf(begin: () => Promise<OperationReply>): AsyncGenerator<Uint8Array> {
  const reply = await begin();
  if (!isStream(reply)) throw refusalOf(reply);
  yield* reply.body;
}

/** What is refused before it begins is answered as JSON. */
function refusalOf({ status, body, fault }: OperationReply): Error {
  const text = body instanceof Uint8Array ? Buffer.from(body).toString() : "{}";
  const { detail } = JSON.parse(text) as { detail?: string };
  return new ServiceError(status, detail ?? "The run failed", { cause: fault });
}
