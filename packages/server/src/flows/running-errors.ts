import { ServiceError } from "../kernel/service-error.ts";
import { ModelUnavailableError } from "../models/model-unavailable-error.ts";
import type { FlowNode } from "./flow.ts";
import { NodeError } from "./node-kind.ts";

/** Contract, messages: what a run and a simulation that fail begin with. */
const beginnings = {
  run: "Error running flow:",
  simulation: "Error simulating flow:",
  node: "Error simulating node:",
};
export type RunKind = keyof typeof beginnings;

export const noResponseNode = "No Response Node found in flow";

/** The 500 of a run, a simulation or the simulation of a node, with its reason. */
export const runFailed = (kind: RunKind, reason: string, cause?: unknown): ServiceError =>
  new ServiceError(500, `${beginnings[kind]} ${reason}`, { cause });

/**
 * The error of a node, as the caller sees it. What its author or whoever runs the service can mend is said; a failing
 * model keeps its own status, so that callers wait before they try again.
 */
export function nodeFailed(kind: RunKind, { name }: FlowNode, error: unknown): Error {
  if (error instanceof NodeError) return runFailed(kind, `'${name}': ${error.message}`);
  if (error instanceof ModelUnavailableError) return error;
  return runFailed(kind, `'${name}' failed`, error);
}

export const nodeNotFound = (label: string, nodeId: string, flowName: string): ServiceError =>
  new ServiceError(404, `${label} with id '${nodeId}' not found in flow '${flowName}'`);
