/** Sentences as one text; null when there are none. Each is said once. */
export function joinSentences(sentences: Iterable<string | null>): string | null {
  const said = [...new Set(sentences)].filter((sentence) => sentence !== null && sentence !== "");
  if (said.length === 0) return null;
  return said
    .map((sentence, index) =>
      index < said.length - 1 && !/[.!?]$/.test(sentence ?? "") ? `${sentence}.` : sentence,
    )
    .join(" ");
}
