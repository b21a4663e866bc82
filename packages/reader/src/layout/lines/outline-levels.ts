import type { OutlineEntry } from "../page/page.ts";

const maxTitleLength = 300;

/** Levels of titles by the document's outline. */
export type OutlineLevels = {
  /** The 1-based level. Null when the text is not an outline entry on this page. */
  levelOf(pageNumber: number, text: string): number | null;
};

export function outlineLevels(entries: readonly OutlineEntry[]): OutlineLevels {
  const byPage = new Map<number, { title: string; level: number }[]>();
  for (const { title, pageNumber, level } of entries) {
    const entry = { title: comparable(title), level };
    if (entry.title.length < 2) continue;
    const list = byPage.get(pageNumber);
    if (list) list.push(entry);
    else byPage.set(pageNumber, [entry]);
  }
  return {
    levelOf(pageNumber, text) {
      const onPage = byPage.get(pageNumber);
      if (!onPage || text.length > maxTitleLength) return null;
      const wanted = comparable(text);
      return onPage.find(({ title }) => title === wanted)?.level ?? null;
    },
  };
}

/** Compares without numbers, spaces and signs, because titles and their outline entries differ in these. */
function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[\s\d.]+/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
