import type { Answer as WireAnswer, Citation as WireCitation } from "@headwater/spec";
import type { Answer, Citation } from "../../answering/answer.ts";
import { presentCopy } from "./copy.ts";
import { presentMoment } from "./moment.ts";
import { presentUsage } from "./usage.ts";

/** Contract, POST /ask-sources: `structured_output` and `raw_json` only with an output schema. */
export const presentAnswer = (answer: Answer): WireAnswer => ({
  answer: answer.text,
  ...(answer.structured
    ? { structured_output: answer.structured.structuredOutput, raw_json: answer.structured.rawJson }
    : {}),
  conversation_id: answer.conversationId,
  citations: answer.citations.map(presentCitation),
  usage: presentUsage(answer.usage, answer.model, answer.passagesLeftOut),
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
  quote: citation.quote,
  element_ids: citation.elementIds,
  char_start: citation.charStart,
  char_end: citation.charEnd,
  bounding_box: citation.boundingBox,
  metadata: {
    ...(citation.box && { box: citation.box }),
    ...(citation.copies && { copies: citation.copies.map(presentCopy) }),
  },
  verdict: citation.verdict,
  ...(citation.judged && { judged: citation.judged }),
  ...(citation.computed === undefined ? {} : { computed: citation.computed }),
  ...presentMoment(citation.moment),
});
