import type { ElementStore } from "../elements/element-store.ts";
import { boxOfWords } from "../elements/word-boxes.ts";
import type { VersionId } from "../kernel/ids.ts";
import type { ExtractionDocument } from "../structured/extractor.ts";
import type { Evidence } from "../structured/ground-values.ts";

/** Evidence with its place: `box` says whether `boundingBox` is around the quoted words, or around their element. */
export type PlacedEvidence = Evidence & { box: "words" | "block" };

/** A document as it was read for an extraction. */
export type ReadDocument = ExtractionDocument & { versionId: VersionId };

/** Narrows the boxes of evidence to the quoted words, where these are known. Each element is looked up once. */
export async function placeEvidence(
  elements: Pick<ElementStore, "wordBoxes">,
  documents: ReadDocument[],
  evidence: Evidence[],
  signal: AbortSignal,
): Promise<PlacedEvidence[]> {
  const texts = new Map(
    documents.flatMap(({ versionId, elements }) =>
      elements.map(({ elementId, text }) => [elementId, { versionId, text }] as const),
    ),
  );
  const looked = new Map<string, Promise<Uint8Array | null>>();
  const placed: PlacedEvidence[] = [];
  for (const each of evidence) {
    signal.throwIfAborted();
    const { elementId, quote } = each;
    const element = each.boundingBox ? texts.get(elementId) : undefined;
    const start = element?.text.indexOf(quote) ?? -1;
    if (!element || start < 0) {
      placed.push({ ...each, box: "block" });
      continue;
    }
    const looking = looked.get(elementId) ?? elements.wordBoxes({ versionId: element.versionId, elementId });
    looked.set(elementId, looking);
    const words = await looking;
    const around = words && boxOfWords(words, { start, end: start + quote.length });
    placed.push(around ? { ...each, boundingBox: around, box: "words" } : { ...each, box: "block" });
  }
  return placed;
}
