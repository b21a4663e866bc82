import { limits, thinkingLevels } from "@headwater/spec";

const texts = (description: string) => ({ type: "array", items: { type: "string" }, description });

/** Fields that several tools take, in the words of the contract. */
export const schemaParts = {
  file_id: { type: "string", description: "The document, as list_sources names it." },
  file_ids: texts("Only these documents."),
  file_names: texts("Only documents with these names."),
  tags: texts("Only documents with at least one of these tags."),
  thinking_level: {
    type: "string",
    enum: [...thinkingLevels],
    default: "accurate",
    description: "How hard to think.",
  },
  question: { type: "string", maxLength: limits.maxQuestionLength },
  cursor: { type: "string", description: "Where to go on, from the end of the answer before." },
};
