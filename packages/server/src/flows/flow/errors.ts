import { limits } from "@headwater/spec";
import { invalidInput, ServiceError } from "../../kernel/service-error.ts";
import type { FlowNodeType, NodeId, RevisionId } from "./flow.ts";
import { nodeTable } from "./node-table.ts";

/** Contract, message table: an unknown flow, on run and on all that read. */
export const flowNotFound = () => new ServiceError(404, "Flow not found");

/** Contract, message table: an unknown flow, on node results and on all that change. */
export const namedFlowNotFound = (flow: string) =>
  new ServiceError(404, `Flow with name '${flow}' not found`);

export const notDeployed = (flow: string) =>
  new ServiceError(404, `No deployed revision found for flow ${flow}`);

export const nodeNotFound = (nodeId: NodeId, flow: string) =>
  new ServiceError(404, `Node with id '${nodeId}' not found in flow '${flow}'`);

export const typedNodeNotFound = (type: FlowNodeType, nodeId: NodeId, flow: string) =>
  new ServiceError(404, `${nodeTable[type].label} node with id '${nodeId}' not found in flow '${flow}'`);

export const revisionNotFound = (revisionId: RevisionId, flow: string) =>
  new ServiceError(404, `Revision with id '${revisionId}' not found in flow '${flow}'`);

export const runNotFound = (runId: string, flow: string) =>
  new ServiceError(404, `Run with id '${runId}' not found in flow '${flow}'`);

export const promptNotFound = () => new ServiceError(404, "Prompt not found");

export const filesUnknown = (names: readonly string[]) =>
  invalidInput(`The following files do not exist as sources in the dataset: ${names.join(", ")}`);

/** Deploying; a simulation says it as a 500 of its own. */
export const noResponseNode = "No Response Node found in flow";
export const nothingToAnswer = () => invalidInput(noResponseNode);

/** The contract's texts of failures that name their reason. */
export const runFailed = (reason: string, options?: ErrorOptions) =>
  new ServiceError(500, `Error running flow: ${reason}`, options);
export const simulationFailed = (reason: string, options?: ErrorOptions) =>
  new ServiceError(500, `Error simulating flow: ${reason}`, options);
export const nodeSimulationFailed = (reason: string, options?: ErrorOptions) =>
  new ServiceError(500, `Error simulating node: ${reason}`, options);

export const nameTaken = (name: string) => new ServiceError(409, `Flow name '${name}' is taken`);
export const nameReserved = (name: string) =>
  invalidInput(`Flow name '${name}' is reserved. Choose another.`);
export const nameInvalid = () =>
  invalidInput(
    "name must be a DNS label: 1 to 63 of a-z, 0-9 and -, with a letter or digit at its beginning and end",
  );

export const templateOrGraph = () => invalidInput("Give template or graph, not both");
export const filesNeedTemplate = () =>
  invalidInput("files belong to a template. In a graph, name them in the configuration of a dataset node");

export const changedMeanwhile = () => new ServiceError(412, "The flow was changed meanwhile: read it again");
export const changesAllTheTime = () =>
  new ServiceError(409, "The flow is changed by others all the time: try again");
export const confirmNeeded = () => invalidInput("The flow is deployed: repeat its name in confirm");

export const tooManyPrompts = () =>
  invalidInput(`A project has at most ${limits.maxPrompts} prompts. Delete one first.`);
