import type { AnswererEvent, Passage } from "../../answering/answerer.ts";
import { languageOf } from "../../text/detect-language.ts";
import { candidateSentences } from "./candidate-sentences.ts";
import { isLater, versionOf } from "./later-version.ts";
import { overviewStatements } from "./overview-statements.ts";
import { createWordReader } from "./word-reader.ts";

/** Two sentences that share so much of their words, numbers aside, say the same of two versions. */
const minShared = 0.5;
/** Documents of which fewer sentences have a counterpart are not versions of one. */
const minCounterparts = 0.3;
/** More lines would be the documents again. */
const maxLines = 20;

type Unit = { passage: number; text: string; words: Set<string> };
/** A sentence of the older document, of the newer one, or both where one became the other. */
type Change = { before?: Unit; after?: Unit };

/**
 * Puts two documents side by side: of two versions of one, each sentence that changed, with what it became ("old → new"), what is
 * gone ("old") and what is new ("+ new"); of two others, how each begins.
 */
export function* comparedStatements(passages: Passage[]): Generator<AnswererEvent> {
  const [older, newer] = inOrderOfVersions(passages);
  const { changes, counterparts } = changesBetween(unitsOf(older, passages), unitsOf(newer, passages));
  if (counterparts < minCounterparts) {
    const files = [...new Set(passages.map(({ fileId }) => fileId))];
    const beginnings = files.flatMap((file) => beginningOf(file, passages));
    yield* overviewStatements(passages, beginnings);
    return;
  }
  const statement = ({ text, passage }: Unit): AnswererEvent => ({
    type: "statement",
    statement: { text, passages: [passage] },
  });
  for (const [index, { before, after }] of changes.slice(0, maxLines).entries()) {
    const start = index === 0 ? "" : "\n";
    yield { type: "delta", text: before ? `${start}- ` : `${start}+ ` };
    if (before) yield statement(before);
    if (before && after) yield { type: "delta", text: " → " };
    if (after) yield statement(after);
  }
  if (changes.length > maxLines) yield { type: "more", items: changes.length - maxLines };
}

function inOrderOfVersions(passages: Passage[]): [older: string, newer: string] {
  const [first = "", second = first] = new Set(passages.map(({ fileId }) => fileId));
  const keyOf = (file: string) => {
    const own = passages.filter(({ fileId }) => fileId === file);
    const name = own[0]?.fileName.replace(/[_-]/g, " ") ?? "";
    return versionOf([name, ...own.map(({ text }) => text)].join("\n"));
  };
  return isLater(keyOf(first), keyOf(second)) ? [second, first] : [first, second];
}

function unitsOf(file: string, passages: Passage[]): Unit[] {
  const reader = createWordReader(languageOf(passages.map(({ text }) => text).join("\n")));
  return candidateSentences(passages, reader)
    .filter(({ isTitle, passage }) => !isTitle && passages[passage]?.fileId === file)
    .map(({ passage, text, stems }) => ({
      passage,
      text,
      words: new Set(stems.filter((word) => !/\d/.test(word))),
    }));
}

function changesBetween(older: Unit[], newer: Unit[]): { changes: Change[]; counterparts: number } {
  const [said, says] = [older, newer].map((units) => new Set(units.map(({ text }) => text)));
  const gone = new Set(older.filter(({ text }) => !says?.has(text)));
  const added = newer.filter(({ text }) => !said?.has(text));
  let counterparts = newer.length - added.length;
  const changes = added.map((after): Change => {
    const [before] = [...gone].sort((one, other) => shared(other, after) - shared(one, after));
    if (!before || shared(before, after) < minShared) return { after };
    gone.delete(before);
    counterparts += 1;
    return { before, after };
  });
  return {
    changes: [...changes, ...[...gone].map((before) => ({ before }))],
    counterparts: counterparts / (Math.min(older.length, newer.length) || 1),
  };
}

/** Share of the words of both that both have. */
function shared({ words: one }: Unit, { words: other }: Unit): number {
  const both = [...one].filter((word) => other.has(word)).length;
  return both / (one.size + other.size - both || 1);
}

/** Positions of the title of a document and of its first text. */
function beginningOf(file: string, passages: Passage[]): number[] {
  const own = [...passages.keys()].filter((index) => passages[index]?.fileId === file);
  const title = own.find((index) => passages[index]?.elementType === "Title");
  const text = own.find((index) => passages[index]?.elementType !== "Title");
  return [title, text].flatMap((index) => index ?? []);
}
