/** What a chunk names. Terms are those that a document defines: "the “Agreement”". */
export type EntityKind = "name" | "term" | "date" | "amount";

/** One entity of a chunk. Mentions with equal keys are one entity. */
export type Mention = {
  /** What spellings of one thing have in common: "acme corp", "#2024-03-01", "#eur 1200". */
  key: string;
  kind: EntityKind;
  /** As the chunk has it. */
  spelling: string;
};
