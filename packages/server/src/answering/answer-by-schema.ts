import type { ElementStore } from "../elements/element-store.ts";
import type { CompareMeaning } from "../models/compare-meaning.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { Extractor } from "../structured/extractor.ts";
import type { Answer, AskRequest } from "./answer.ts";
import type { CitationEvent, TextDelta } from "./ask-event.ts";
import { createCiter } from "./citations.ts";
import type { CompleteCitation } from "./complete-citation.ts";
import type { Reading } from "./reading.ts";
import { structuredAnswer } from "./structured-answer.ts";
import { verifyValue } from "./verify/verify-value.ts";
import { wholeFile } from "./whole-file.ts";

export type SchemaDependencies = {
  sources: Pick<SourceStore, "find">;
  elements: Pick<ElementStore, "active" | "list">;
  extractor: Extractor;
  compareMeaning?: CompareMeaning | undefined;
  complete: CompleteCitation;
};

/** A request with a schema. `question` is complete: a follow-up has been rewritten. */
type SchemaRequest = AskRequest & { outputSchema: Record<string, unknown> };

/** Answers by filling the schema of the request. The text is a short status message. */
export async function* answerBySchema(
  { complete, extractor, compareMeaning, ...stores }: SchemaDependencies,
  { projectId, fileIds, thinkingLevel, question: asked, outputSchema: schema }: SchemaRequest,
  readings: AsyncIterable<Reading>,
  signal: AbortSignal,
): AsyncGenerator<
  TextDelta | CitationEvent,
  Pick<Answer, "text" | "citations" | "usage"> & Required<Pick<Answer, "structured">>
> {
  // A filled schema cannot say that a value is in another place, so only the first place is read.
  const { question, passages: retrieved } = (await first(readings)) ?? { question: asked, passages: [] };
  signal.throwIfAborted();
  // Over one file a question must never fill less than an extraction, so all of the file is read.
  const files = new Set(fileIds ?? retrieved.map(({ fileId }) => fileId));
  const [only] = files;
  const whole = files.size === 1 && only !== undefined ? await wholeFile(stores, projectId, only) : [];
  const passages = whole.length > 0 ? whole : retrieved;
  const compareTexts = compareMeaning?.bind(null, projectId);
  const filling = { question, schema, passages, thinkingLevel, compareTexts };
  const draft = await structuredAnswer(extractor, filling, signal);
  const citer = createCiter(passages, complete);
  for (const statement of draft.evidence) {
    const { added } = await citer.cite(verifyValue(statement, passages));
    for (const citation of added) yield { type: "citation", citation };
  }
  yield { type: "delta", text: draft.text };
  return {
    text: draft.text,
    citations: citer.citations(),
    usage: draft.usage,
    structured: draft.structured,
  };
}

async function first<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}
