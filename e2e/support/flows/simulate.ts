import type { IncomingMessage, ServerResponse } from "node:http";
import type { Flow, Node } from "./graph.ts";
import { passages } from "./items.ts";
import { run } from "./runs.ts";
import { page } from "./send.ts";
import type { FlowService } from "./service-state.ts";

export async function simulate(
  service: FlowService,
  flow: Flow,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  const tell = (event: string, data: unknown) =>
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  tell("status", { run_id: run.run_id });
  for (const node of flow.graph.nodes) {
    tell("node", { node_id: node.id, state: "running" });
    await service.gate?.();
    node.data.result = resultOf(node);
    tell("node", { node_id: node.id, state: "ran", why: "first run" });
  }
  tell("result", { ...page(passages), run_id: run.run_id });
  response.end();
}

const resultOf = ({ type, data }: Node): Record<string, unknown> => ({
  updated: true,
  ...(type === "dataset"
    ? { total_documents: (data.config.files as string[] | undefined)?.length ?? 0 }
    : {}),
  ...(type === "chunking" ? { total_chunks: 3 } : {}),
  ...(/rag$/.test(type) ? { total_processed: 3, total_chunks: 12, total_retrieved: 2 } : {}),
  ...(type === "graph-rag" ? { total_entities: 7, total_relationships: 9 } : {}),
});
