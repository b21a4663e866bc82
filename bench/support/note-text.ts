const words = "harbour lantern copper meadow ledger orchard signal granite ferry valley timber archive".split(
  " ",
);

/**
 * A short document in Markdown, the same for the same seed and another one for each, with words that other seeds share
 * and some of its own.
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

/** A question that some notes have the words of. */
export const noteQuestion = (seed: number): string =>
  `What is said of ${words[seed % words.length]}${seed % 40} and ${words[(seed * 3) % words.length]}1?`;
