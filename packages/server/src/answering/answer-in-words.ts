import type { Answer, AskRequest, Citation } from "./answer.ts";
import type { Answerer, DraftAnswer, TokenUsage } from "./answerer.ts";
import { citationMarker, citationMarkup } from "./citation-markup.ts";
import { citationsOf, citeStatements, withMarkers } from "./citations.ts";
import type { Turn } from "./conversation-store.ts";
import { noAnswerFound, noFilesSelected } from "./messages.ts";
import type { Reading } from "./passages-to-read.ts";

/** The answer in sentences, each with its marker, from the first place that has one. */
export async function answerInWords(
  answerer: Answerer,
  request: AskRequest,
  readings: AsyncIterable<Reading>,
  history: Turn[],
  signal: AbortSignal,
  onDelta: (text: string) => void,
): Promise<Pick<Answer, "text" | "citations" | "usage">> {
  const { thinkingLevel } = request;
  let draft: DraftAnswer = { statements: [], usage: { tokensIn: 0, tokensOut: 0 } };
  let passages: Reading["passages"] = [];
  for await (const reading of readings) {
    signal.throwIfAborted();
    passages = reading.passages;
    const { statements, usage } = await answerer({ ...reading, history, thinkingLevel }, signal);
    draft = { statements, usage: sumOfUsage(draft.usage, usage) };
    if (statements.length > 0) break;
  }
  if (draft.statements.length === 0) {
    const text = request.fileIds?.length === 0 ? noFilesSelected : noAnswerFound;
    onDelta(text);
    return { text, citations: [], usage: draft.usage };
  }
  const cited = citeStatements(draft.statements, passages);
  const mark: (citation: Citation) => string = request.includeCitationMarkup
    ? citationMarkup
    : citationMarker;
  let text = "";
  for (const [index, statement] of cited.entries()) {
    const piece = separatorAfter(cited[index - 1]?.text) + withMarkers(statement, mark);
    text += piece;
    onDelta(piece);
  }
  return { text, citations: citationsOf(cited), usage: draft.usage };
}

/** Statements that are no sentences, such as rows of a table, stand on lines of their own. */
const separatorAfter = (statement: string | undefined): string =>
  statement === undefined ? "" : /[.!?…。！？]["”’»)\]]*$/u.test(statement) ? " " : "\n";

/** What both spent; what neither counts stays uncounted. */
function sumOfUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  const sum: TokenUsage = { ...one };
  for (const [key, spent] of Object.entries(other) as [keyof TokenUsage, number][])
    sum[key] = (sum[key] ?? 0) + spent;
  return sum;
}
