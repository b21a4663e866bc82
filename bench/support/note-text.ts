const words = "harbour lantern copper meadow ledger orchard signal granite ferry valley timber archive".split(
  " ",
);

/**
 * A short document in Markdown. The same seed gives the same document. Some of its words are in all documents, some only
 * in this one.
 */
export const noteText = (seed: number): Uint8Array => {
  const lines = Array.from({ length: 12 }, (_, line) =>
    Array.from(
      { length: 14 },
      (_, at) => `${words[(seed * 7 + line * 5 + at * at) % words.length]}${(seed + at) % 40}`,
    ).join(" "),
  );
  return Buffer.from([`Note ${seed}`, ...lines].join(".\n\n"));
};

/** A question with words that some notes contain. */
export const noteQuestion = (seed: number): string =>
  `What is said of ${words[seed % words.length]}${seed % 40} and ${words[(seed * 3) % words.length]}1?`;
