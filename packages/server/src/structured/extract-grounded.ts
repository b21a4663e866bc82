import type { TokenUsage } from "../models/usage.ts";
import { alignEvidence } from "./align-evidence.ts";
import type { ExtractionRequest, Extractor } from "./extractor.ts";
import { fitToSchema } from "./fit-to-schema.ts";
import { type Evidence, groundValues } from "./ground-values.ts";

export type GroundedDraft = {
  /** The extractor's text before validation and correction. */
  rawJson: string;
  usage: TokenUsage;
  /** What of the documents was not read; null when all was. */
  message: string | null;
  /**
   * The output, valid against the schema, with the evidence of its values. Throws a 400 that names the path when a
   * value was not found and the schema cannot express that.
   */
  fit(): { output: unknown; evidence: Evidence[] };
};

/** Fills a schema and checks every value against the documents, in the same way for every extractor. */
export async function extractGrounded(
  extractor: Extractor,
  request: ExtractionRequest,
  signal: AbortSignal,
): Promise<GroundedDraft> {
  const { rawJson, usage, value, places, message = null } = await extractor(request, signal);
  signal.throwIfAborted();
  const grounded = groundValues(request.schema, { value: value ?? {}, places }, request.documents);
  return {
    rawJson,
    usage,
    message,
    fit: () => {
      const output = fitToSchema(request.schema, grounded.value);
      return { output, evidence: alignEvidence(grounded.value, output, grounded.evidence) };
    },
  };
}
