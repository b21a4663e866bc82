import { forEachParallel } from "../kernel/for-each-parallel.ts";
import type { LanguageModel, LanguageModels } from "../models/language-model.ts";
import { ModelUnavailableError } from "../models/model-unavailable-error.ts";
import { addUsage, noTokens } from "../models/usage.ts";
import { dateOrderOf } from "../text/dates.ts";
import { askedSchema } from "./by-model/asked-schema.ts";
import { type DocumentPart, documentParts } from "./by-model/document-parts.ts";
import { correctionPrompt, extractionPrompt } from "./by-model/extraction-prompt.ts";
import { groundPart } from "./by-model/ground-part.ts";
import { mergeParts } from "./by-model/merge-parts.ts";
import { offences } from "./by-model/offences.ts";
import { partsToRead } from "./by-model/parts-to-read.ts";
import { coerceValues } from "./coerce-values.ts";
import type { ExtractionRequest, Extractor } from "./extractor.ts";
import type { PartResult } from "./merge-values.ts";
import { compileOutputSchema } from "./validate-output.ts";
import { wordsOfSchema } from "./words-of-schema.ts";

/** Longer texts make models overlook values. */
const partTokens = 12_000;

export type ModelExtractorOptions = {
  models: LanguageModels;
  /** What one extraction may send. */
  tokenBudget: number;
  /** Parts that are read at a time. */
  maxConcurrent: number;
  /** How long an extraction may take in all. */
  timeoutMs: number;
};

/**
 * Fills a schema by a model. Long documents are read in parts that overlap, and the parts merged by agreement. What breaks
 * the schema is corrected once through the model; then each value is looked for in the documents.
 */
export const createModelExtractor =
  ({ models, tokenBudget, maxConcurrent, timeoutMs }: ModelExtractorOptions): Extractor =>
  async (request, signal) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const both = AbortSignal.any([signal, deadline]);
    const parts = documentParts(request.documents, Math.min(partTokens, tokenBudget));
    const read = partsToRead(parts, `${request.instruction} ${wordsOfSchema(request.schema)}`, tokenBudget);
    const fill = createFill(models[request.thinkingLevel], request);
    let usage = noTokens;
    const drafts: Draft[] = [];
    try {
      await forEachParallel(read.entries(), maxConcurrent, async ([index, part]) => {
        const draft = await fill(part, both);
        usage = addUsage(usage, draft.usage);
        drafts[index] = draft;
      });
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted)
        throw new ModelUnavailableError(
          `The extraction was given up after ${timeoutMs / 1000} s. Ask for fewer documents at a time.`,
        );
      throw error;
    }
    const [only] = drafts;
    const { value, places } = only && drafts.length === 1 ? only : mergeParts(drafts);
    return {
      value,
      rawJson: only && drafts.length === 1 ? only.text : JSON.stringify(drafts.map((draft) => draft.written)),
      usage,
      places,
      ...(read.length < parts.length && { message: leftOut(read.length, parts.length) }),
    };
  };

const leftOut = (read: number, all: number): string =>
  `Only ${read} of ${all} parts of the documents were read, those nearest to the instruction and the schema: together they are longer than the token budget of a request.`;

type Draft = PartResult & { text: string; written: unknown; usage: typeof noTokens };

function createFill(model: LanguageModel, request: ExtractionRequest) {
  const { schema } = request;
  const validate = compileOutputSchema(schema);
  const asked = askedSchema(schema);
  const form = { name: "output", ...asked };
  const texts = request.documents.flatMap(({ elements }) => elements.map(({ text }) => text));
  const order = dateOrderOf(texts.join("\n"), "day-first");
  return async ({ documents, lines }: DocumentPart, signal: AbortSignal): Promise<Draft> => {
    const prompt = extractionPrompt({ instruction: request.instruction, schema: asked.schema }, lines);
    const first = await model.fill(prompt, form, signal);
    const coerced = (value: unknown) => coerceValues(schema, value, order);
    let value = coerced(first.value);
    let { usage } = first;
    const broken = offences(value, validate(value));
    if (broken.length > 0) {
      const second = await model.fill(correctionPrompt(value, asked.schema, broken), form, signal);
      usage = addUsage(usage, second.usage);
      const corrected = coerced(second.value);
      if (offences(corrected, validate(corrected)).length < broken.length) value = corrected;
    }
    return { ...groundPart(schema, value, documents), text: first.text, written: first.value, usage };
  };
}
