import type { Element } from "../../elements/element.ts";
import { placeInElement } from "../../elements/place-in-element.ts";
import { newId } from "../../kernel/ids.ts";
import type { Chunk } from "../chunk.ts";
import { defaultChunking } from "../chunking-config.ts";
import { joinPath } from "./headings.ts";
import { blocksOf } from "./lead-ins.ts";
import type { Piece, PieceLengths } from "./pieces.ts";
import { createSectionCutter, createSectionJoiner, type Section } from "./sections.ts";
import { separatorBetween } from "./separator.ts";

export type TitleChunkingOptions = {
  /** Target length of a chunk in characters. Default 900. */
  target?: number;
  /** Maximum length of a chunk in characters, at least the target. Default 1500. */
  max?: number;
};

/** Cuts a document that comes in parts; the last chunks come with `end`. */
export type TitleChunker = { add(elements: Iterable<Element>): Chunk[]; end(): Chunk[] };

/**
 * Cuts a document along its headings. A chunk starts at each `Title`, and short neighbouring sections are joined. Long
 * paragraphs are cut between sentences, tables between rows (with the first row repeated) and code between lines. Page
 * headers, footers and page numbers are left out; all other text is in some chunk, in order.
 * The chunks are the same in whatever parts the elements come. Chunks of a section come once the next one has begun.
 */
export function createTitleChunker(options: TitleChunkingOptions = {}): TitleChunker {
  const { target = defaultChunking.target, max = defaultChunking.max } = options;
  if (!(target >= 1 && max >= target))
    throw new RangeError(`Chunk lengths need 1 ≤ target ≤ max, got ${target}, ${max}`);
  const lengths = { target, max };
  const cutter = createSectionCutter(lengths);
  const joiner = createSectionJoiner(target / 4, lengths);
  let position = 0;

  const chunksOf = (section: Section | undefined): Chunk[] =>
    section ? fill(section, lengths).map((pieces) => toChunk(section, pieces, position++)) : [];
  const join = (section: Section | undefined) => chunksOf(section && joiner.add(section));

  return {
    add: (elements) => Array.from(elements, (element) => join(cutter.add(element))).flat(),
    end: () => [...join(cutter.end()), ...chunksOf(joiner.end())],
  };
}

/** The chunks of a whole document, see `createTitleChunker`. */
export function chunkByTitle(elements: Iterable<Element>, options?: TitleChunkingOptions): Chunk[] {
  const chunker = createTitleChunker(options);
  return [...chunker.add(elements), ...chunker.end()];
}

const toChunk = (section: Section, pieces: Piece[], position: number): Chunk => ({
  chunkId: newId(),
  position,
  text: joinText(pieces),
  title: titleOf(section),
  pageNumber: pieces[0] ? pageOf(pieces[0]) : 1,
  elementIds: [...new Set(pieces.map((piece) => piece.element.elementId))],
});

/** Of a table that goes on over pages, the page of the first row of this piece; its first line is repeated in each. */
function pageOf({ element, text }: Piece): number {
  const [heading = "", row] = text.split("\n", 2);
  return placeInElement(element, Math.max(0, element.text.indexOf(row ?? heading))).pageNumber;
}

/** Distributes the pieces of a section over chunks. A lead-in stays with its list. */
function fill(section: Section, { target, max }: PieceLengths): Piece[][] {
  const chunks: Piece[][] = [];
  let length = 0;
  for (const block of blocksOf(section.pieces, max, separator)) {
    const [first] = block.pieces;
    if (!first) continue;
    const current = chunks.at(-1);
    const last = current?.at(-1);
    const grown = length + separator(last, first).length + block.length;
    // A heading stays with the text below it. When a chunk is half full, a page break is a good place to end it.
    const room = last?.element.type === "Title" ? max : last && turnsPage(last, first) ? target / 2 : target;
    const fits =
      grown <= max && (grown <= room || (length < target / 4 && !(last && turnsPage(last, first))));
    if (current && fits) {
      current.push(...block.pieces);
      length = grown;
    } else {
      chunks.push([...block.pieces]);
      length = block.length;
    }
  }
  return chunks;
}

const turnsPage = (last: Piece, next: Piece): boolean => last.element.pageNumber !== next.element.pageNumber;

const joinText = (pieces: Piece[]): string =>
  pieces.map((piece, index) => separator(pieces[index - 1], piece) + piece.text).join("");

const separator = (last: Piece | undefined, next: Piece): string =>
  last ? separatorBetween(last.element, next.element) : "";

function titleOf({ path, document }: Section): string {
  const isNamed = document === undefined || path.some((heading) => document.includes(heading));
  return joinPath(isNamed ? path : [document, ...path]);
}
