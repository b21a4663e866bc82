import type { FlowChange, Prompt, PromptList } from "@headwater/spec";
import {
  type FileGraph,
  type FlowFile,
  missingPrompts,
  promptNamesIn,
  writesByPrompt,
} from "@headwater/spec/flow-file";
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
  graphs.some(({ nodes }) => nodes.some(writesByPrompt)) ? listPrompts(remote) : [];

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
  const unknown = promptNamesIn(file).find(
    (name) => !there.has(name) && !own.some((each) => each.name === name),
  );
  if (unknown !== undefined)
    throw new OperatorError(
      `The project has no prompt '${unknown}', and the file does not have its text. Add it to the file under prompts, or make it with: headwater prompt set`,
      { exitCode: 2 },
    );
  return {
    missing: missingPrompts(file, prompts).map(({ name, text }) => ({
      path: `prompts[${name}]`,
      kind: "added",
      after: text,
    })),
    different: own
      .filter(({ name, text }) => there.has(name) && there.get(name) !== text)
      .map(({ name }) => name),
  };
}
