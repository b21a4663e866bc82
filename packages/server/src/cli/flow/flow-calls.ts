import type { FlowDetail } from "@headwater/spec";
import type { FlowFile } from "@headwater/spec/flow-file";
import type { Remote } from "../remote.ts";

/** Runs and simulations may take ten minutes at the service. */
const runTimeoutMs = 11 * 60_000;

/** The address of an operation of a flow. */
export const flowPath = (flowName: string, path = ""): string =>
  `/flows/${encodeURIComponent(flowName)}${path}`;

/** Sends JSON. */
export const sendJson = <Result>(
  remote: Remote,
  method: "POST" | "PUT",
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Result> =>
  remote<Result>(path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    timeoutMs: runTimeoutMs,
  });

/** A flow of the service as a file holds it. */
export const fileOf = ({
  name,
  description,
  graph,
}: Pick<FlowDetail, "name" | "description" | "graph">): FlowFile => ({
  name,
  // The service keeps a description that was taken away as an empty one.
  description: description || null,
  graph: graph as FlowFile["graph"],
});
