import type { SourceNames } from "../sources/source-names.ts";
import type { DatasetFiles } from "./chunk-sets/dataset-files.ts";
import { createListNodes, createUpdateNode } from "./editing/configure-nodes.ts";
import type { FlowRooms } from "./flow-rooms.ts";
import type { ResolveReferences } from "./graph/resolve-references.ts";
import { createFilesOfOutputs } from "./node/files-of-outputs.ts";
import { createExplainFlow } from "./run/explain-flow.ts";
import { createGivenOutputs } from "./run/given-outputs.ts";
import { createNodeResults } from "./run/node-results.ts";
import { createOutdatedNodes } from "./run/outdated-nodes.ts";
import { createReplayRun } from "./run/replay-run.ts";
import { createRunFlow, type RunningDependencies } from "./run/run-flow.ts";
import { createSimulateFlow, createSimulateNode } from "./run/simulate-flow.ts";
import { createRunCases } from "./tests/run-cases.ts";
import { createTestHistory } from "./tests/test-history.ts";

/** What runs flows, over its stores and the code of the nodes. */
export function createFlowRooms(
  given: Omit<RunningDependencies, "filesOfOutputs" | "given"> & {
    files: Pick<DatasetFiles, "check">;
    resolveReferences: ResolveReferences;
    sourceNames: Pick<SourceNames, "byIds">;
  },
): FlowRooms {
  const deps = {
    ...given,
    filesOfOutputs: createFilesOfOutputs(),
    given: createGivenOutputs(given.clock),
    outdatedNodes: createOutdatedNodes(given),
  };
  return {
    runFlow: createRunFlow(deps),
    simulateFlow: createSimulateFlow(deps),
    simulateNode: createSimulateNode(deps),
    nodeResults: createNodeResults(deps),
    listNodes: createListNodes(deps),
    updateNode: createUpdateNode(deps),
    explain: createExplainFlow(deps),
    replay: createReplayRun(deps),
    tests: createTestHistory(deps),
    runCases: createRunCases(deps),
  };
}
