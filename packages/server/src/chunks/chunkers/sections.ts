import type { Element } from "../../elements/element.ts";
import { createDocumentTitle } from "./document-title.ts";
import { commonPath, createHeadingPath } from "./headings.ts";
import { type Piece, type PieceLengths, piecesOf } from "./pieces.ts";

/** A part of a document under one heading, with the headings above it, outermost first. */
export type Section = {
  path: string[];
  /** What the document calls itself; absent where it does not, and in the section that begins with that. */
  document?: string | undefined;
  pieces: Piece[];
  length: number;
};

/** Element types that repeat on every page or only number it. */
const marginTypes = new Set<string>(["Header", "Footer", "PageNumber"]);

/** Takes a document piece by piece; returns what is complete, which is once the next one has begun. */
export type Cutter<In, Out> = { add(next: In): Out | undefined; end(): Out | undefined };

/** Cuts a document at its titles; a title without text of its own leads the section below it. */
export function createSectionCutter(lengths: PieceLengths): Cutter<Element, Section> {
  const headings = createHeadingPath();
  const documentTitle = createDocumentTitle();
  let section: Section | undefined;
  let hasText = false;
  return {
    add(element) {
      const pieces = marginTypes.has(element.type) ? [] : piecesOf(element, lengths);
      if (pieces.length === 0) return undefined;
      documentTitle.add(element);
      const path = headings.add(element);
      const isTitle = element.type === "Title";
      const complete = isTitle && hasText ? section : undefined;
      if (complete) section = { path: [], document: documentTitle.title(), pieces: [], length: 0 };
      section ??= { path: [], pieces: [], length: 0 };
      hasText = !isTitle;
      section.path = path;
      for (const piece of pieces) {
        section.pieces.push(piece);
        section.length += piece.text.length;
      }
      return complete;
    },
    end: () => section,
  };
}

/** Joins a section that is too short to stand alone with the next one beside or below it, while they fit in one chunk. */
export function createSectionJoiner(short: number, { target }: PieceLengths): Cutter<Section, Section> {
  let before: Section | undefined;
  return {
    add(section) {
      const close = before && isBesideOrBelow(before.path, section.path);
      if (before && close && before.length < short && before.length + section.length <= target) {
        before.path = commonPath(before.path, section.path);
        before.pieces.push(...section.pieces);
        before.length += section.length;
        return undefined;
      }
      const complete = before;
      before = section;
      return complete;
    },
    end: () => before,
  };
}

function isBesideOrBelow(path: string[], next: string[]): boolean {
  const shared = commonPath(path, next).length;
  return shared === path.length || (shared === path.length - 1 && next.length === path.length);
}
