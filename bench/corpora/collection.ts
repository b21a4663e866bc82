/** Gain of each relevant document, by query. */
export type Gains = Map<string, Map<string, number>>;

/** A test collection: documents, queries, and which documents answer which query how well. */
export type Collection = {
  name: string;
  /** Those with the same `file` are parts of one, in order. When absent, each is a file of its own. */
  documents: { id: string; title: string; text: string; file?: string }[];
  queries: { id: string; text: string }[];
  gains: Gains;
};
