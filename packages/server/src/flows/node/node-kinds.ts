import type { FlowNodeType } from "../flow/flow.ts";
import type { NodeKind } from "./node-kind.ts";

/** The code behind every type of node. */
export type NodeKinds = Record<FlowNodeType, NodeKind>;
