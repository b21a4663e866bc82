import type { Element } from "../../elements/element.ts";
import { type Piece, type PieceLengths, piecesOf } from "./pieces.ts";

/** A part of a document under one heading, with the headings above it, outermost first. */
export type Section = { path: string[]; pieces: Piece[]; length: number };

/** Element types that repeat on every page or only number it. */
const marginTypes = new Set<string>(["Header", "Footer", "PageNumber"]);

/** Cuts a document at its titles. A title without text of its own joins the section below it. */
export function sectionsOf(elements: Element[], lengths: PieceLengths): Section[] {
  const sections: Section[] = [];
  const headings: { text: string; level: number }[] = [];
  let section: Section | undefined;
  for (const element of elements) {
    const pieces = marginTypes.has(element.type) ? [] : piecesOf(element, lengths);
    if (pieces.length === 0) continue;
    if (element.type === "Title") {
      const level = element.level ?? 1;
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ text: element.text.trim().replace(/\s+/g, " "), level });
    }
    const startsHere =
      element.type === "Title" && section?.pieces.some((piece) => piece.element.type !== "Title");
    if (!section || startsHere) {
      section = { path: [], pieces: [], length: 0 };
      sections.push(section);
    }
    section.path = headings.map((heading) => heading.text);
    for (const piece of pieces) {
      section.pieces.push(piece);
      section.length += piece.text.length;
    }
  }
  return sections;
}

/**
 * Joins a section that is too short to stand alone with the next section beside or below it, while both fit into one
 * chunk.
 */
export function joinShort(sections: Section[], short: number, { target }: PieceLengths): Section[] {
  const joined: Section[] = [];
  for (const section of sections) {
    const before = joined.at(-1);
    const close = before && isBesideOrBelow(before.path, section.path);
    if (before && close && before.length < short && before.length + section.length <= target) {
      before.path = commonPath(before.path, section.path);
      before.pieces.push(...section.pieces);
      before.length += section.length;
    } else joined.push({ ...section, pieces: [...section.pieces] });
  }
  return joined;
}

function isBesideOrBelow(path: string[], next: string[]): boolean {
  const shared = commonPath(path, next).length;
  return shared === path.length || (shared === path.length - 1 && next.length === path.length);
}

function commonPath(one: string[], other: string[]): string[] {
  const different = one.findIndex((heading, index) => heading !== other[index]);
  return different < 0 ? one : one.slice(0, different);
}
