import type { ParsedElement } from "../../element.ts";
import type { Archive } from "../../package/open-archive.ts";
import { type Relationship, readRelationships } from "../../package/relationships.ts";
import { type XmlNode, xmlChildren } from "../../package/xml-tree.ts";
import { createFields } from "./fields.ts";
import { fixedPage } from "./page-counter.ts";
import { createBlockReader, finishBlocks, readBlock } from "./read-blocks.ts";
import type { NoteReference, WordPart } from "./word-part.ts";

export type Notes = {
  /** Records a reference in the text and returns its mark, `[^1]`. */
  refer(kind: NoteReference["kind"], id: string): string;
  /** Elements of the notes that the text referred to since the last call. */
  take(kind: NoteReference["kind"]): ParsedElement[];
};

type Source = {
  archive: Archive;
  relationships: ReadonlyMap<string, Relationship>;
  shared: Pick<WordPart, "archive" | "styles" | "numbering" | "keepImage">;
};

/** Footnotes and endnotes. They are read at the place where the text refers to them. */
export function createNotes({ archive, relationships, shared }: Source): Notes {
  const open = { footnote: openNotes("footnote"), endnote: openNotes("endnote") };
  const pending: NoteReference[] = [];
  const counts = { footnote: 0, endnote: 0 };

  function openNotes(kind: NoteReference["kind"]) {
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
    const reader = {
      ...createBlockReader(part, (element) => elements.push(element)),
      metadata: { note: kind, note_label: label },
    };
    for (const block of node?.children ?? []) readBlock(block, reader);
    finishBlocks(reader);
    return elements.map((element, index) =>
      index === 0 ? { ...element, markdown: `[^${label}]: ${element.markdown ?? element.text}` } : element,
    );
  }

  return {
    refer(kind, id) {
      if (!open[kind].notes.has(id)) return "";
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
  };
}
