import type { Element } from "../elements/element.ts";
import type { ElementStore } from "../elements/element-store.ts";
import { boxOfWords } from "../elements/word-boxes.ts";
import type { Evidence } from "../structured/ground-values.ts";

/** `words`: the box is around the quoted words. `block`: it is the element's. */
export type PlacedEvidence = Evidence & { box: "words" | "block" };

/** What was read of a file: the text that the evidence quotes. */
export type ReadVersion = { versionId: string; elements: readonly Element[] };

/** Looks up where the quotes of evidence are on their pages. `read` is by file id. */
export async function placeEvidence(
  store: Pick<ElementStore, "wordBoxes">,
  read: ReadonlyMap<string, ReadVersion>,
  evidence: readonly Evidence[],
): Promise<PlacedEvidence[]> {
  const texts = new Map(
    [...read].map(([fileId, { elements }]) => [
      fileId,
      new Map(elements.map(({ elementId, text }) => [elementId, text])),
    ]),
  );
  const boxes = new Map<string, Uint8Array | null>();
  const placed: PlacedEvidence[] = [];
  for (const each of evidence) {
    const { fileId, elementId, quote, boundingBox } = each;
    const versionId = read.get(fileId)?.versionId;
    const start = onlyPlaceOf(quote, texts.get(fileId)?.get(elementId) ?? "");
    if (!boundingBox || versionId === undefined || start === undefined) {
      placed.push({ ...each, box: "block" });
      continue;
    }
    const key = `${versionId} ${elementId}`;
    if (!boxes.has(key)) boxes.set(key, await store.wordBoxes({ versionId, elementId }));
    const words = boxes.get(key);
    const around = words && boxOfWords(words, { start, end: start + quote.length });
    placed.push(around ? { ...each, boundingBox: around, box: "words" } : { ...each, box: "block" });
  }
  return placed;
}

/** Where a quote begins. Undefined when the text has it more than once: which one is meant is not known. */
function onlyPlaceOf(quote: string, text: string): number | undefined {
  const start = quote === "" ? -1 : text.indexOf(quote);
  return start < 0 || text.includes(quote, start + 1) ? undefined : start;
}
