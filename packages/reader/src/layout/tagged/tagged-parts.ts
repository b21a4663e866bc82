import type { StructureNode } from "../page/page.ts";
import type { TaggedCell, TaggedRow } from "./tagged-cell.ts";
import { isTextRun, untaggedRows } from "./untagged-rows.ts";

/** What a text is by its tag. An item's number or bullet is part of it. */
export type TextRole =
  | { kind: "title"; level: number }
  | { kind: "item"; depth: number }
  | { kind: "paragraph" | "caption" | "code" | "formula" | "note" };

/** A block of a tagged page. `contents`: the numbers of its marked content, in reading order. */
export type TaggedPart =
  | { kind: "text"; role: TextRole; contents: number[] }
  | {
      kind: "table";
      rows: TaggedRow[];
      /** The texts that it is where its cells are in no columns: no tag says that it is a table. */
      otherwise?: TaggedPart[];
    }
  | { kind: "figure"; figure: StructureNode; contents: number[] };

const roleOf: Readonly<Record<string, TextRole["kind"]>> = {
  P: "paragraph",
  Caption: "caption",
  TOCI: "item",
  BibEntry: "paragraph",
  Note: "note",
  FENote: "note",
  Code: "code",
  Formula: "formula",
  LBody: "paragraph",
  Lbl: "paragraph",
  Title: "title",
};
const heading = /^H([1-6])?$/;
/** Parts of a text that are blocks of their own, wherever they stand. */
const ownBlocks = new Set([
  "P",
  "L",
  "Table",
  "Figure",
  "Note",
  "FENote",
  "TOC",
  "TOCI",
  "Caption",
  "BlockQuote",
]);
/** Texts that are one block with the paragraphs inside them. */
const wholeTexts = /^(?:H[1-6]?|Title|Caption|Note|FENote)$/;

type Place = { sections: number; lists: number };

/** The blocks of a page, in the order of its structure tree. */
export function taggedParts(root: StructureNode): TaggedPart[] {
  const parts: TaggedPart[] = [];
  visitAll(root.children, { sections: 0, lists: 0 }, parts);
  return parts;
}

function visitAll(children: StructureNode["children"], place: Place, parts: TaggedPart[]): void {
  let loose: number[] = [];
  const finish = () => {
    if (loose.length > 0) parts.push({ kind: "text", role: { kind: "paragraph" }, contents: loose });
    loose = [];
  };
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index] as (typeof children)[number];
    if (typeof child === "number") loose.push(child);
    else if (inline.test(child.role) || isTextRun(child)) loose.push(...contentsOf(child));
    else {
      finish();
      const rows = untaggedRows(children, index);
      const otherwise: TaggedPart[] = [];
      for (const node of children.slice(index, index + Math.max(rows.length, 1)))
        if (typeof node !== "number") visit(node, place, rows.length > 0 ? otherwise : parts);
      if (rows.length > 0) parts.push({ kind: "table", rows, otherwise });
      index += Math.max(rows.length - 1, 0);
    }
  }
  finish();
}

const inline = /^(?:Span|Link|Quote|Reference|Annot|Em|Strong|Sub|Ruby|R[BTP]|Warichu|W[TP])$/;

function visit(node: StructureNode, place: Place, parts: TaggedPart[]): void {
  const { role, children } = node;
  const level = heading.exec(role);
  const kind = level ? "title" : roleOf[role];
  if (role === "Table") visitTable(node, place, parts);
  else if (role === "Figure") parts.push({ kind: "figure", figure: node, contents: contentsOf(node) });
  else if (role === "L") visitAll(children, { ...place, lists: place.lists + 1 }, parts);
  else if (role === "LI") visitItem(node, place, parts);
  else if (kind !== undefined) visitText(node, textRole(kind, Number(level?.[1] ?? 0), place), place, parts);
  else {
    const hasHeading = children.some((child) => typeof child !== "number" && child.role === "H");
    visitAll(children, { ...place, sections: place.sections + (hasHeading ? 1 : 0) }, parts);
  }
}

function textRole(kind: TextRole["kind"], level: number, { sections, lists }: Place): TextRole {
  if (kind === "title") return { kind, level: level > 0 ? level : Math.min(Math.max(sections, 1), 6) };
  return kind === "item" ? { kind, depth: Math.max(lists, 1) } : { kind };
}

function visitText(node: StructureNode, role: TextRole, place: Place, parts: TaggedPart[]): void {
  const inner: StructureNode[] = [];
  const isWhole = wholeTexts.test(node.role);
  const contents = inlineContents(node, isWhole, inner);
  if (contents.length > 0) parts.push({ kind: "text", role, contents });
  for (const block of inner) visit(block, place, parts);
}

function inlineContents(node: StructureNode, isWhole: boolean, inner: StructureNode[]): number[] {
  return node.children.flatMap((child) => {
    if (typeof child === "number") return [child];
    const isBlock = ownBlocks.has(child.role) || heading.test(child.role);
    if (isBlock && !(isWhole && child.role === "P")) {
      inner.push(child);
      return [];
    }
    return inlineContents(child, isWhole, inner);
  });
}

/** The label and the first text of an item are one block. */
function visitItem(node: StructureNode, place: Place, parts: TaggedPart[]): void {
  const label = node.children.flatMap((child) =>
    typeof child !== "number" && child.role === "Lbl" ? contentsOf(child) : [],
  );
  const inside: TaggedPart[] = [];
  visitAll(
    node.children.filter((child) => typeof child === "number" || child.role !== "Lbl"),
    place,
    inside,
  );
  const [first] = inside;
  const role: TextRole = { kind: "item", depth: Math.max(place.lists, 1) };
  if (first?.kind === "text" && first.role.kind !== "title" && first.role.kind !== "item") {
    parts.push({ kind: "text", role, contents: [...label, ...first.contents] }, ...inside.slice(1));
  } else {
    if (label.length > 0) parts.push({ kind: "text", role, contents: label });
    parts.push(...inside);
  }
}

/** A table of one column or of one row lays out a page, and is read as what its cells hold. */
function visitTable(node: StructureNode, place: Place, parts: TaggedPart[]): void {
  const others: StructureNode[] = [];
  const rows: TaggedRow[] = [];
  const addRows = (parent: StructureNode, isHead: boolean) => {
    for (const child of parent.children) {
      if (typeof child === "number") continue;
      if (child.role === "TR") rows.push({ cells: cellsOf(child), isHead });
      else if (/^T(?:Head|Body|Foot)$/.test(child.role)) addRows(child, child.role === "THead");
      else others.push(child);
    }
  };
  addRows(node, false);
  const columns = Math.max(0, ...rows.map(({ cells }) => cells.reduce((sum, cell) => sum + cell.columns, 0)));
  const filled = rows.filter(({ cells }) => cells.some(({ contents }) => contents.length > 0));
  if (columns < 2 || filled.length < 2) {
    visitAll(node.children, place, parts);
    return;
  }
  const captions = others.filter(({ role }) => role === "Caption");
  for (const caption of captions) visit(caption, place, parts);
  parts.push({ kind: "table", rows });
  for (const other of others) if (other.role !== "Caption") visit(other, place, parts);
}

const maxSpan = 1_000;

function cellsOf(row: StructureNode): TaggedCell[] {
  return row.children.flatMap((child) => {
    if (typeof child === "number" || (child.role !== "TD" && child.role !== "TH")) return [];
    const span = (value = 1) => (value >= 1 && value <= maxSpan ? Math.floor(value) : 1);
    const [columns, rows] = [span(child.columns), span(child.rows)];
    return [{ contents: contentsOf(child), isHeader: child.role === "TH", columns, rows }];
  });
}

export const contentsOf = (node: StructureNode): number[] =>
  node.children.flatMap((child) => (typeof child === "number" ? [child] : contentsOf(child)));
