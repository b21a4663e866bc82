import { notFoundMark } from "../../answering/answer-prompt.ts";
import { asInSource } from "../../answering/brackets-of-sources.ts";
import { hasMarkers } from "../../answering/cited-sentence.ts";
import { noAnswerFound } from "../../answering/messages.ts";
import type { ChunkStore } from "../../chunks/chunk-store.ts";
import type { ElementStore } from "../../elements/element-store.ts";
import type { Clock } from "../../kernel/clock.ts";
import { forEachParallel } from "../../kernel/for-each-parallel.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { estimateTokens } from "../../models/estimate-tokens.ts";
import type { LanguageModel, LanguageModels } from "../../models/language-model.ts";
import { addUsage, noTokens, type TokenUsage } from "../../models/usage.ts";
import { evidenceOf } from "../evidence/passage-evidence.ts";
import { textsOfPassages } from "../evidence/passage-texts.ts";
import { verifyAnswer } from "../evidence/verify-answer.ts";
import type { OutputAnswer, OutputCitation } from "../flow/node-output.ts";
import { filesOfPassages } from "../node/drawn-from.ts";
import { type PassageList, passageListsOf } from "../node/input-passages.ts";
import { queriesOf } from "../node/input-queries.ts";
import { NodeError, type NodeInput, type NodeKind } from "../node/node-kind.ts";
import { numberIn, textIn } from "./config-values.ts";
import { chooseModel } from "./llm-model.ts";
import { llmPrompt, type WrittenPrompt } from "./llm-prompt.ts";

/** Answers that are written at the same time. */
const answersAtOnce = 4;

export type LlmNodeDependencies = {
  chunks: Pick<ChunkStore, "findActive">;
  elements: Pick<ElementStore, "located">;
  /** Absent without a language model. */
  models?: LanguageModels | undefined;
  /** What one question may send. */
  tokenBudget: number;
  prompts: { find(projectId: ProjectId, promptId: string): Promise<{ text: string } | null> };
  clock: Clock;
};

/**
 * Writes an answer to each query, from the passages that were found for it where any node finds some. An answer that cites
 * them is verified.
 */
export const createLlmNode = (deps: LlmNodeDependencies): NodeKind => ({
  type: "llm",
  version: 2,
  isKeptByRuns: true,
  needs: [["passages", "queries"]],
  takes: ["passages", "queries"],
  gives: "answers",
  readsQuery: true,
  // A passage with another score is the same evidence: a file that came or went changes the scores of all others.
  readsOf: (output) =>
    output.kind === "passages"
      ? output.lists.map(({ query, passages }) => [
          query,
          passages.map(({ id, chunkIds, summary }) => [id, chunkIds, summary]),
        ])
      : undefined,
  // What is not there is no error here: running the node says it.
  alsoReads: async ({ node, projectId }) => {
    const promptId = textIn(node.config, "promptId");
    const prompt = promptId === null ? null : await deps.prompts.find(projectId, promptId);
    return {
      prompt: prompt?.text ?? "",
      model: textIn(node.config, "model") ?? deps.models?.accurate.name ?? "",
    };
  },
  run: async (input) => {
    const { node, signal } = input;
    const model = chooseModel(deps.models, textIn(node.config, "model"));
    const temperature = numberIn(node.config, "temperature", { min: 0, max: 2 });
    const tasks = await tasksOf(deps, input);
    const answers: OutputAnswer[] = [];
    let usage = noTokens;
    await forEachParallel(tasks.entries(), answersAtOnce, async ([at, task]) => {
      const started = deps.clock.now().getTime();
      const written = await answerOf(deps, task, model, { temperature, signal });
      usage = addUsage(usage, written.usage);
      answers[at] = {
        id: task.query.id,
        question: task.query.text,
        text: written.text,
        model: model.name,
        seconds: Math.max(0, deps.clock.now().getTime() - started) / 1_000,
        chunkIds: [...new Set(task.shown.flatMap(({ passage }) => passage.chunkIds))],
        fileIds: filesOfPassages(task.shown.map(({ passage }) => passage)),
        ...(written.citations && { citations: written.citations }),
        ...(task.query.expected && { expected: task.query.expected }),
      };
    });
    return {
      output: { kind: "answers", answers },
      counts: {
        total_responses: answers.length,
        avg_response_length: average(answers.map(({ text }) => text.length)),
        avg_processing_time: average(answers.map(({ seconds }) => seconds)),
      },
      ...(tasks.length === 0 && { notes: ["There is no query, so nothing was written"] }),
      usage,
    };
  },
  estimate: async (input) => {
    const tasks = (await tasksOf(deps, input)).filter(({ isAsked }) => isAsked);
    const tokens = tasks.map(({ prompt }) => estimateTokens(prompt.instructions + prompt.text));
    return {
      files: 0,
      chunks: tasks.reduce((sum, { shown }) => sum + shown.length, 0),
      modelCalls: tasks.length,
      tokens: tokens.reduce((sum, each) => sum + each, 0),
    };
  },
});

/** `isAsked`: false where nothing was found, because then the model could only invent. */
type Task = WrittenPrompt & { query: PassageList["query"]; isAsked: boolean; isBuiltIn: boolean };

async function tasksOf(deps: LlmNodeDependencies, input: NodeInput): Promise<Task[]> {
  const { node, projectId, inputs } = input;
  const template = await templateOf(deps, projectId, textIn(node.config, "promptId"));
  const finds = inputs.some(({ kind }) => kind === "passages");
  const lists = passageListsOf(inputs);
  const found = new Map(lists.map(({ query, passages }) => [query.id, passages]));
  const asked = inputs.some(({ kind }) => kind === "queries") || !finds ? queriesOf(input) : [];
  const queries = new Map([...lists.map(({ query }) => query), ...asked].map((query) => [query.id, query]));
  const tasks: Task[] = [];
  for (const query of queries.values()) {
    const passages = finds ? await textsOfPassages(deps.chunks, projectId, found.get(query.id) ?? []) : null;
    const written = llmPrompt({ question: query.text, passages, template }, deps.tokenBudget);
    tasks.push({ ...written, query, isAsked: passages?.length !== 0, isBuiltIn: template === null });
  }
  return tasks;
}

async function templateOf(
  { prompts }: LlmNodeDependencies,
  projectId: ProjectId,
  promptId: string | null,
): Promise<string | null> {
  if (promptId === null) return null;
  const prompt = await prompts.find(projectId, promptId);
  if (!prompt)
    throw new NodeError(
      `There is no prompt "${promptId}". Create it, or leave promptId out to use the built-in one`,
    );
  return prompt.text;
}

type Written = { text: string; citations?: OutputCitation[]; usage: TokenUsage };

async function answerOf(
  { elements }: LlmNodeDependencies,
  { prompt, shown, isAsked, isBuiltIn }: Task,
  model: LanguageModel,
  { temperature, signal }: { temperature: number | null; signal: AbortSignal },
): Promise<Written> {
  if (!isAsked) return { text: noAnswerFound, usage: noTokens };
  let [text, usage] = ["", noTokens];
  const options = temperature === null ? undefined : { temperature };
  for await (const piece of model.write(prompt, signal, options)) {
    if (piece.type === "text") text += piece.text;
    else if (piece.type === "thought") text = "";
    else usage = addUsage(usage, piece.usage);
  }
  if (isBuiltIn && text.includes(notFoundMark)) return { text: noAnswerFound, usage };
  const answer = asInSource(text.trim());
  // A bracket of the document itself counts, too: the model may have repeated it, and it would pass for a citation.
  if (shown.length > 0 && hasMarkers(answer) && (isBuiltIn || !isJson(answer)))
    return { ...verifyAnswer(text, await evidenceOf(elements, shown)), usage };
  return { text: isBuiltIn ? withKnownNumbers(answer, shown.length) : answer, usage };
}

/** Numbers of passages that were never shown are left out. */
const withKnownNumbers = (text: string, passages: number): string =>
  text.replace(/\s?\[(\d+)\]/g, (marker, number) =>
    Number(number) >= 1 && Number(number) <= passages ? marker : "",
  );

/** The author of a prompt may ask for JSON, where a number in brackets is a list. */
function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

const average = (values: number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
