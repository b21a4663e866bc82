import type { ParsedElement } from "../../element.ts";
import type { Archive } from "../../package/open-archive.ts";
import { type Relationship, readRelationships } from "../../package/relationships.ts";
import { type XmlNode, xmlChildren } from "../../package/xml-tree.ts";
import { createFields } from "./fields.ts";
import { fixedPage } from "./page-counter.ts";
import { createBlockReader, finishBlocks, readBlock } from "./read-blocks.ts";
import type { NoteKind, NoteReference, WordPart } from "./word-part.ts";

export type Notes = {
  /** Records a reference in the text and returns its mark, `[^1]`. Comments have no mark. */
  refer(kind: NoteKind, id: string): string;
  /** Elements of the notes that the text referred to since the last call. */
  take(kind: NoteKind): ParsedElement[];
  /** Elements of the comments that the text does not refer to. */
  rest(): ParsedElement[];
};

type Source = {
  archive: Archive;
  relationships: ReadonlyMap<string, Relationship>;
  shared: Pick<WordPart, "archive" | "styles" | "numbering" | "keepImage" | "imported">;
};

/** Footnotes, endnotes and comments. They are read at the place where the text refers to them. */
export function createNotes({ archive, relationships, shared }: Source): Notes {
  const open = {
    footnote: openNotes("footnote"),
    endnote: openNotes("endnote"),
    comment: openNotes("comment"),
  };
  const pending: NoteReference[] = [];
  const counts = { footnote: 0, endnote: 0, comment: 0 };
  const commented = new Set<string>();

  function openNotes(kind: NoteKind) {
    const name = [...relationships.values()].find((candidate) => candidate.kind === `${kind}s`)?.target;
    const notes = new Map<string, XmlNode>();
    for (const node of xmlChildren(name === undefined ? undefined : archive.read(name), `w:${kind}s`)) {
      // Separators and continuation notices are stored as notes with a type.
      if ((node.attributes["w:type"] ?? "normal") === "normal")
        notes.set(node.attributes["w:id"] ?? "", node);
    }
    return {
      notes,
      relationships: name === undefined ? new Map<string, Relationship>() : readRelationships(archive, name),
    };
  }

  function elementsOf({ kind, id, label }: NoteReference): ParsedElement[] {
    const source = open[kind];
    const node = source.notes.get(id);
    const elements: ParsedElement[] = [];
    const part: WordPart = {
      ...shared,
      relationships: source.relationships,
      pages: fixedPage(1),
      fields: createFields(),
      onNote: () => "",
    };
    const author = node?.attributes["w:author"];
    const metadata =
      kind === "comment" ? { kind, ...(author && { author }) } : { note: kind, note_label: label };
    const reader = { ...createBlockReader(part, (element) => elements.push(element)), metadata };
    for (const block of node?.children ?? []) readBlock(block, reader);
    finishBlocks(reader);
    if (kind === "comment") {
      return elements.map((element) =>
        element.type === "NarrativeText" ? { ...element, type: "UncategorizedText" } : element,
      );
    }
    return elements.map((element, index) =>
      index === 0 ? { ...element, markdown: `[^${label}]: ${element.markdown ?? element.text}` } : element,
    );
  }

  return {
    refer(kind, id) {
      if (!open[kind].notes.has(id)) return "";
      if (kind === "comment") {
        if (!commented.has(id)) pending.push({ kind, id, label: "" });
        commented.add(id);
        return "";
      }
      counts[kind] += 1;
      const label = kind === "footnote" ? String(counts[kind]) : `e${counts[kind]}`;
      pending.push({ kind, id, label });
      return `[^${label}]`;
    },
    take(kind) {
      const taken = pending.filter((note) => note.kind === kind);
      const left = pending.filter((note) => note.kind !== kind);
      pending.splice(0, pending.length, ...left);
      return taken.flatMap(elementsOf);
    },
    rest() {
      const ids = [...open.comment.notes.keys()].filter((id) => !commented.has(id));
      return ids.flatMap((id) => elementsOf({ kind: "comment", id, label: "" }));
    },
  };
}
