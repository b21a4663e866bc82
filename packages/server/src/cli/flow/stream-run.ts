import { setTimeout as after } from "node:timers/promises";
import type { FlowNodeProgress, StreamError } from "@headwater/spec";
import { OperatorError } from "../../kernel/operator-error.ts";
import { readRemoteAddress, serviceSilent } from "../remote.ts";
import { RemoteError } from "../remote-error.ts";
import type { Terminal } from "../terminal.ts";
import { flowPath } from "./flow-calls.ts";

/** How often a run is looked for again without an event between, and how long before each time, in ms. */
const maxAttempts = 20;
const pauseMs = 1_000;
/** Runs end by themselves after ten minutes. */
const maxStreamMs = 11 * 60_000;

type Event = { id: string; event: string; data: unknown };

/**
 * Runs a flow and reports what each node does meanwhile. A run goes on when the connection is lost, or the service
 * restarts.
 */
export async function streamRun<Result>(
  terminal: Terminal,
  { name, path, body }: { name: string; path: string; body: unknown },
  onNode: (progress: FlowNodeProgress) => void,
): Promise<Result> {
  const { base, token } = await readRemoteAddress(terminal);
  const deadline = AbortSignal.timeout(maxStreamMs);
  const connect = async (to: string, init: RequestInit): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream", ...init.headers };
    const response = await fetch(base + to, { ...init, headers, signal: deadline }).catch(
      (cause: unknown) => {
        throw serviceSilent(base, cause);
      },
    );
    if (response.ok) return response;
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    throw new RemoteError(detail ?? `${base}${to} answered ${response.status}`, response.status);
  };
  let response = await connect(flowPath(name, path), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  let runId: string | undefined;
  let lastEventId = "";
  for (let attempt = 0; ; attempt += 1) {
    try {
      for await (const { id, event, data } of eventsOf(response)) {
        [lastEventId, attempt] = [id, 0];
        if (event === "status") runId = (data as { run_id: string }).run_id;
        else if (event === "node") onNode(data as FlowNodeProgress);
        else if (event === "result") return data as Result;
        else if (event === "error") throw failed(data as StreamError);
      }
    } catch (error) {
      if (error instanceof RemoteError) throw error;
    }
    if (runId === undefined || attempt === maxAttempts || deadline.aborted)
      throw new OperatorError(`The connection to ${base} was lost before the run had ended. Try again.`);
    await after(pauseMs);
    const to = flowPath(name, `/runs/${encodeURIComponent(runId)}/events`);
    response = await connect(to, { headers: { "last-event-id": lastEventId } }).catch((error: unknown) => {
      // While the service restarts, connections are refused.
      if (error instanceof RemoteError && error.status < 500) throw error;
      return new Response("");
    });
  }
}

const failed = ({ detail, status = 500 }: StreamError): RemoteError => new RemoteError(detail, status);

/** The events of a stream of ours: each is one `id`, one `event` and one `data` line. */
async function* eventsOf({ body }: Response): AsyncGenerator<Event> {
  let pending = "";
  for await (const piece of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    pending += piece;
    for (let end = pending.indexOf("\n\n"); end >= 0; end = pending.indexOf("\n\n")) {
      const [id = "", event = "", data = "null"] = pending
        .slice(0, end)
        .split("\n")
        .map((line) => line.slice(line.indexOf(": ") + 2));
      pending = pending.slice(end + 2);
      yield { id, event, data: JSON.parse(data) };
    }
  }
}
