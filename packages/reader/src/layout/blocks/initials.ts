import type { Draft } from "./block-element.ts";

const initial = /^([A-Z])\.\s+(?=\S)/;
const code = (letter: string) => letter.charCodeAt(0);

/**
 * "J. Smith et al." is not an item of a list, though it begins like one. Items with letters come in order: an item needs the
 * letter before or after its own on the same page, or is the first, "A.".
 */
export function withoutInitials(drafts: readonly Draft[]): Draft[] {
  const letters = drafts.map(({ type, text }) =>
    type === "ListItem" ? (initial.exec(text)?.[1] ?? null) : null,
  );
  const used = new Set(letters.filter((letter) => letter !== null).map(code));
  return drafts.map((draft, index) => {
    const letter = letters[index] ?? null;
    if (letter === null || letter === "A") return draft;
    if (used.has(code(letter) - 1) || used.has(code(letter) + 1)) return draft;
    return { ...draft, type: "NarrativeText", markdown: draft.text };
  });
}
