import type { ServerResponse } from "node:http";
import type { Graph, Node } from "./graph.ts";
import { send } from "./send.ts";
import type { FlowService } from "./service-state.ts";
import { detail } from "./shown-flow.ts";

export function create(
  { flows }: FlowService,
  body: { name: string; files?: string[]; graph?: Graph },
  response: ServerResponse,
): void {
  if (flows.has(body.name)) {
    send(response, 409, { detail: `Flow name '${body.name}' is taken` });
    return;
  }
  const node = (type: string, at: number, config = {}): Node => ({
    id: `${type}-1`,
    type,
    position: { x: 260 * at, y: 60 },
    style: { width: 208, height: 116 },
    data: { name: type, config },
  });
  const graph = body.graph ?? {
    nodes: [
      node("dataset", 0, { files: body.files ?? [] }),
      node("smart-rag", 1, { topK: 5 }),
      node("response", 2),
    ],
    edges: [
      { source: "dataset-1", target: "smart-rag-1" },
      { source: "smart-rag-1", target: "response-1" },
    ],
  };
  const flow = { name: body.name, description: null, graph, version: 1, revisions: [], deployed: null };
  flows.set(body.name, flow);
  send(response, 200, detail(flow));
}
