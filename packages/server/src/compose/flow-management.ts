import type { Stores } from "../adapters/sql/create-stores.ts";
import { createFindRun } from "../flows/conclude-run.ts";
import { createDatasetFiles } from "../flows/dataset-files.ts";
import { createDeployedFileChanges } from "../flows/file-changes.ts";
import { createFindFlow } from "../flows/find-flow.ts";
import type { FlowNodeType } from "../flows/flow.ts";
import type { ReadItems } from "../flows/flow-rooms.ts";
import { createModelFault, createResolveReferences } from "../flows/graph/resolve-references.ts";
import { createManageFlows } from "../flows/manage-flows.ts";
import { createManagePrompts } from "../flows/manage-prompts.ts";
import { createManageRevisions } from "../flows/manage-revisions.ts";
import { createReadRun } from "../flows/read-run.ts";
import { createDeployedFault, createRevisionFault } from "../flows/revision-fault.ts";
import { createFlowUrl, type FlowAddressing } from "../http/flow-url.ts";
import type { Rooms } from "../http/rooms.ts";
import type { Clock } from "../kernel/clock.ts";
import { embeddingName, type ModelSettings } from "../models/configured-models.ts";

/** Making, changing, deploying and comparing flows; what runs them is composed beside it. */
export function composeFlowManagement(
  stores: Pick<Stores, "flows" | "acceptedRuns" | "prompts" | "sources" | "sourceNames">,
  {
    clock,
    models,
    addressing,
    nodeVersions = {},
    readItems,
  }: {
    clock: Clock;
    models: Pick<ModelSettings, "language" | "embedding">;
    addressing: FlowAddressing;
    /** The version of each node type's code, which a revision freezes. */
    nodeVersions?: Partial<Record<FlowNodeType, number>>;
    readItems: ReadItems;
  },
) {
  const { flows, prompts } = stores;
  const { files, modelFault, resolveReferences } = composeFlowChecks(stores, models);
  const revisionFault = createRevisionFault(modelFault, nodeVersions);
  return {
    findFlow: createFindFlow(stores),
    manageFlows: createManageFlows({
      flows,
      files,
      resolveReferences,
      clock,
    }),
    manageRevisions: createManageRevisions({
      flows,
      files,
      nodeVersions,
      hasLanguageModel: models.language !== undefined,
      readRun: createReadRun({ flows, readItems }),
      deployedFault: createDeployedFault(flows, revisionFault),
      fileChanges: createDeployedFileChanges({ flows, files, stamp: stores.sources.stamp }),
      clock,
    }),
    managePrompts: createManagePrompts({ prompts, clock }),
    flowTraces: {
      listRuns: flows.listRuns,
      latestTest: flows.latestTest,
      findRun: createFindRun({ ...stores, clock }),
    },
    flowUrl: createFlowUrl(addressing),
  } satisfies Partial<Rooms>;
}

/** What a configuration may name: sources, prompts and models that are there. */
export function composeFlowChecks(
  stores: Pick<Stores, "prompts" | "sourceNames">,
  { language, embedding }: Pick<ModelSettings, "language" | "embedding">,
) {
  const names = Object.values(language ?? {}).map(({ model }) => model);
  const modelFault = createModelFault({
    language: [...new Set(names)],
    embedding: embedding ? [embeddingName(embedding)] : [],
  });
  return {
    files: createDatasetFiles(stores),
    modelFault,
    resolveReferences: createResolveReferences({ ...stores, modelFault }),
  };
}
