import type { GraphNodeConfig, GraphNodeType } from "@headwater/spec";

/** The configuration of each type of node, with the field names of the service. */
export type NodeConfigs = { [Type in GraphNodeType]: GraphNodeConfig<Type> };
