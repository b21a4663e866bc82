import { createExtractiveAnswerer } from "../../packages/server/src/adapters/builtin/extractive-answerer.ts";
import type { JudgingEncoder } from "../../packages/server/src/models/built-in-encoder.ts";
import type { QuestionSet } from "../corpora/question-set.ts";
import { withService } from "./built-service.ts";
import type { Meaning } from "./meaning.ts";
import type { AskedStatement, Asker } from "./score-answers.ts";
import { createPassageSearch } from "./search-elements.ts";

const buildTimeoutMs = 60_000;
const never = new AbortController().signal;

/**
 * Asks the built-in answerer in this process; without `meaning` by words alone. `elsewhere` judges sentences in other languages
 * than English; without it `meaning` does so too.
 */
export function createBuiltInAsker(
  sets: QuestionSet[],
  meaning?: Meaning,
  elsewhere?: { meaning: Meaning; encoder: JudgingEncoder },
): Asker {
  const search = createPassageSearch(sets, meaning);
  const answerer = createExtractiveAnswerer(elsewhere?.encoder);
  return async (question) => {
    const passages = await search(question);
    const statements: AskedStatement[] = [];
    if (passages.length === 0) return statements;
    const compare =
      meaning &&
      ((texts: readonly string[], isEnglish: boolean, asked: string, sections: number) =>
        (elsewhere && !isEnglish ? elsewhere.meaning : meaning).alike(asked, texts, sections));
    const request = { question, history: [], passages, thinkingLevel: "accurate" as const, compare };
    for await (const event of answerer(request, never)) {
      if (event.type !== "statement") continue;
      const cited = event.statement.passages.flatMap((position) => passages[position] ?? []);
      statements.push({
        text: event.statement.text,
        ...(event.statement.computed && { rows: event.statement.computed.rows.map(({ text }) => text) }),
        cited: cited.map(({ text, elementType }) => ({ text, isTitle: elementType === "Title" })),
      });
    }
    return statements;
  };
}

type AskedCitation = { index: number; file_id: string; element_id: string };
type StoredElement = { element_id: string; text: string; type: string };

/** Starts the built service, gives it all documents, and asks it about one of them at a time. */
export async function withServiceAskers(
  sets: QuestionSet[],
  use: (askerOf: (set: QuestionSet) => Asker) => Promise<void>,
): Promise<void> {
  await withService({ ...(process.env as Record<string, string>) }, async ({ caller }) => {
    const files = new Map<string, { fileId: string; elements: Map<string, StoredElement> }>();
    for (const { fileName, file } of sets) {
      const buildId = await caller.ingest(fileName, new TextEncoder().encode(file));
      const { file_id, status, error } = await caller.waitForBuild(buildId, buildTimeoutMs);
      if (file_id === null || error !== null) throw new Error(`${fileName}: ${status} ${error}`);
      const { items } = await caller.elements(file_id);
      const elements = new Map((items as StoredElement[]).map((each) => [each.element_id, each]));
      files.set(fileName, { fileId: file_id, elements });
    }
    await use(({ fileName }) => async (question) => {
      const { fileId, elements } = files.get(fileName) ?? { fileId: "", elements: new Map() };
      const { answer, citations } = await caller.ask(question, [fileId]);
      return statementsOf(answer, citations as AskedCitation[], elements);
    });
  });
}

/** Splits an answer at its markers, so that each piece has the elements that it cites. */
function statementsOf(
  answer: string,
  citations: AskedCitation[],
  elements: Map<string, StoredElement>,
): AskedStatement[] {
  if (citations.length === 0) return [];
  const cited = (marks: string) =>
    [...marks.matchAll(/\d+/g)].flatMap(([number]) => {
      const citation = citations.find(({ index }) => index === Number(number));
      const element = elements.get(citation?.element_id ?? "");
      return element ? [{ text: element.text, isTitle: element.type === "Title" }] : [];
    });
  return [...answer.matchAll(/(.*?)((?:\s?\[\d+\])+)([.!?。！？]?)/gs)].map(
    ([, text = "", marks = "", stop]) => ({
      text: (text + stop).trim(),
      cited: cited(marks),
    }),
  );
}
