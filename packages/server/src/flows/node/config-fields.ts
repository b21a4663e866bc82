import {
  type ChunkingSplitter,
  chunkingSplitters,
  elementTypes,
  evaluationMeasures,
  limits,
  otherElementTypes,
  searchTypes,
} from "@headwater/spec";
import type { FlowNodeType } from "../flow/flow.ts";

/** A field of a configuration: whether a value will do, and what to say of one that will not, after the field's name. */
export type ConfigField = {
  accepts: (value: unknown) => boolean;
  words: string;
  /** Set where the words do not say that a number is wanted. */
  isNumber?: true;
  required?: true;
};

export type ConfigFields = Record<string, ConfigField>;

const maxListed = 10_000;
const maxNameLength = 4_096;
const maxQuestions = 1_000;

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isText =
  (max: number, min = 0) =>
  (value: unknown): boolean =>
    typeof value === "string" && value.length >= min && value.length <= max;
const isListOf =
  (max: number, accepts: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.length <= max && value.every(accepts);

const positive: ConfigField = {
  accepts: (value) => isWhole(value) && value >= 1,
  words: "must be a positive integer",
};
const positiveOrNull: ConfigField = {
  accepts: (value) => value === null || positive.accepts(value),
  words: "must be a positive integer or null",
};
const whole = (min: number, max: number): ConfigField => ({
  accepts: (value) => isWhole(value) && value >= min && value <= max,
  words: `must be between ${min} and ${max}`,
  isNumber: true,
});
const wholeOrNull = (min: number, max: number): ConfigField => ({
  accepts: (value) => value === null || whole(min, max).accepts(value),
  words: `must be between ${min} and ${max} or null`,
  isNumber: true,
});
const between = (min: number, max: number): ConfigField => ({
  accepts: (value) => typeof value === "number" && value >= min && value <= max,
  words: `must be between ${min} and ${max}`,
  isNumber: true,
});
const text = (max: number): ConfigField => ({
  accepts: isText(max),
  words: `must be a text of at most ${max} characters`,
});
const name: ConfigField = {
  accepts: isText(256, 1),
  words: "must be a name of 1 to 256 characters",
};
const oneOf = (values: readonly string[]): ConfigField => ({
  accepts: (value) => values.includes(value as string),
  words: `must be one of ${values.join(", ")}`,
});
const listFrom = (values: readonly string[]): ConfigField => ({
  accepts: isListOf(values.length, (value) => values.includes(value as string)),
  words: `must be a list of ${values.join(", ")}`,
});

const isQuestion = isText(limits.maxQuestionLength, 1);
const questionFields: Record<string, (value: unknown) => boolean> = {
  question: isQuestion,
  answer: isText(limits.maxQuestionLength),
  sources: isListOf(100, isText(maxNameLength, 1)),
  passages: isListOf(100, isQuestion),
};
const isTestQuestion = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "question" in value &&
  Object.entries(value).every(
    ([field, each]) => Object.hasOwn(questionFields, field) && questionFields[field]?.(each),
  );

const isNeeded = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([name, least]) => evaluationMeasures.some((measure) => measure === name) && between(0, 1).accepts(least),
  );

const removableTypes: readonly string[] = [...elementTypes, ...otherElementTypes];

/** Size of a chunk where none is set: in tokens for `token`, else in characters. */
export const defaultChunkSizes: Record<ChunkingSplitter, number> = {
  character: 1000,
  token: 250,
  semantic: 1000,
  title: 1500,
  element: 1000,
};

/**
 * What is wrong with fields that are right one by one, from the field on: `.chunkOverlap (200) must be less than chunkSize
 * (100)`. Null when nothing is.
 */
export function relationFault(type: FlowNodeType, config: Record<string, unknown>): string | null {
  if (type !== "chunking") return null;
  const splitter = chunkingSplitters.find((each) => each === config.chunkingSplitter);
  const size = config.chunkSize ?? (splitter && defaultChunkSizes[splitter]);
  const overlap = config.chunkOverlap ?? 0;
  if (typeof size !== "number" || typeof overlap !== "number" || overlap < size) return null;
  return `.chunkOverlap (${overlap}) must be less than chunkSize (${size})`;
}

/** The configuration of every type of node. The spec says the same; a test compares them. */
export const configFields: Record<FlowNodeType, ConfigFields> = {
  dataset: {
    files: {
      accepts: isListOf(maxListed, isText(maxNameLength, 1)),
      words: "must be a list of names of sources",
    },
  },
  chunking: {
    chunkingSplitter: { ...oneOf(chunkingSplitters), required: true },
    embeddingModel: text(256),
    chunkSize: whole(1, 1_000_000),
    chunkOverlap: whole(0, 1_000_000),
    chunkSeparator: text(256),
    splitLevel: whole(0, 100),
    elementsToRemove: {
      accepts: isListOf(256, (type) => removableTypes.includes(type as string)),
      words: `must be a list of element types (${elementTypes.join(", ")})`,
    },
  },
  question: { question: { ...text(limits.maxQuestionLength), required: true } },
  testset: {
    questions: {
      accepts: isListOf(maxQuestions, isTestQuestion),
      words: `must be a list of at most ${maxQuestions} {question, answer?, sources?, passages?}`,
      required: true,
    },
  },
  retrieval: {
    searchType: { ...oneOf(searchTypes), required: true },
    topK: whole(limits.topK.min, limits.topK.max),
    scoreThreshold: between(0, 1),
    retrievalQuery: text(limits.maxQuestionLength),
  },
  reranking: { topK: positiveOrNull },
  "smart-rag": { topK: positive },
  "graph-rag": { topK: positiveOrNull, entitiesBy: oneOf(["rules", "model"]), maxModelCalls: positive },
  "raptor-rag": { topK: wholeOrNull(limits.topK.min, limits.topK.max), max_level: whole(2, 8) },
  llm: { model: text(256), promptId: text(256), prompt: name, temperature: between(0, 2) },
  evaluation: {
    measures: listFrom(evaluationMeasures),
    needed: {
      accepts: isNeeded,
      words: `must have numbers between 0 and 1 by the names ${evaluationMeasures.join(", ")}`,
    },
  },
  response: {},
};
