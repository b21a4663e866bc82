import type { RetrievalQuery, Retrieve } from "../retrieval/retrieved-chunk.ts";
import { extractGrounded } from "../structured/extract-grounded.ts";
import type { Extractor } from "../structured/extractor.ts";
import type { Evidence } from "../structured/ground-values.ts";
import { createLabelReader } from "../text/label-words.ts";
import { termsOf } from "../text/terms.ts";
import type { Answer, AskRequest, Citation } from "./answer.ts";
import type { CitationEvent, StageBegun, TextDelta } from "./ask-event.ts";
import { type AskedField, askedField, identifiers, quotedItem } from "./asked-field.ts";
import { rowSchema, rowValue } from "./asked-row.ts";
import { citationMarker, citationMarkup } from "./citation-markup.ts";
import { createCiter, withMarkers } from "./citations.ts";
import type { CompleteCitation } from "./complete-citation.ts";
import type { FindNamedSources, NamedSources } from "./named-sources.ts";
import { noticesFor, unverifiedNote } from "./notices.ts";
import { verifyValue } from "./verify/verify-value.ts";
import { wholeFile } from "./whole-file.ts";

export type FieldDependencies = Parameters<typeof wholeFile>[0] & {
  extractor: Extractor;
  retrieve: Retrieve;
  findNamedSources: FindNamedSources;
  complete: CompleteCitation;
};

/** Chunks that are read to find the only paper with a number. */
const chunksRead = 20;
/** Invoices and forms are short. In longer documents such words have many meanings. */
const maxPages = 30;
/** What a paper has on which a value may be told from its place alone. */
const marks = {
  invoice_number: { type: ["string", "null"] },
  grand_total: { type: ["number", "null"] },
};

/**
 * Answers a question of an invoice or a form by extracting the value from the document that the question names, with the
 * place as its citation. Null when the question is of another kind, when no single document is meant, and when
 * the document has no such value. The caller then searches for an answer in the usual way.
 */
export async function* answerAskedField(
  dependencies: FieldDependencies,
  request: Pick<AskRequest, "projectId" | "fileIds" | "thinkingLevel" | "includeCitationMarkup" | "question">,
  signal: AbortSignal,
): AsyncGenerator<
  StageBegun | TextDelta | CitationEvent,
  Pick<Answer, "text" | "citations" | "usage"> | null
> {
  const { projectId, fileIds, thinkingLevel, includeCitationMarkup, question } = request;
  const named = await dependencies.findNamedSources(projectId, question, fileIds);
  const field = fieldOf(named?.question ?? question, named);
  if (!field) return null;
  const fileId = await meantFile(dependencies, { projectId, fileIds, text: question }, named, signal);
  const pages = fileId === null ? undefined : (await dependencies.elements.active(fileId))?.totalPages;
  if (fileId === null || pages === undefined || pages > maxPages) return null;
  yield { type: "status", stage: "reading" };
  const passages = await wholeFile(dependencies, projectId, fileId);
  const [first] = passages;
  if (!first) return null;
  const schema =
    field.kind === "row"
      ? rowSchema
      : { type: "object", properties: { ...marks, [field.name]: field.schema } };
  const documents = [
    { fileId: first.fileId, fileName: first.fileName, elements: passages.map(({ element }) => element) },
  ];
  const draft = await extractGrounded(
    dependencies.extractor,
    { documents, instruction: "", schema, thinkingLevel },
    signal,
  );
  const found = placeOf(field, draft.fit());
  const passage = passages.findIndex(({ elementId }) => elementId === found?.elementId);
  if (!found || passage < 0) return null;
  const verified = verifyValue({ text: found.quote, passages: [passage] }, passages);
  const citer = createCiter(passages, dependencies.complete);
  const verdict = found.verdict === "unverified" ? found.verdict : verified.verdict;
  const cited = await citer.cite({ ...verified, verdict });
  yield { type: "status", stage: "answering" };
  for (const citation of cited.added) yield { type: "citation", citation };
  signal.throwIfAborted();
  const mark: (citation: Citation) => string = includeCitationMarkup ? citationMarkup : citationMarker;
  const citations = citer.citations();
  const note = unverifiedNote(noticesFor(question), { citations, mark, isUncited: false });
  const text = withMarkers(cited, mark) + note;
  yield { type: "delta", text };
  return { text, citations, usage: draft.usage };
}

/** The words that name a file, and numbers of papers, say nothing of the field. */
function fieldOf(question: string, named: NamedSources | undefined): AskedField | null {
  const isNamed = (word: string) => termsOf(word).every((term) => named?.terms.has(term));
  return askedField(question, createLabelReader(), isNamed);
}

/** The only file that is named, or has the numbers that the question has, or may be asked. */
async function meantFile(
  { retrieve }: FieldDependencies,
  query: Pick<RetrievalQuery, "projectId" | "fileIds" | "text">,
  named: NamedSources | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  if (named) return named.fileIds.length === 1 ? (named.fileIds[0] ?? null) : null;
  const numbers = [...query.text.replace(quotedItem, " ").matchAll(identifiers)].map(([number]) => number);
  const [only, ...others] = query.fileIds ?? [];
  if (numbers.length === 0) return others.length === 0 ? (only ?? null) : null;
  const chunks = await retrieve(
    { ...query, text: numbers.join(" "), topK: chunksRead, secondHop: "none" },
    signal,
  );
  const having = new Set(
    chunks.flatMap(({ fileId, text }) => (numbers.every((number) => text.includes(number)) ? [fileId] : [])),
  );
  const [meant, ...further] = having;
  return further.length === 0 ? (meant ?? null) : null;
}

/** Where the value of the field stands; undefined where it has none, or where nothing ties it to the field. */
function placeOf(
  field: AskedField,
  { output, evidence }: { output: unknown; evidence: Evidence[] },
): Evidence | undefined {
  const path = field.kind === "row" ? rowValue(output, field.item, field.column) : `/${field.name}`;
  const at = (wanted: string | null) => evidence.find((each) => each.path === wanted);
  const isPaper = Object.keys(marks).some((name) => at(`/${name}`) !== undefined);
  const found = at(path);
  return isPaper || field.kind === "row" || found?.verdict !== "unverified" ? found : undefined;
}
