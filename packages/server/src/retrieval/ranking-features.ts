/** What the ranking does beyond BM25. The benchmark turns each off to see what it adds. */
export type RankingFeatures = {
  /** A word said more often counts more. */
  repeats: boolean;
  /** Terms that the best hits share, where the first pass is unsure. */
  expansion: boolean;
  /** Terms of the query that stand close together. */
  proximity: boolean;
  /** Misspelt words and compounds, where the index does not know a word. */
  rescue: boolean;
};

export const rankingFeatures: RankingFeatures = {
  repeats: true,
  expansion: true,
  proximity: true,
  rescue: true,
};
