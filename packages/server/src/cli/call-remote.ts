import { setTimeout as sleep } from "node:timers/promises";
import { operations } from "@headwater/spec";
import { addressesOf } from "../http/surface.ts";
import type { CallOperation, CallReply, OperationCall } from "../mcp/call-operation.ts";
import { formOfUpload } from "../mcp/form-of-upload.ts";
import { type RemoteAddress, serviceSilent } from "./remote.ts";

/** Timeout in ms. A question to a slow model takes minutes. */
const maxAnswerMs = 10 * 60_000;
/** How long a service that restarts is waited for, in ms. */
const maxRestartMs = 20_000;
const pauseMs = 500;

/**
 * Calls operations of a running service over HTTP. While it restarts, calls wait: those that it has not begun to answer
 * are sent again. Rejects with OperatorError when it does not answer.
 */
export function createCallRemote({ base, token }: RemoteAddress): CallOperation {
  const send = async (call: OperationCall, signal: AbortSignal): Promise<CallReply> => {
    const response = await fetch(base + pathOf(call), { ...requestOf(call, token), signal });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    };
  };

  return async (call, signal) => {
    const deadline = performance.now() + maxRestartMs;
    const either = AbortSignal.any([signal, AbortSignal.timeout(maxAnswerMs)]);
    for (;;) {
      const reply = await send(call, either).catch((error: Error) => error);
      const goesOn = performance.now() < deadline && !either.aborted;
      if (reply instanceof Error) {
        if (!goesOn || !isRefusedConnection(reply)) throw serviceSilent(base, reply);
      } else if (!goesOn || !isPassing(reply)) return reply;
      await sleep(pauseMs, undefined, { signal: either });
    }
  };
}

function pathOf({ operationId, flow = "", params = {}, query = {} }: OperationCall): string {
  // The last address names the surface, so that it works below a host that serves something else at its root.
  const address = addressesOf(operationId).at(-1) ?? "";
  const values: Record<string, string> = { ...params, flow_name: flow };
  const path = address.replaceAll(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(values[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) search.append(name, each);
  return search.size > 0 ? `${path}?${search}` : path;
}

function requestOf({ operationId, body, upload, waitSeconds }: OperationCall, token: string): RequestInit {
  const { method } = operations[operationId];
  const authorization = `Bearer ${token}`;
  const prefer = waitSeconds ? { prefer: `wait=${waitSeconds}` } : {};
  if (upload) return { method, headers: { authorization }, body: formOfUpload(upload) };
  if (body === undefined) return { method, headers: { authorization, ...prefer } };
  return {
    method,
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** The connection was refused: the request was not received. */
const isRefusedConnection = ({ cause }: Error): boolean =>
  (cause as NodeJS.ErrnoException | undefined)?.code === "ECONNREFUSED";

/** The service stops, or something passes soon: nothing was done, and it says that the request may be sent again. */
const isPassing = ({ status, headers }: CallReply): boolean =>
  status === 503 && headers["x-should-retry"] !== "false";
