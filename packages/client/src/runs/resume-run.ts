import { ConnectionError } from "../errors/connection-error.ts";
import type { FlowClient } from "../flow-client.ts";
import { readLimits } from "../streams/read-limits.ts";
import type { RunEvent, RunPlace } from "./run-event.ts";
import { runEvents, runResumption, type StreamRunOptions } from "./run-events.ts";

/**
 * Continues to read a run that another page or process began: yields what comes after the place, as `streamRun` would.
 * The service keeps a finished run for ten minutes, ends one that no client reads for a minute, and takes a run up again
 * after its own restart. Leaving the loop ends the request, not the run.
 *
 * @example
 * const kept: { place?: RunPlace } = {};
 * for await (const event of streamRun(flow, request, { onPlace: (place) => { kept.place = place; } })) show(event);
 * // later, after a reload
 * for await (const event of resumeRun(flow, kept.place)) show(event);
 * @throws {ConnectionError} when the rest cannot be had. Its `cause` says why: often an `ApiError` with status 404.
 *   Else as `streamRun`.
 */
export async function* resumeRun(
  flow: FlowClient,
  place: RunPlace,
  options: StreamRunOptions = {},
): AsyncGenerator<RunEvent, void, void> {
  const { signal, onPlace } = options;
  const limits = readLimits(options);
  const { resumeMessages } = await import("../streams/resume-messages.ts");
  const lost = new ConnectionError("The run cannot be resumed. Run the flow again.");
  const from = { id: place.runId, lastEventId: place.lastEventId };
  const messages = resumeMessages(from, lost, runResumption(flow, options), { limits, signal });
  yield* runEvents(messages, { limits, headers: new Headers(), onPlace, place });
}
