import { type FlowTemplate, flowNamePattern, reservedFlowNames } from "@headwater/spec";
import type { Clock } from "../../kernel/clock.ts";
import { newId, type ProjectId } from "../../kernel/ids.ts";
import type { DatasetFiles } from "../chunk-sets/dataset-files.ts";
import {
  changedMeanwhile,
  confirmNeeded,
  filesNeedTemplate,
  namedFlowNotFound,
  nameInvalid,
  nameReserved,
  nameTaken,
  templateOrGraph,
} from "../flow/errors.ts";
import type { Flow, FlowGraph } from "../flow/flow.ts";
import type { FlowStore } from "../flow/flow-store.ts";
import { changedNodes } from "../graph/changed-nodes.ts";
import { readGraph } from "../graph/read-graph.ts";
import { type ResolveReferences, resolveGraph } from "../graph/resolve-references.ts";
import { validateGraph } from "../graph/validate-graph.ts";
import { templateGraph } from "./templates.ts";

/** A flow to make; `graph` is as it was sent. */
export type NewFlowInput = {
  name: string;
  description?: string | undefined;
  template?: FlowTemplate | undefined;
  files?: string[] | undefined;
  graph?: unknown;
};

/** Makes, changes and removes flows. A flow that is given was found for the caller's project. */
export type ManageFlows = {
  list(projectId: ProjectId): Promise<Flow[]>;
  create(projectId: ProjectId, input: NewFlowInput): Promise<Flow>;
  /** Replaces the draft; with `ifVersion` only when that is its version still, else 412. */
  replace(
    flow: Flow,
    input: { graph: unknown; description?: string | undefined },
    ifVersion?: number,
  ): Promise<Flow>;
  /** Removes the flow for good. One that is deployed needs its name in `confirm`. */
  remove(flow: Flow, confirm: string | undefined): Promise<void>;
};

export function createManageFlows({
  flows,
  files,
  resolveReferences,
  clock,
}: {
  flows: Pick<FlowStore, "create" | "find" | "list" | "replaceDraft" | "remove" | "setStates">;
  files: Pick<DatasetFiles, "check">;
  resolveReferences: ResolveReferences;
  clock: Clock;
}): ManageFlows {
  const read = async (projectId: ProjectId, sent: unknown, draft?: FlowGraph): Promise<FlowGraph> => {
    const graph = readGraph(sent);
    validateGraph(graph);
    await files.check(projectId, graph, draft);
    return resolveGraph(resolveReferences, projectId, graph, draft);
  };

  return {
    list: flows.list,

    async create(projectId, { name, description, template, files: named, graph }) {
      if (!flowNamePattern.test(name)) throw nameInvalid();
      if ((reservedFlowNames as readonly string[]).includes(name)) throw nameReserved(name);
      if (template !== undefined && graph !== undefined) throw templateOrGraph();
      if (named !== undefined && template === undefined) throw filesNeedTemplate();
      const sent =
        template === undefined ? (graph ?? { nodes: [], edges: [] }) : templateGraph(template, named ?? []);
      const draft = await read(projectId, sent);
      const now = clock.now();
      const flow = {
        flowId: newId(),
        projectId,
        name,
        description: description ?? null,
        draft,
        deployedRevisionId: null,
        wasDeployed: false,
        createdAt: now,
        updatedAt: now,
      };
      const draftVersion = await flows.create(flow);
      if (draftVersion === null) throw nameTaken(name);
      return { ...flow, draftVersion };
    },

    async replace(flow, { graph, description }, ifVersion) {
      const draft = { graph: await read(flow.projectId, graph, flow.draft), description };
      const version = await flows.replaceDraft(flow.flowId, draft, ifVersion);
      const now = await flows.find(flow.name);
      if (!now || now.flowId !== flow.flowId) throw namedFlowNotFound(flow.name);
      if (version === null) throw changedMeanwhile();
      await flows.setStates(flow.flowId, changedNodes(flow.draft, draft.graph), "stale");
      return now;
    },

    async remove(flow, confirm) {
      if (flow.deployedRevisionId !== null && confirm !== flow.name) throw confirmNeeded();
      if (!(await flows.remove(flow.flowId))) throw namedFlowNotFound(flow.name);
    },
  };
}
