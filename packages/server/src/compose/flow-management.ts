import { basename } from "node:path";
import type { Stores } from "../adapters/sql/create-stores.ts";
import { createDatasetFiles } from "../flows/dataset-files.ts";
import { createFindFlow } from "../flows/find-flow.ts";
import type { FlowNodeType } from "../flows/flow.ts";
import { createCheckReferences, createReferenceFault } from "../flows/graph/check-references.ts";
import { createManageFlows } from "../flows/manage-flows.ts";
import { createManagePrompts } from "../flows/manage-prompts.ts";
import { createManageRevisions } from "../flows/manage-revisions.ts";
import { createFlowUrl, type FlowAddressing } from "../http/flow-url.ts";
import type { Rooms } from "../http/rooms.ts";
import type { Clock } from "../kernel/clock.ts";
import type { ModelSettings } from "../models/configured-models.ts";

/** Making, changing, deploying and comparing flows; what runs them is composed beside it. */
export function composeFlowManagement(
  stores: Pick<Stores, "flows" | "prompts" | "sources">,
  {
    clock,
    models,
    addressing,
    nodeVersions = {},
  }: {
    clock: Clock;
    models: Pick<ModelSettings, "language" | "embedding">;
    addressing: FlowAddressing;
    /** The version of each node type's code, which a revision freezes. */
    nodeVersions?: Partial<Record<FlowNodeType, number>>;
  },
) {
  const { flows, prompts } = stores;
  const { files, referenceFault } = composeFlowChecks(stores, models);
  return {
    findFlow: createFindFlow(stores),
    manageFlows: createManageFlows({
      flows,
      files,
      checkReferences: createCheckReferences(referenceFault),
      clock,
    }),
    manageRevisions: createManageRevisions({
      flows,
      files,
      nodeVersions,
      hasLanguageModel: models.language !== undefined,
      clock,
    }),
    managePrompts: createManagePrompts({ prompts, clock }),
    flowTraces: flows,
    flowUrl: createFlowUrl(addressing),
  } satisfies Partial<Rooms>;
}

/** What a configuration may name: sources, prompts and models that are there. */
export function composeFlowChecks(
  stores: Pick<Stores, "prompts" | "sources">,
  { language, embedding }: Pick<ModelSettings, "language" | "embedding">,
) {
  const names = Object.values(language ?? {}).map(({ model }) => model);
  return {
    files: createDatasetFiles(stores),
    referenceFault: createReferenceFault({
      ...stores,
      models: {
        language: [...new Set(names)],
        embedding: embedding ? ["model" in embedding ? embedding.model : basename(embedding.folder)] : [],
      },
    }),
  };
}
