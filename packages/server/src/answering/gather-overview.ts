import type { Element } from "../elements/element.ts";
import type { ElementStore } from "../elements/element-store.ts";
import type { SourceName } from "../sources/source-names.ts";
import { gatherPassages, type SourcedPassage } from "./gather-passages.ts";

/** Elements read from the start of a document to find how it begins. */
const elementsRead = 60;
const maxHeadings = 12;
/** A paragraph with fewer characters is a byline, a date or a label. */
const minParagraph = 120;

const abstract =
  /^\W*(?:\d+\W+)?(?:abstract|(?:executive )?summary|overview|introduction|zusammenfassung|uberblick|einleitung|resume|résumé|introduction|resumen|introducción|sommario|riassunto|introduzione|resumo|samenvatting|inleiding)\W*$/iu;

/**
 * What shows what documents are about: of each its title and the abstract or first
 * paragraph; of a single one the main headings, too.
 */
export async function gatherOverview(
  elements: Pick<ElementStore, "active" | "list" | "located">,
  sources: SourceName[],
  signal: AbortSignal,
): Promise<SourcedPassage[]> {
  const passages: SourcedPassage[] = [];
  for (const { fileId, fileName } of sources) {
    const version = await elements.active(fileId);
    signal.throwIfAborted();
    if (!version) continue;
    const { versionId } = version;
    const page = { number: 1, size: elementsRead };
    const start = await elements.list(versionId, { withoutImages: true }, page);
    const titles = await elements.list(versionId, { type: "Title", withoutImages: true }, page);
    signal.throwIfAborted();
    // Of several documents the titles and beginnings are enough.
    const maxOutline = sources.length === 1 ? maxHeadings : 0;
    const shown = overviewOf(start.items, titles.items, maxOutline);
    const elementIds = shown.map(({ elementId }) => elementId);
    const place = { fileId, fileName, versionId, title: "", elementIds, score: 1 };
    passages.push(...(await gatherPassages(elements, [place], signal)));
  }
  return passages;
}

function overviewOf(start: Element[], titles: Element[], maxOutline: number): Element[] {
  const [title] = titles;
  const isParagraph = ({ type, text }: Element): boolean =>
    type === "NarrativeText" && text.length >= minParagraph && /[.!?]\W*$/.test(text);
  const at = start.findIndex(({ type, text }) => type === "Title" && abstract.test(text));
  const first =
    (at < 0 ? undefined : start.slice(at).find(isParagraph)) ??
    start.find(isParagraph) ??
    start.find(({ type }) => type === "NarrativeText") ??
    start.find(({ type, text }) => type !== "Title" && text.trim() !== "");
  return [
    ...(title ? [title] : []),
    ...(first ? [first] : []),
    ...outlineOf(titles.slice(1)).slice(0, maxOutline),
  ];
}

/** The headings of the outermost level that has several; questions and answers to all of them would not be an outline. */
export function outlineOf(titles: Element[]): Element[] {
  const levels = [...new Set(titles.map(({ level }) => level ?? 1))].sort((a, b) => a - b);
  const level =
    levels.find((one) => titles.filter((each) => (each.level ?? 1) === one).length > 1) ?? levels[0];
  return titles.filter((each) => (each.level ?? 1) === level);
}
