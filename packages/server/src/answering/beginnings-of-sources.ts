import type { ElementStore } from "../elements/element-store.ts";
import type { SourceName } from "../sources/source-names.ts";
import { gatherPassages, type SourcedPassage } from "./gather-passages.ts";

/** In characters: about 6,000 tokens. A scope with less text is read whole. */
const maxRead = 24_000;
/** Elements of one source. */
const maxElements = 400;

/**
 * The elements of sources from their beginnings on, in reading order. Sources with much text are cut, each to the same
 * share of what a question may read.
 */
export async function beginningsOfSources(
  elements: Pick<ElementStore, "active" | "list" | "located">,
  sources: SourceName[],
  signal: AbortSignal,
): Promise<SourcedPassage[]> {
  const read: SourcedPassage[][] = [];
  for (const { fileId, fileName } of sources) {
    const version = await elements.active(fileId);
    signal.throwIfAborted();
    if (!version) continue;
    const { versionId } = version;
    const { items } = await elements.list(
      versionId,
      { withoutImages: true },
      { number: 1, size: maxElements },
    );
    const elementIds = items.map(({ elementId }) => elementId);
    const place = { fileId, fileName, versionId, title: "", elementIds, score: 0 };
    read.push(await gatherPassages(elements, [place], signal));
  }
  const length = read.flat().reduce((sum, { text }) => sum + text.length, 0);
  const share = length <= maxRead ? maxRead : maxRead / read.length;
  return read.flatMap((passages) => upTo(share, passages));
}

function upTo(characters: number, passages: SourcedPassage[]): SourcedPassage[] {
  let left = characters;
  const end = passages.findIndex(({ text }, index) => {
    left -= text.length;
    return left < 0 && index > 0;
  });
  return end === -1 ? passages : passages.slice(0, end);
}
