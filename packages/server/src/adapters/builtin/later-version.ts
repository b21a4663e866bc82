import type { Passage } from "../../answering/answerer.ts";
import { datesIn } from "../../text/dates.ts";
import { foldAccents } from "../../text/terms.ts";
import type { Question } from "./question.ts";
import type { Scored } from "./score-candidates.ts";

/** Two sentences that share so much of their words, numbers aside, say the same of two versions. */
const minSame = 0.75;
const version = /\b(?:version|edition|revision|release|fassung|ausgabe|stand|rev|v)[\s_.-]*(\d+(?:\.\d+)*)/g;
const year = /(?<!\d)(?:19|20)\d{2}(?!\d)/g;

/**
 * Leaves out what a later version of the same document says otherwise: of sentences with the same words in two files, that of
 * the file with the higher version, or with the later date. A question that names a version or a year gets both.
 */
export function withoutOldVersions(question: Question, ranked: Scored[], passages: Passage[]): Scored[] {
  if (question.terms.some(({ stem }) => /\d/.test(stem))) return ranked;
  const [best] = ranked;
  if (!best) return ranked;
  const fileOf = ({ candidate }: Scored) => passages[candidate.passage]?.fileId;
  const twins = ranked.filter((one) => one === best || (fileOf(one) !== fileOf(best) && isSame(one, best)));
  if (twins.length < 2) return ranked;
  const texts = new Map<string | undefined, string>();
  for (const { fileId, fileName, text } of passages)
    texts.set(fileId, `${texts.get(fileId) ?? fileName.replace(/[_-]/g, " ")}\n${text}`);
  const keyOf = (one: Scored) => versionOf(texts.get(fileOf(one)) ?? "");
  const latest = twins.reduce((one, other) => (isLater(keyOf(other), keyOf(one)) ? other : one));
  const old = new Set(twins.filter((one) => isLater(keyOf(latest), keyOf(one))));
  return old.size === 0 ? ranked : [latest, ...ranked.filter((one) => one !== latest && !old.has(one))];
}

function isSame({ candidate: one }: Scored, { candidate: other }: Scored): boolean {
  const words = (stems: string[]) => new Set(stems.filter((stem) => !/\d/.test(stem)));
  const [a, b] = [words(one.stems), words(other.stems)];
  const both = [...a].filter((word) => b.has(word)).length;
  return both > 0 && both >= minSame * (a.size + b.size - both);
}

/** A version's numbers, else the latest date or year that the beginning of a document names. */
type VersionKey = { numbers: number[]; date: string };

export function versionOf(text: string): VersionKey {
  // "This version replaces version 1.0" comes after the document's own.
  const [, numbers = ""] = foldAccents(text).matchAll(version).next().value ?? [];
  const dates = datesIn(text, "day-first").map(({ iso }) => iso);
  const years = Array.from(text.matchAll(year), ([found]) => found);
  return { numbers: numbers.split(".").map(Number), date: [...dates, ...years].sort().at(-1) ?? "" };
}

export function isLater(one: VersionKey, other: VersionKey): boolean {
  const length = Math.max(one.numbers.length, other.numbers.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (one.numbers[index] ?? 0) - (other.numbers[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return one.date > other.date;
}
