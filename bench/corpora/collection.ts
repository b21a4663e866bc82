/** Gain of each relevant document, by query. */
export type Gains = Map<string, Map<string, number>>;

/** A test collection: documents, queries, and which documents answer which query how well. */
export type Collection = {
  name: string;
  documents: { id: string; title: string; text: string }[];
  queries: { id: string; text: string }[];
  gains: Gains;
};
