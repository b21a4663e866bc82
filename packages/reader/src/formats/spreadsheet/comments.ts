import { raisedText } from "../../markup/power.ts";
import { unescaped } from "../../ooxml/escaped-text.ts";
import type { Archive } from "../../package/open-archive.ts";
import type { Relationship } from "../../package/relationships.ts";
import { child, descendants, type XmlNode, xmlChildren } from "../../package/xml-tree.ts";
import type { CellComment } from "./workbook.ts";

/** The text of a rich string: its runs, without the reading aids of Asian scripts. */
export function richText(node: XmlNode | undefined): string {
  let text = "";
  for (const inner of node?.children ?? []) {
    if (inner.name === "x:t") text += inner.text;
    if (inner.name !== "x:r") continue;
    const run = child(inner, "x:t")?.text ?? "";
    const script = child(child(inner, "x:rPr"), "x:vertAlign")?.attributes.val;
    text += script === "superscript" ? raisedText(run, text) : run;
  }
  return unescaped(text);
}

/** Comments of a sheet. A thread replaces the note that stands for it in older programs. */
export function readComments(
  archive: Archive,
  relationships: ReadonlyMap<string, Relationship>,
  people: ReadonlyMap<string, string>,
): CellComment[] {
  const targets = (kind: string) =>
    [...relationships.values()].filter((related) => related.kind === kind).map(({ target }) => target);
  const threads = targets("threadedComment").flatMap((target) =>
    xmlChildren(archive.read(target), "ThreadedComments").map(({ attributes, children }) => ({
      cell: attributes.ref ?? "",
      author: people.get(attributes.personId ?? "") ?? "",
      text: children.find(({ name }) => name === "text")?.text ?? "",
    })),
  );
  const threaded = new Set(threads.map(({ cell }) => cell));
  const notes = targets("comments").flatMap((target) => readNotes(archive.read(target)));
  return [...notes.filter(({ cell }) => !threaded.has(cell)), ...threads];
}

function readNotes(bytes: Uint8Array | undefined): CellComment[] {
  const nodes = xmlChildren(bytes, ["x:comments", "x:commentList", "x:authors"]);
  const authors = nodes.filter(({ name }) => name === "x:author").map(({ text }) => text.trim());
  return nodes
    .filter(({ name }) => name === "x:comment")
    .map((node) => {
      const author = authors[Number(node.attributes.authorId)] ?? "";
      const text = richText(child(node, "x:text")).trim();
      // Programs write the author's name as the first line.
      const own =
        author !== "" && text.startsWith(`${author}:`) ? text.slice(author.length + 1).trim() : text;
      return { cell: node.attributes.ref ?? "", author, text: own };
    });
}

/** Names of the people in comment threads, by id. */
export function readPeople(archive: Archive, part: string | undefined): Map<string, string> {
  const people = xmlChildren(part === undefined ? undefined : archive.read(part), "personList");
  return new Map(people.map(({ attributes }) => [attributes.id ?? "", attributes.displayName ?? ""]));
}

/** The texts of a printed header or footer: its codes for fonts, page numbers and the like are not text. */
export function marginTexts(sheetMargin: XmlNode | undefined, place: "Header" | "Footer"): string[] {
  const codes = sheetMargin
    ? descendants(
        sheetMargin,
        ["odd", "even", "first"].map((kind) => `x:${kind}${place}`),
      )
    : [];
  const texts = codes.map(({ text }) =>
    unescaped(text)
      .replace(/&"[^"]*"|&K[0-9A-F]{6}|&K\d\d[+-]\d{3}|&\d+/gi, "")
      .replace(/&[LCR]/g, "\t")
      .replace(/&(&)|&[A-Z]/gi, "$1")
      .trim(),
  );
  return [...new Set(texts)].filter((text) => /[\p{L}]{2}/u.test(text));
}
