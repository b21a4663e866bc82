import type { FlowChange, Prompt, PromptList } from "@headwater/spec";
import type { FileGraph, FileNode, FlowFile } from "@headwater/spec/flow-file";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { Remote } from "../remote.ts";
import { sendJson } from "./flow-calls.ts";

const promptsPath = "/flows/prompts";

export const listPrompts = async (remote: Remote): Promise<Prompt[]> =>
  (await remote<PromptList>(promptsPath)).prompts;

export const promptPath = (promptId: string): string => `${promptsPath}/${encodeURIComponent(promptId)}`;

export const createPrompt = (remote: Remote, body: { name: string; text: string }): Promise<Prompt> =>
  sendJson<Prompt>(remote, "POST", promptsPath, body);

/** The prompts of the project; none where no node of the graphs names one, so that flows without them need no further request. */
export const promptsFor = async (remote: Remote, ...graphs: FileGraph[]): Promise<Prompt[]> =>
  graphs.some(({ nodes }) => nodes.some(isWriter)) ? listPrompts(remote) : [];

const isWriter = ({ type, data: { config } }: FileNode): boolean =>
  type === "llm" && (config.promptId !== undefined || config.prompt !== undefined);

/**
 * The flow with its prompts by their names instead of their ids, which another project does not have. A prompt whose name is not the
 * only one keeps its id.
 */
export function withPromptNames(flow: FlowFile, prompts: readonly Prompt[]): FlowFile {
  const known = new Set<unknown>(prompts.map(({ prompt_id }) => prompt_id));
  const named = new Map<unknown, string>(onlyOnes(prompts).map(({ prompt_id, name }) => [prompt_id, name]));
  const nodes = flow.graph.nodes.map((node): FileNode => {
    if (!isWriter(node)) return node;
    const { promptId, prompt, ...config } = node.data.config;
    const name = known.has(promptId) ? named.get(promptId) : prompt;
    const reference = name === undefined ? { promptId } : { prompt: name };
    return { ...node, data: { ...node.data, config: { ...config, ...reference } } };
  });
  return { ...flow, graph: { ...flow.graph, nodes } };
}

/** The same with the texts of the prompts, as a file takes them to another project. */
export function withPromptTexts(flow: FlowFile, prompts: readonly Prompt[]): FlowFile {
  const named = withPromptNames(flow, prompts);
  const used = new Set(namesIn(named));
  return {
    ...named,
    prompts: onlyOnes(prompts).flatMap(({ name, text }) => (used.has(name) ? [{ name, text }] : [])),
  };
}

/** What a file says of prompts, against those of the project. */
export type FilePrompts = {
  /** Those that the project lacks. */
  missing: FlowChange[];
  /** Names of those that have another text in the project, where they stay as they are. */
  different: string[];
};

/** Throws OperatorError for a name of which neither the file nor the project has the text. */
export function comparePrompts(file: FlowFile, prompts: readonly Prompt[]): FilePrompts {
  const there = new Map(prompts.map(({ name, text }) => [name, text]));
  const own = file.prompts ?? [];
  const unknown = namesIn(file).find((name) => !there.has(name) && !own.some((each) => each.name === name));
  if (unknown !== undefined)
    throw new OperatorError(
      `The project has no prompt '${unknown}', and the file does not have its text. Add it to the file under prompts, or make it with: headwater prompt set`,
      { exitCode: 2 },
    );
  return {
    missing: own
      .filter(({ name }) => !there.has(name))
      .map(({ name, text }) => ({ path: `prompts[${name}]`, kind: "added", after: text })),
    different: own
      .filter(({ name, text }) => there.has(name) && there.get(name) !== text)
      .map(({ name }) => name),
  };
}

const namesIn = ({ graph }: FlowFile): string[] =>
  graph.nodes.flatMap(({ type, data: { config } }) =>
    type === "llm" && typeof config.prompt === "string" ? [config.prompt] : [],
  );

const onlyOnes = (prompts: readonly Prompt[]): Prompt[] =>
  prompts.filter(({ name }) => prompts.filter((each) => each.name === name).length === 1);
