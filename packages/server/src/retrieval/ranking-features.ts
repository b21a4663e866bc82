/** What the ranking does beyond BM25. The benchmark turns each off to see what it adds. */
export type RankingFeatures = {
  /** A word said more often counts more. */
  repeats: boolean;
  /** Terms that the best hits share, where the first pass is unsure. */
  expansion: boolean;
  /** Terms of the query that stand close together. */
  proximity: boolean;
  /** Hits that stand beside a hit in its file. */
  surroundings: boolean;
  /** Misspelt words and compounds, where the index does not know a word. */
  rescue: boolean;
};

export const rankingFeatures: RankingFeatures = {
  repeats: true,
  expansion: true,
  proximity: true,
  surroundings: true,
  rescue: true,
};

/** For texts whose positions are not those of a document. */
export const unplacedFeatures: RankingFeatures = { ...rankingFeatures, surroundings: false };

/** Those of the searches of a second hop: there are many of them, and what helps one question costs more than it brings there. */
export const hopFeatures: RankingFeatures = {
  repeats: true,
  expansion: false,
  proximity: false,
  surroundings: false,
  rescue: false,
};
