import { type OperationId, wantsEvents } from "@headwater/spec";
import { newId } from "../../kernel/ids.ts";
import { headerText } from "../define-route.ts";
import { eventStreamType } from "../event-frame.ts";
import type { OperationReply, OperationRequest, RunOperation } from "../operation.ts";
import { citedFiles } from "./cited-files.ts";
import { conversationOf } from "./conversation-of.ts";
import { type DurableRuns, outlivesService } from "./durable-runs.ts";
import type { EventRuns } from "./event-runs.ts";
import type { OrderedLanes } from "./ordered-lanes.ts";
import type { PublishRuns } from "./publish-runs.ts";

/**
 * Carries out what can be streamed. Questions of one conversation come in order, those with the same `Idempotency-Key` one after the other,
 * and a streamed one as a run that outlives its connection. Other operations are carried out as they are.
 */
export function createRunQuestions({
  run,
  lanes,
  runs,
  failures,
  durable,
  cited,
}: {
  run: RunOperation;
  lanes: OrderedLanes;
  runs: Pick<EventRuns, "begin"> & Partial<Pick<PublishRuns, "known">>;
  /** The operations that can be streamed, with the text of a failure that is our fault. */
  failures: Partial<Record<OperationId, string>>;
  /** Those that go on after a restart. */
  durable: DurableRuns;
  /** Called with what a streamed answer cited, once it has ended. */
  cited?: ((request: OperationRequest, runId: string, fileIds: string[]) => void) | undefined;
}): RunOperation {
  /**
   * Answers how to leave all lanes of a request. They are entered in one order, so that two never wait for each
   * other.
   */
  const enter = async (request: OperationRequest, signal: AbortSignal) => {
    const left: (() => void)[] = [];
    const leave = () => {
      for (const each of left) each();
    };
    try {
      for (const lane of request.operationId === "askSources" ? lanesOf(request) : [])
        left.push(await lanes.enter(lane, request.body?.length ?? 0, signal));
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  };

  return async (request, signal) => {
    const failure = failures[request.operationId];
    if (failure === undefined) return run(request, signal);
    const leave = await enter(request, signal);
    const work = new AbortController();
    const callerLeft = () => work.abort(signal.reason);
    if (signal.aborted) callerLeft();
    signal.addEventListener("abort", callerLeft);
    let goesOn = false;
    let release = () => {};
    try {
      const runId = newId();
      const isDurable = outlivesService(request.operationId);
      const mayBeAccepted = isDurable && wantsEvents(headerText(request.headers.accept));
      if (mayBeAccepted) release = await durable.hold(runId);
      const reply = await run({ ...request, runId }, work.signal).catch((error: unknown) => {
        if (mayBeAccepted) durable.drop(runId);
        throw error;
      });
      if (!isStream(reply)) {
        if (mayBeAccepted) durable.drop(runId);
        return reply;
      }
      goesOn = true;
      const { projectId = "" } = request.caller ?? {};
      const abort = (reason: Error) => work.abort(reason);
      const onEnd = (reason: unknown) => {
        leave();
        cited?.(request, runId, citedFiles(begun.events));
        release();
        if (isDurable && reason !== undefined) durable.conclude(runId, reason);
      };
      const begun = runs.begin({
        ...{ id: runId, projectId, events: reply.body, abort, onEnd, failure },
        outlivesService: isDurable,
      });
      // Its first event has the id to resume it by, at any process.
      await runs.known?.(runId).catch((error: unknown) => {
        abort(error as Error);
        throw error;
      });
      return { ...reply, body: begun.read(0, signal) };
    } finally {
      // From here on only a stop request or the timeout ends the run; its first reader may leave.
      signal.removeEventListener("abort", callerLeft);
      if (!goesOn) {
        leave();
        release();
      }
    }
  };
}

/** First the key, then the conversation. */
function lanesOf({ caller, headers, body }: OperationRequest): string[] {
  const key = headerText(headers["idempotency-key"]);
  const conversation = body && conversationOf(body);
  const project = caller?.projectId ?? "";
  return [
    ...(key ? [JSON.stringify([project, "key", key])] : []),
    ...(conversation ? [JSON.stringify([project, "conversation", conversation])] : []),
  ];
}

type StreamedReply = OperationReply & { body: AsyncIterable<Uint8Array> };

export const isStream = (reply: OperationReply): reply is StreamedReply =>
  reply.headers["content-type"] === eventStreamType &&
  reply.body !== null &&
  !(reply.body instanceof Uint8Array);
