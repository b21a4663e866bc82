import { limits, thinkingLevels } from "@headwater/spec";

/** Fields that several tools take, in the words of the contract. */
export const schemaParts = {
  file_ids: {
    type: "array",
    items: { type: "string" },
    description: "Only these sources. An empty list means none, never all.",
  },
  file_names: {
    type: "array",
    items: { type: "string" },
    description: "Only the sources with these names.",
  },
  tags: {
    type: "array",
    items: { type: "string" },
    description:
      "Only the sources that have at least one of these tags; list_sources shows them. An empty list means none, never all.",
  },
  thinking_level: {
    type: "string",
    enum: [...thinkingLevels],
    default: "accurate",
    description: "How hard to think.",
  },
  page: { type: "integer", minimum: 1, default: 1, description: "1-based page of the list." },
  page_size: { type: "integer", minimum: 1, maximum: limits.pageSize.max, description: "Items per page." },
};
