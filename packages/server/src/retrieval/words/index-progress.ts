/** How far the words' index is whole. */
export type IndexProgress = {
  state: "ready" | "rebuilding";
  /** Document versions that were missing since it was last whole, and how many of them are back. */
  done: number;
  total: number;
};
