import { ServiceError } from "../kernel/service-error.ts";
import type { TokenUsage } from "../models/usage.ts";
import { extractGrounded, type GroundedDraft } from "../structured/extract-grounded.ts";
import type { ExtractionDocument, ExtractionRequest, Extractor } from "../structured/extractor.ts";
import type { Evidence } from "../structured/ground-values.ts";
import type { JsonSchema } from "../structured/json-schema.ts";
import type { StructuredAnswer } from "./answer.ts";
import type { Statement } from "./answerer.ts";
import type { SourcedPassage } from "./gather-passages.ts";
import { structuredOutputEmpty, structuredOutputImpossible, structuredOutputReady } from "./messages.ts";

export type StructuredDraft = {
  structured: StructuredAnswer;
  /** The status message. */
  text: string;
  /** One citation per passage that a value came from. */
  evidence: Statement[];
  usage: TokenUsage;
};

/** Maximum number of citations. More of them do not help anyone to check a value. */
const maxEvidence = 20;

/**
 * Fills a schema from passages (contract: `output_schema` of `/ask-sources`). When a value was not found and the schema
 * cannot express that, the output is null and the message names the value. This is not an error.
 */
export async function structuredAnswer(
  extractor: Extractor,
  request: Pick<ExtractionRequest, "thinkingLevel" | "compareTexts"> & {
    question: string;
    schema: JsonSchema;
    passages: SourcedPassage[];
  },
  signal: AbortSignal,
): Promise<StructuredDraft> {
  const { passages, schema, thinkingLevel, compareTexts } = request;
  const draft = await extractGrounded(
    extractor,
    {
      documents: documentsOf(passages),
      instruction: request.question,
      schema,
      thinkingLevel,
      compareTexts,
    },
    signal,
  );
  const { output, evidence, problem } = fitted(draft);
  const position = new Map(
    passages.map((passage, index) => [`${passage.fileId}/${passage.elementId}`, index]),
  );
  const cited = new Map<number, Statement>();
  for (const { fileId, elementId, quote } of evidence) {
    const index = position.get(`${fileId}/${elementId}`);
    if (index !== undefined && !cited.has(index)) cited.set(index, { text: quote, passages: [index] });
  }
  return {
    structured: { structuredOutput: output, rawJson: draft.rawJson },
    text: problem ?? (cited.size > 0 ? structuredOutputReady : structuredOutputEmpty),
    evidence: [...cited.values()].slice(0, maxEvidence),
    usage: draft.usage,
  };
}

function fitted(draft: GroundedDraft): { output: unknown; evidence: Evidence[]; problem: string | null } {
  try {
    return { ...draft.fit(), problem: null };
  } catch (error) {
    if (error instanceof ServiceError)
      return { output: null, evidence: [], problem: structuredOutputImpossible(error.message) };
    throw error;
  }
}

/** The elements of passages, as documents in document order. The document of the best passage comes first. */
function documentsOf(passages: SourcedPassage[]): ExtractionDocument[] {
  const documents = new Map<string, ExtractionDocument>();
  for (const { fileId, fileName, element } of passages) {
    const document = documents.get(fileId) ?? { fileId, fileName, elements: [] };
    document.elements.push(element);
    documents.set(fileId, document);
  }
  for (const document of documents.values()) document.elements.sort((a, b) => a.position - b.position);
  return [...documents.values()];
}
