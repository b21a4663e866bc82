import type { Usage, Answer as WireAnswer, Citation as WireCitation } from "@headwater/spec";
import type { Answer, Citation } from "../../answering/answer.ts";
import type { TokenUsage } from "../../models/usage.ts";
import { presentMoment } from "./moment.ts";

/** Contract, POST /ask-sources: `structured_output` and `raw_json` only with an output schema. */
export const presentAnswer = (answer: Answer): WireAnswer => ({
  answer: answer.text,
  ...(answer.structured
    ? { structured_output: answer.structured.structuredOutput, raw_json: answer.structured.rawJson }
    : {}),
  conversation_id: answer.conversationId,
  citations: answer.citations.map(presentCitation),
  usage: presentUsage(answer.usage),
  elapsed_s: answer.elapsedSeconds,
});

export const presentCitation = (citation: Citation): WireCitation => ({
  index: citation.index,
  file_id: citation.fileId,
  file_name: citation.fileName,
  page_number: citation.pageNumber,
  section_number: citation.sectionNumber,
  element_id: citation.elementId,
  text_preview: citation.textPreview,
  image_base64: citation.imageBase64,
  ...presentMoment(citation.moment),
});

const presentUsage = (usage: TokenUsage): Usage => ({
  ...(usage.tokensIn === undefined ? {} : { tokens_in: usage.tokensIn }),
  ...(usage.tokensOut === undefined ? {} : { tokens_out: usage.tokensOut }),
  ...(usage.cacheReadTokens === undefined ? {} : { cache_read_tokens: usage.cacheReadTokens }),
  ...(usage.cacheWriteTokens === undefined ? {} : { cache_write_tokens: usage.cacheWriteTokens }),
});
