import { ApiError, type FlowClient, unwrap } from "@headwater/client";
import type { SimulationResult } from "@headwater/spec";
import type { Progress } from "../graph/node-state.ts";
import { readEvents } from "./read-events.ts";

export type NodeNews = Progress & { nodeId: string };

/**
 * Simulates a flow and reports each node while it runs. A service that does not stream answers once, at the end.
 *
 * @throws {ApiError} when the service refuses it or fails
 */
export async function simulate(
  flow: FlowClient,
  query: string,
  { signal, onNode }: { signal: AbortSignal; onNode(news: NodeNews): void },
): Promise<SimulationResult> {
  const answer = await flow.POST("/simulate", {
    body: { query, page: 1, page_size: 10 },
    headers: { accept: "text/event-stream, application/json;q=0.9" },
    parseAs: "stream",
    signal,
  });
  const body = (await unwrap(answer)) as unknown as ReadableStream<Uint8Array>;
  if (!answer.response.headers.get("content-type")?.startsWith("text/event-stream"))
    return (await new Response(body).json()) as SimulationResult;
  for await (const { event, data } of readEvents(body)) {
    const value = JSON.parse(data) as Record<string, unknown>;
    if (event === "status") stopAtService(flow, String(value.run_id), signal);
    if (event === "node") onNode(newsOf(value));
    if (event === "result") return value as SimulationResult;
    if (event === "error")
      throw new ApiError(new Response(null, { status: Number(value.status ?? 500) }), String(value.detail));
  }
  throw new Error("The simulation ended without a result. Simulate again.");
}

/** The service goes on when a connection ends. A user who stops means the simulation. */
function stopAtService(flow: FlowClient, run_id: string, signal: AbortSignal): void {
  const stop = () => {
    // This is not awaited. If it fails, the simulation ends by itself.
    flow.DELETE("/runs/{run_id}", { params: { path: { run_id } } }).catch(() => {});
  };
  signal.addEventListener("abort", stop, { once: true });
}

const newsOf = (value: Record<string, unknown>): NodeNews => ({
  nodeId: String(value.node_id),
  state: value.state as Progress["state"],
  ...(typeof value.why === "string" ? { why: value.why } : {}),
  ...(typeof value.error === "string" ? { error: value.error } : {}),
});
