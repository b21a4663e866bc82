import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createPassageReader } from "../../packages/server/src/chunks/chunkers/passages.ts";
import type { Element } from "../../packages/server/src/elements/element.ts";

/** A part of a text, in UTF-16 offsets. */
export type Span = { start: number; end: number };

export type ExcerptQuestion = { id: string; text: string; excerpts: Span[] };

/** A long text with questions, and where in it the excerpts that answer them stand. */
export type ExcerptDocument = {
  name: string;
  elements: Element[];
  /** The text of the elements, which all splitters cut, and the same with its headings as Markdown has them. */
  text: string;
  markdown: string;
  /** Where a place of these stands in the text that the excerpts are counted in. */
  inSource: (place: number) => number;
  markdownInSource: (place: number) => number;
  questions: ExcerptQuestion[];
};

type Question = {
  corpus: string;
  question: string;
  references: { start_index: number; end_index: number }[];
};

type Placed = { element: Element; sourceStart: number };

/** One of the two texts of chunking_evaluation, `state_of_the_union` or `wikitexts`. */
export async function readExcerptDocument(folder: string, name: string): Promise<ExcerptDocument> {
  const source = await readFile(join(folder, `${name}.md`), "utf8");
  const all: Question[] = JSON.parse(await readFile(join(folder, "questions.json"), "utf8"));
  const placed = [...placedElements(name, source)];
  const plain = joined(placed, () => "");
  const marked = joined(placed, ({ type, level = 1 }) => (type === "Title" ? `${"#".repeat(level)} ` : ""));
  // The excerpts count characters as Python does.
  const offsets = [0];
  for (const character of source) offsets.push((offsets.at(-1) ?? 0) + character.length);
  return {
    name,
    elements: placed.map(({ element }) => element),
    ...{ text: plain.text, inSource: plain.inSource },
    ...{ markdown: marked.text, markdownInSource: marked.inSource },
    questions: all
      .filter(({ corpus }) => corpus === name)
      .map(({ question, references }, index) => ({
        id: `${name} ${index}`,
        text: question,
        excerpts: references.map(({ start_index, end_index }) => ({
          start: offsets[start_index] ?? source.length,
          end: offsets[end_index] ?? source.length,
        })),
      })),
  };
}

/** A paragraph is a line; headings are written "= = Early life = =". */
function* placedElements(name: string, source: string): Generator<Placed> {
  let position = 0;
  for (const line of source.matchAll(/[^\n]+/g)) {
    const heading = /^ *((?:= )+)(.*?)(?: =)+ *$/.exec(line[0]);
    const marks = heading ? line[0].indexOf(heading[1] ?? "") + (heading[1]?.length ?? 0) : 0;
    const content = heading?.[2] ?? line[0];
    const text = content.trim();
    if (text === "") continue;
    const base = { elementId: `${name} ${position}`, position: position++, pageNumber: 1, text };
    const element: Element = heading
      ? { ...base, type: "Title", level: (heading[1]?.length ?? 2) / 2 }
      : { ...base, type: "NarrativeText" };
    const indent = content.length - content.trimStart().length;
    yield { element, sourceStart: line.index + marks + indent };
  }
}

/** The texts of the elements as one, each after its mark. */
function joined(placed: Placed[], markOf: (element: Element) => string) {
  const reader = createPassageReader([]);
  const starts: { at: number; sourceStart: number; length: number }[] = [];
  let text = "";
  for (const { element, sourceStart } of placed) {
    const passage = reader.add(element);
    if (!passage) continue;
    text += passage.separator + markOf(element);
    starts.push({ at: text.length, sourceStart, length: passage.text.length });
    text += passage.text;
  }
  /** A place between two elements counts as the end of the first. */
  const inSource = (place: number): number => {
    const found = starts.findLast(({ at }) => at <= place) ?? starts[0];
    if (!found) return 0;
    return found.sourceStart + Math.min(Math.max(0, place - found.at), found.length);
  };
  return { text, inSource };
}
