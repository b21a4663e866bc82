export { defineFlow } from "./define-flow.ts";
export type { FlowBuilder, NodeHandle, NodeInputs, NodeOptions } from "./flow-builder.ts";
export type { FlowDefinition, FlowGraph, GraphNode } from "./flow-graph.ts";
export type { NodeConfigs } from "./node-configs.ts";
