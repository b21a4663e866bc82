import type { Element } from "../../elements/element.ts";

/** Maximum length of the title path of a chunk. A heading is a label, not a text. */
const maxTitleLength = 300;

/** Follows the headings of a document: takes its elements in order, answers the headings above each, outermost first. */
export type HeadingPath = { add(element: Element): string[] };

export function createHeadingPath(): HeadingPath {
  const headings: { text: string; level: number }[] = [];
  let path: string[] = [];
  return {
    add(element) {
      if (element.type === "Title") {
        const level = element.level ?? 1;
        while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
        headings.push({ text: element.text.trim().replace(/\s+/g, " "), level });
        path = headings.map(({ text }) => text);
      }
      return path;
    },
  };
}

/** The headings that both passages are under. */
export function commonPath(one: string[], other: string[]): string[] {
  const different = one.findIndex((heading, index) => heading !== other[index]);
  return different < 0 ? one : one.slice(0, different);
}

/** The inner headings say most, so a path that is too long loses its outer headings first. */
export function joinPath(path: string[]): string {
  const kept = [...path];
  while (kept.length > 1 && kept.join(" › ").length > maxTitleLength) kept.shift();
  return kept.join(" › ").slice(0, maxTitleLength);
}
