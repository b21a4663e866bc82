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
 * model that is not set up here. `path` is where the configuration was sent, such as `graph.nodes[2].config`.
 */
export type ResolveReferences = (projectId: ProjectId, node: Configured, path: string) => Promise<Config>;

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
  async (projectId, node, path) => {
    const config =
      node.type === "llm" ? await withPromptId(prompts, projectId, node.config, path) : node.config;
    const fault = modelFault({ ...node, config });
    if (fault) throw invalidInput(`${path}.${fault}`);
    return config;
  };

/** A graph with all of its configurations resolved. */
export async function resolveGraph(
  resolve: ResolveReferences,
  projectId: ProjectId,
  graph: FlowGraph,
): Promise<FlowGraph> {
  const nodes: FlowNode[] = [];
  for (const [index, node] of graph.nodes.entries())
    nodes.push({ ...node, config: await resolve(projectId, node, `graph.nodes[${index}].config`) });
  return { ...graph, nodes };
}

/** Stored is the id alone, so that a prompt can be renamed. The name finds it where the project does not have the id. */
async function withPromptId(
  prompts: Pick<PromptStore, "find" | "list">,
  projectId: ProjectId,
  { prompt: name, ...config }: Config,
  path: string,
): Promise<Config> {
  const { promptId } = config;
  if (typeof promptId === "string" && (await prompts.find(projectId, promptId))) return config;
  if (typeof name !== "string") {
    if (typeof promptId !== "string") return config;
    throw invalidInput(`${path}.promptId '${promptId}' is not a prompt of this project`);
  }
  const [found, second] = (await prompts.list(projectId)).filter((each) => each.name === name);
  if (!found) throw invalidInput(`${path}.prompt '${name}' is not a prompt of this project. Make it first`);
  if (second)
    throw invalidInput(
      `${path}.prompt '${name}' is the name of several prompts of this project. Give promptId`,
    );
  return { ...config, promptId: found.promptId };
}
