import type { SourceNames } from "../sources/source-names.ts";
import { createListNodes, createUpdateNode } from "./configure-nodes.ts";
import type { DatasetFiles } from "./dataset-files.ts";
import { createExplainFlow } from "./explain-flow.ts";
import { createFilesOfOutputs } from "./files-of-outputs.ts";
import type { FlowRooms } from "./flow-rooms.ts";
import { createGivenOutputs } from "./given-outputs.ts";
import type { ResolveReferences } from "./graph/resolve-references.ts";
import { createNodeResults } from "./node-results.ts";
import { createOutdatedNodes } from "./outdated-nodes.ts";
import { createReplayRun } from "./replay-run.ts";
import { createRunCases } from "./run-cases.ts";
import { createRunFlow, type RunningDependencies } from "./run-flow.ts";
import { createSimulateFlow, createSimulateNode } from "./simulate-flow.ts";
import { createTestHistory } from "./test-history.ts";

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
