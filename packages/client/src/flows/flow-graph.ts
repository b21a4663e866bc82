import type { GraphNodeType } from "@headwater/spec";
import type { NodeConfigs } from "./node-configs.ts";

/** A node as the service takes and answers it. */
export type GraphNode<Type extends GraphNodeType = GraphNodeType> = {
  [Each in Type]: {
    id: string;
    type: Each;
    position: { x: number; y: number };
    style: { height: number; width: number };
    data: { name: string; config: NodeConfigs[Each] };
  };
}[Type];

/** What `PUT /graph` and `POST /create` take as `graph`. Plain JSON. */
export type FlowGraph = { nodes: GraphNode[]; edges: { source: string; target: string }[] };

/** A flow as code: the body of `POST /create`, and of `PUT /graph`. Plain JSON. */
export type FlowDefinition = { name: string; description?: string; graph: FlowGraph };
