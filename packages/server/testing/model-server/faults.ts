import type { ServerResponse } from "node:http";
import { setTimeout as after } from "node:timers/promises";

/** What goes wrong with one request, instead of or before its answer. */
export type Fault =
  /** The answer comes, later. */
  | { kind: "slow"; ms: number }
  /** The connection ends in the middle of an answer. */
  | { kind: "cut" }
  /** Status 200 with a body that is no JSON. */
  | { kind: "bad-json" }
  /** No byte ever comes. */
  | { kind: "hang" }
  /** An error in the provider's form. */
  | { kind: "status"; status: number; message?: string; headers?: Record<string, string> };

/** Carries out a fault. True when the request is dealt with, false when its answer is still to come. */
export async function commit(fault: Fault, response: ServerResponse): Promise<boolean> {
  switch (fault.kind) {
    case "slow":
      await after(fault.ms);
      return false;
    case "hang":
      return true;
    case "cut":
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
