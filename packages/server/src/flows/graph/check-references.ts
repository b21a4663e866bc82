import type { ProjectId } from "../../kernel/ids.ts";
import { invalidInput } from "../../kernel/service-error.ts";
import type { FlowGraph, FlowNode } from "../flow.ts";
import type { PromptStore } from "../prompt-store.ts";

/** Throws 400, with the path, for a model that is not set up here and a prompt that the project does not have. */
export type CheckReferences = (projectId: ProjectId, graph: FlowGraph) => Promise<void>;

/** The models that this installation has, by the names of their settings. */
export type KnownModels = { language: readonly string[]; embedding: readonly string[] };

/** The same for one node: from the field on, as in `model 'x' is not set up`. Null when nothing is wrong. */
export type ReferenceFault = (
  projectId: ProjectId,
  node: Pick<FlowNode, "type" | "config">,
) => Promise<string | null>;

/** The same for the models that it names. */
export type ModelFault = (node: Pick<FlowNode, "type" | "config">) => string | null;

export function createModelFault(models: KnownModels): ModelFault {
  const unknownModel = (field: string, name: unknown, known: readonly string[]): string | null => {
    if (typeof name !== "string" || known.includes(name)) return null;
    const there = known.length === 0 ? "None is set up" : `There is ${known.join(", ")}`;
    return `${field} '${name}' is not a model of this installation. ${there}`;
  };
  return ({ type, config }) => {
    if (type === "chunking") return unknownModel("embeddingModel", config.embeddingModel, models.embedding);
    return type === "llm" ? unknownModel("model", config.model, models.language) : null;
  };
}

export const createReferenceFault =
  ({ prompts, modelFault }: { prompts: Pick<PromptStore, "find">; modelFault: ModelFault }): ReferenceFault =>
  async (projectId, node) => {
    const { promptId } = node.config;
    if (node.type === "llm" && typeof promptId === "string" && !(await prompts.find(projectId, promptId)))
      return `promptId '${promptId}' is not a prompt of this project`;
    return modelFault(node);
  };

export const createCheckReferences =
  (faultOf: ReferenceFault): CheckReferences =>
  async (projectId, { nodes }) => {
    for (const [index, node] of nodes.entries()) {
      const fault = await faultOf(projectId, node);
      if (fault) throw invalidInput(`graph.nodes[${index}].config.${fault}`);
    }
  };
