import type { TokenUsage } from "../models/usage.ts";
import { alignEvidence } from "./align-evidence.ts";
import type { ExtractionRequest, Extractor } from "./extractor.ts";
import { fitToSchema } from "./fit-to-schema.ts";
import { type Evidence, groundValues } from "./ground-values.ts";
import { leftOutMessage } from "./left-out-message.ts";

export type GroundedDraft = {
  /** The extractor's text before validation and correction. */
  rawJson: string;
  usage: TokenUsage;
  /**
   * The output, valid against the schema, with the evidence of its values. `message` says what of the documents was not
   * read, and which list items were left out; null when nothing was. Throws a 400 that names the path when a value was
   * not found and the schema cannot express that.
   */
  fit(): { output: unknown; evidence: Evidence[]; message: string | null };
};

/** Fills a schema and checks every value against the documents, in the same way for every extractor. */
export async function extractGrounded(
  extractor: Extractor,
  request: ExtractionRequest,
  signal: AbortSignal,
): Promise<GroundedDraft> {
  const { rawJson, usage, value, places, message } = await extractor(request, signal);
  signal.throwIfAborted();
  const grounded = groundValues(request.schema, { value: value ?? {}, places }, request.documents);
  return {
    rawJson,
    usage,
    fit: () => {
      const { value: output, leftOut } = fitToSchema(request.schema, grounded.value);
      const evidence = alignEvidence(grounded.value, output, grounded.evidence);
      const said = [message, leftOutMessage(leftOut)].filter((each) => each != null);
      return { output, evidence, message: said.length > 0 ? said.join(" ") : null };
    },
  };
}
