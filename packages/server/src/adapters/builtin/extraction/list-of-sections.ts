import type { LabelledDocument } from "./document-lines.ts";
import { labelsIn } from "./label-match.ts";
import type { Line } from "./line.ts";
import { businessWord, legalForm } from "./party-words.ts";
import type { Field } from "./schema-fields.ts";
import { isSectionName } from "./section-names.ts";

type Piece = { value: string; line: Line };
export type SectionItem = Map<string, Piece[]>;

const minLabel = 0.6;
const maxItems = 500;
const months = "\\p{L}{3,9}\\.?\\s+";
const moment = `(?:(?:${months})?(?:\\d{1,2}[./-])?(?:19|20)\\d{2}|present|today|now|current|heute|jetzt|aujourd.hui|présent|actualidad|presente|oggi|heden)`;
/** "March 2020 – present", "01/2019 - 12/2020", "2011 – 2014". */
const range = new RegExp(`(${moment})\\s*(?:[-–—]|to|until|bis|à|al?|tot)\\s*(${moment})`, "iu");

/** What is left of a moment where a degree has only its year: "University of Leeds, 2017". */
const yearBehind = /[\s,;(–-]+((?:19|20)\d{2})\)?\s*$/u;

type Part = "start" | "end" | "period" | "title" | "place" | "text";

/** What part of a section a property asks for, by the meanings of its name. Null when a section has no such part. */
function partOf({ own, name }: Field): Part | null {
  const has = (...meanings: string[]) =>
    own.some((each) => each.some((meaning) => meanings.includes(meaning)));
  if (/^(?:years?|dates?|period|time ?frame|zeitraum|dauer)$/i.test(name)) return "period";
  if (has("start")) return "start";
  if (has("end")) return "end";
  if (has("period") || has("time")) return "period";
  if (
    has("vendor", "employer") ||
    /school|university|institut|hochschule|company|arbeitgeber|firma/i.test(name)
  )
    return "place";
  if (has("job", "title", "position", "name") || /degree|abschluss/i.test(name)) return "title";
  return has("description", "summary", "notes") || /responsib|tasks|details|aufgaben/i.test(name)
    ? "text"
    : null;
}

/**
 * The items of a list that is written as repeated sections below a heading, such as the jobs of a CV: each begins with
 * a heading of its own, or with a line that has a span of time.
 */
export function listedSections(list: Field, fields: Field[], document: LabelledDocument): SectionItem[] {
  const parts = fields.map((field) => ({ name: field.name, part: partOf(field) }));
  if (parts.filter(({ part }) => part !== null).length < Math.min(2, fields.length)) return [];
  const section = sectionOf(list, document);
  return itemsOf(section)
    .slice(0, maxItems)
    .map((lines) => readItem(lines, parts))
    .filter((item) => item.size >= Math.min(2, fields.length));
}

function sectionOf(list: Field, { lines }: LabelledDocument): Line[] {
  const start = lines.findIndex(
    ({ element, cells: [cell] }) =>
      element.type === "Title" && cell && labelsIn(cell, list).some(({ score }) => score >= minLabel),
  );
  const heading = lines[start];
  if (!heading) return [];
  const { level = 1 } = heading.element;
  const rest = lines.slice(start + 1);
  const next = rest.findIndex(
    ({ element, cells: [cell] }) =>
      element.type === "Title" && ((element.level ?? level + 1) <= level || isSectionName(cell?.words ?? [])),
  );
  return next < 0 ? rest : rest.slice(0, next);
}

function itemsOf(section: Line[]): Line[][] {
  const byTitle = section.some(({ element }) => element.type === "Title");
  const items: Line[][] = [];
  // "Site manager, Turia Bridges SA 2019 – today": where no line begins with a span of time, those that end with one begin.
  const atStart = section.some((line) => (range.exec(textOf(line))?.index ?? maxIndent) < maxIndent);
  for (const line of section) {
    const span = range.exec(textOf(line));
    const isLast =
      span !== null &&
      textOf(line)
        .slice(span.index + span[0].length)
        .trim() === "";
    const spans = atStart ? (span?.index ?? maxIndent) < maxIndent : isLast;
    const begins = byTitle
      ? line.element.type === "Title" || (spans && !isDated(items.at(-1)))
      : spans || items.length === 0;
    if (begins) items.push([line]);
    else items.at(-1)?.push(line);
  }
  return items;
}

/** Characters before a span of time that begins an item. */
const maxIndent = 3;
/** A span of time below a heading without one belongs to the heading. */
const isDated = (lines: Line[] | undefined): boolean =>
  lines !== undefined && lines.length === 1 && !range.test(textOf(lines[0] as Line));

const textOf = ({ cells }: Line): string => cells.map(({ text }) => text).join(" ");

function readItem(lines: Line[], parts: { name: string; part: Part | null }[]): SectionItem {
  const found = new Map<Part, Piece[]>();
  const rest: Piece[] = [];
  let head: Piece | null = null;
  for (const line of lines) {
    const text = textOf(line);
    const span = found.has("period") ? null : range.exec(text);
    if (span) {
      found.set("period", [{ value: span[0], line }]);
      found.set("start", [{ value: span[1] ?? "", line }]);
      found.set("end", [{ value: span[2] ?? "", line }]);
    }
    const other = span ? text.replace(span[0], " ").replace(/^[\s,:|()–-]+|[\s,:|()–-]+$/g, "") : text;
    if (other === "") continue;
    if (!head) head = { value: other, line };
    else rest.push({ value: other, line });
  }
  if (!found.has("period"))
    for (const piece of head ? [head, ...rest.slice(0, 1)] : []) {
      const year = yearBehind.exec(piece.value);
      if (!year) continue;
      for (const part of ["period", "end"] as const)
        found.set(part, [{ value: year[1] ?? "", line: piece.line }]);
      piece.value = piece.value.slice(0, year.index);
      break;
    }
  if (head) for (const [part, value] of headParts(head.value)) found.set(part, [{ value, line: head.line }]);
  if (!found.has("place") && rest[0] && isPlace(rest[0].value)) found.set("place", [rest.shift() as Piece]);
  if (rest.length > 0) found.set("text", rest);
  return new Map(
    parts.flatMap(({ name, part }) => {
      const pieces = part === null ? undefined : found.get(part);
      return pieces ? [[name, pieces] as const] : [];
    }),
  );
}

const isPlace = (text: string): boolean =>
  text.length <= 80 && (legalForm.test(text) || businessWord.test(text) || placeOfLearning.test(text));
const placeOfLearning =
  /(?<!\p{L})(?:universi[td]|[\p{L}]*(?:hoch)?schule(?!\p{L})|schools?(?!\p{L})|college|institut|academy|akademie|[ée]cole|escuela|scuola|liceo|lyc[ée]e|gymnasium|polytechni|politecnic)/iu;

/** "Lead Developer, Brightwater Analytics": the job and where it was. */
function headParts(head: string): [Part, string][] {
  const [first = "", second] = head
    .split(/,\s+|\s+[-–—|·@]\s+|\s+(?:at|bei|chez|presso|bij)\s+(?=\p{Lu})/u)
    .map((part) => part.trim());
  if (second === undefined || second === "") return [[isPlace(first) ? "place" : "title", first]];
  return isPlace(first) && !isPlace(second)
    ? [
        ["place", first],
        ["title", second],
      ]
    : [
        ["title", first],
        ["place", second],
      ];
}
