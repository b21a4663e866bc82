import type { ServerResponse } from "node:http";
import { setTimeout as after } from "node:timers/promises";

/** What goes wrong with one request, instead of or before its answer. */
export type Fault =
  /** The answer comes, later; each piece of a stream does. */
  | { kind: "slow"; ms: number }
  /** The connection ends in the middle of an answer; in a stream after some pieces (2). */
  | { kind: "cut"; after?: number }
  /** A stream ends properly after some pieces (2), and never says that the answer is whole. */
  | { kind: "unfinished"; after?: number }
  /** Status 200 with a body that is not JSON; in a stream after one piece. */
  | { kind: "bad-json" }
  /** No byte ever comes; in a stream none after some pieces (0). */
  | { kind: "hang"; after?: number }
  /** An error in the provider's form. */
  | { kind: "status"; status: number; message?: string; headers?: Record<string, string> };

/** Carries out a fault of an answer that is not streamed. True when the request is dealt with. */
export async function commit(fault: Fault, response: ServerResponse): Promise<boolean> {
  switch (fault.kind) {
    case "slow":
      await after(fault.ms);
      return false;
    case "hang":
      return true;
    case "cut":
    case "unfinished":
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"choices":[');
      // Once the beginning is on its way.
      setImmediate(() => response.destroy());
      return true;
    case "bad-json":
      response.writeHead(200, { "content-type": "application/json" }).end("<html>not what was asked for");
      return true;
    case "status": {
      const { status, message = `fault ${status}`, headers } = fault;
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify({ error: { message, type: "fault", code: null } }));
      return true;
    }
  }
}

/** Sends events as a stream, with the fault that it meets on its way. */
export async function sendStream(
  events: unknown[],
  fault: Exclude<Fault, { kind: "status" }> | undefined,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (data: string) =>
    new Promise<void>((resolve) => response.write(`data: ${data}\n\n`, () => resolve()));
  const stopAfter = { slow: Number.POSITIVE_INFINITY, cut: 2, unfinished: 2, "bad-json": 1, hang: 0 };
  const stop = fault
    ? "after" in fault
      ? (fault.after ?? stopAfter[fault.kind])
      : stopAfter[fault.kind]
    : events.length;
  for (const event of events.slice(0, stop)) {
    if (fault?.kind === "slow") await after(fault.ms);
    await send(JSON.stringify(event));
  }
  if (fault?.kind === "hang") return;
  if (fault?.kind === "cut") return void response.destroy();
  if (fault?.kind === "bad-json") await send('{"choices":[');
  await send("[DONE]");
  response.end();
}
