import type { FileNode, FilePrompt, FlowFile } from "./flow-file.ts";

/** A prompt of a project, as the service lists it. */
type ListedPrompt = { prompt_id: string; name: string; text: string };

/** Whether a node writes by a prompt of the project. */
export const writesByPrompt = ({ type, data: { config } }: FileNode): boolean =>
  type === "llm" && (config.promptId !== undefined || config.prompt !== undefined);

/**
 * The flow with its prompts by their names instead of their ids, which another project does not have. A prompt whose name is not the
 * only one keeps its id.
 */
export function withPromptNames(flow: FlowFile, prompts: readonly ListedPrompt[]): FlowFile {
  const known = new Set<unknown>(prompts.map(({ prompt_id }) => prompt_id));
  const named = new Map<unknown, string>(onlyOnes(prompts).map(({ prompt_id, name }) => [prompt_id, name]));
  const nodes = flow.graph.nodes.map((node): FileNode => {
    if (!writesByPrompt(node)) return node;
    const { promptId, prompt, ...config } = node.data.config;
    const name = known.has(promptId) ? named.get(promptId) : prompt;
    const reference = name === undefined ? { promptId } : { prompt: name };
    return { ...node, data: { ...node.data, config: { ...config, ...reference } } };
  });
  return { ...flow, graph: { ...flow.graph, nodes } };
}

/** The same with the texts of the prompts, as a file takes them to another project. */
export function withPromptTexts(flow: FlowFile, prompts: readonly ListedPrompt[]): FlowFile {
  const named = withPromptNames(flow, prompts);
  const used = new Set(promptNamesIn(named));
  return {
    ...named,
    prompts: onlyOnes(prompts).flatMap(({ name, text }) => (used.has(name) ? [{ name, text }] : [])),
  };
}

/** The names of the prompts that a flow writes by. */
export const promptNamesIn = ({ graph }: Pick<FlowFile, "graph">): string[] =>
  graph.nodes.flatMap(({ type, data: { config } }) =>
    type === "llm" && typeof config.prompt === "string" ? [config.prompt] : [],
  );

/** The prompts of a file that a project lacks. A prompt that it has under the name stays as it is, whatever its text. */
export const missingPrompts = (
  { prompts = [] }: Pick<FlowFile, "prompts">,
  there: readonly { name: string }[],
): FilePrompt[] => prompts.filter(({ name }) => !there.some((each) => each.name === name));

const onlyOnes = (prompts: readonly ListedPrompt[]): ListedPrompt[] =>
  prompts.filter(({ name }) => prompts.filter((each) => each.name === name).length === 1);
