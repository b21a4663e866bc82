import type { Piece } from "./pieces.ts";

/** Pieces that stay in one chunk, and the length of their texts when they are joined. */
export type Block = { pieces: Piece[]; length: number };

/** Element types that a line such as "You need the following:" introduces. */
const introduced = new Set<string>(["ListItem", "CodeSnippet", "Table", "Formula"]);

/**
 * Groups a lead-in, which is a text that ends with a colon, with the list, code or table it introduces, as far as both fit
 * in `max`. Every other piece is a block of its own. `separator` is what is between two pieces of a chunk.
 */
export function blocksOf(
  pieces: Piece[],
  max: number,
  separator: (last: Piece | undefined, next: Piece) => string,
): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const piece of pieces) {
    const block = blocks.at(-1);
    const last = block?.pieces.at(-1);
    const grown = (block?.length ?? 0) + separator(last, piece).length + piece.text.length;
    if (isOpen && block && last && goesOn(last, piece) && grown <= max) {
      block.pieces.push(piece);
      block.length = grown;
    } else {
      blocks.push({ pieces: [piece], length: piece.text.length });
      isOpen = isLeadIn(piece);
    }
  }
  return blocks;
}

const isLeadIn = ({ element, text }: Piece): boolean =>
  (element.type === "NarrativeText" || element.type === "UncategorizedText") && /[:：]\s*$/u.test(text);

/** After the lead-in comes what it introduces; a list goes on with its items, other things are one. */
const goesOn = (last: Piece, next: Piece): boolean =>
  introduced.has(next.element.type) &&
  (isLeadIn(last) ||
    (last.element.type === next.element.type &&
      (next.element.type === "ListItem" || last.element.elementId === next.element.elementId)));
