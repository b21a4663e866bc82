import type { ProjectId } from "../../kernel/ids.ts";
import { invalidInput } from "../../kernel/service-error.ts";
import type { FlowGraph, FlowNode } from "../flow/flow.ts";
import type { PromptStore } from "../flow/prompt-store.ts";

type Config = Record<string, unknown>;
type Configured = Pick<FlowNode, "type" | "config">;

/** The models that this installation has, by the names of their settings. */
export type KnownModels = { language: readonly string[]; embedding: readonly string[] };

/** What is wrong with the models that a node names, from the field on: `model 'x' is not …`. Null when nothing is. */
export type ModelFault = (node: Configured) => string | null;

/**
 * The configuration with what it names found: a prompt by its id. Throws 400 for a prompt that the project does not have, and for a
 * model that is not set up here. What a node of `draft` names already is accepted: a prompt that was deleted since must not block
 * another change. `path` is where the configuration was sent, such as `graph.nodes[2].config`.
 */
export type ResolveReferences = (
  projectId: ProjectId,
  node: Configured,
  path: string,
  draft?: FlowGraph,
) => Promise<Config>;

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

export const createResolveReferences =
  ({
    prompts,
    modelFault,
  }: {
    prompts: Pick<PromptStore, "find" | "list">;
    modelFault: ModelFault;
  }): ResolveReferences =>
  async (projectId, node, path, draft) => {
    const stands = (field: string) =>
      draft?.nodes.some(({ type, config }) => type === node.type && config[field] === node.config[field]) ??
      false;
    const config =
      node.type === "llm"
        ? await withPromptId(prompts, projectId, node.config, path, stands("promptId"))
        : node.config;
    const fault = modelFault({ ...node, config });
    if (fault && !stands(node.type === "llm" ? "model" : "embeddingModel"))
      throw invalidInput(`${path}.${fault}`);
    return config;
  };

/** A graph with all of its configurations resolved. `draft`: as in `ResolveReferences`. */
export async function resolveGraph(
  resolve: ResolveReferences,
  projectId: ProjectId,
  graph: FlowGraph,
  draft?: FlowGraph,
): Promise<FlowGraph> {
  const nodes: FlowNode[] = [];
  for (const [index, node] of graph.nodes.entries())
    nodes.push({ ...node, config: await resolve(projectId, node, `graph.nodes[${index}].config`, draft) });
  return { ...graph, nodes };
}

/** Why a node of a graph can't write: its prompt was deleted. Null when the project has the prompts of all nodes. */
export type PromptFault = (projectId: ProjectId, graph: Pick<FlowGraph, "nodes">) => Promise<string | null>;

export const createPromptFault =
  ({ find }: Pick<PromptStore, "find">): PromptFault =>
  async (projectId, { nodes }) => {
    for (const { id, type, config } of nodes) {
      if (type !== "llm" || typeof config.promptId !== "string") continue;
      if (!(await find(projectId, config.promptId)))
        return `${id}: its prompt was deleted. Give the node another prompt or none, and deploy the flow again`;
    }
    return null;
  };

/** Stored is the id alone, so that a prompt can be renamed. The name finds it where the project does not have the id. */
async function withPromptId(
  prompts: Pick<PromptStore, "find" | "list">,
  projectId: ProjectId,
  { prompt: name, ...config }: Config,
  path: string,
  isInDraft: boolean,
): Promise<Config> {
  const { promptId } = config;
  if (promptId === undefined && name === undefined) return config;
  if (typeof promptId === "string" && (await prompts.find(projectId, promptId))) return config;
  const all = name === undefined ? [] : await prompts.list(projectId);
  const [found, second] = all.filter((each) => each.name === name);
  if (found && !second) return { ...config, promptId: found.promptId };
  if (promptId !== undefined && isInDraft) return config;
  if (name === undefined)
    throw invalidInput(`${path}.promptId '${promptId}' is not a prompt of this project`);
  if (second)
    throw invalidInput(
      `${path}.prompt '${name}' is the name of several prompts of this project. Give promptId`,
    );
  throw invalidInput(`${path}.prompt '${name}' is not a prompt of this project. Make it first`);
}
