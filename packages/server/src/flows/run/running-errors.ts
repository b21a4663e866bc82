import { ModelUnavailableError } from "../../models/model-unavailable-error.ts";
import { nodeSimulationFailed, runFailed, simulationFailed } from "../flow/errors.ts";
import type { FlowNode } from "../flow/flow.ts";
import { NodeError } from "../node/node-kind.ts";

/** Contract, message table: what runs, simulations and simulations of a node begin with when they fail. */
export const failureOf = {
  run: runFailed,
  simulation: simulationFailed,
  node: nodeSimulationFailed,
} as const;

/**
 * The error of a node, as the caller sees it. It says what the author of the flow or the operator can mend; a failing
 * model keeps its own status, so that callers wait before they try again.
 */
export function nodeFailed(kind: keyof typeof failureOf, { name }: FlowNode, error: unknown): Error {
  if (error instanceof NodeError) return failureOf[kind](`'${name}': ${error.message}`, { cause: error });
  if (error instanceof ModelUnavailableError) return error;
  return failureOf[kind](`'${name}' failed`, { cause: error });
}

/** What records, traces and streams say of an error. Texts of unexpected errors stay in the log. */
export const shownText = (error: unknown): string =>
  error instanceof NodeError || error instanceof ModelUnavailableError
    ? error.message
    : "It failed for a reason of the service; the log says which";
