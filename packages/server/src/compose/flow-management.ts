import type { Stores } from "../adapters/sql/create-stores.ts";
import { createDatasetFiles } from "../flows/chunk-sets/dataset-files.ts";
import { createDeployedFileChanges } from "../flows/editing/file-changes.ts";
import { createManageFlows } from "../flows/editing/manage-flows.ts";
import { createManagePrompts } from "../flows/editing/manage-prompts.ts";
import { createManageRevisions } from "../flows/editing/manage-revisions.ts";
import { createFindFlow } from "../flows/flow/find-flow.ts";
import type { FlowNodeType } from "../flows/flow/flow.ts";
import type { ReadItems } from "../flows/flow/shown.ts";
import {
  createModelFault,
  createPromptFault,
  createResolveReferences,
} from "../flows/graph/resolve-references.ts";
import {
  createAnsweringFault,
  createDeployedFault,
  createRevisionFault,
} from "../flows/graph/revision-fault.ts";
import { createFindRun } from "../flows/run/conclude-run.ts";
import { createReadRun } from "../flows/run/read-run.ts";
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
  const promptFault = createPromptFault(prompts);
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
      answeringFault: createAnsweringFault(revisionFault, promptFault),
      deployedFault: createDeployedFault(flows, revisionFault, promptFault),
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
