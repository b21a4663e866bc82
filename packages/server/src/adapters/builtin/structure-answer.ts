import { foldAccents } from "../../text/terms.ts";
import { withoutNumber } from "./candidate-sentences.ts";
import { minAlike } from "./heading-match.ts";
import { matches, type WordTools } from "./narrow-row.ts";
import type { Question } from "./question.ts";
import { type Scored, wordsIn } from "./score-candidates.ts";

/** A list or a table is given whole up to this many items; the answer says how many more there are. */
const maxItems = 50;
/** What is below a heading is given up to this many sentences and words; the first sentence may be longer. */
const maxSentences = 3;
const maxWords = 55;
/** With at least this share of the question's weight a heading or a lead-in names the list below it. */
const minHeaded = 0.35;

/** What answers by its place in the document, in reading order. `more`: items left out. */
export type StructureAnswer = { chosen: Scored[]; more: number; isSure: boolean };

/**
 * Answers with what is below the heading that the question repeats or names, or with the whole list that its best item
 * or its lead-in belongs to. `ranked` has the best sentence first. `near`: how far the scores of a list's items may lie apart for
 * it to answer as a whole. Undefined where the best sentence answers by itself.
 */
export function structureAnswer(
  question: Question,
  ranked: Scored[],
  tools: WordTools,
  near = 0,
): StructureAnswer | undefined {
  const [best] = ranked;
  if (!best) return undefined;
  if (best.alike >= minAlike) return beginning(sectionAround(best, ranked), true);
  const named = namedSection(question, ranked, tools);
  if (named.length > 0) {
    const list = named.filter(isListed);
    if (list.length > 1 && asksForSeveral(question))
      return limited([...leadInOf(list, ranked), ...list], true);
    const [fit] = named.filter(({ shaped }) => shaped).sort((a, b) => b.score - a.score);
    if (question.shape !== null && fit) return { chosen: [fit], more: 0, isSure: true };
    if (question.shape === null) return beginning(named, true);
  }
  return listOf(question, best, ranked, near);
}

/** The first sentences below the heading of a sentence. */
export const sectionBeginning = (one: Scored, ranked: Scored[]): Scored[] =>
  beginning(sectionAround(one, ranked), false).chosen;

/** The list of the best item, or below the best sentence where it leads into one. */
function listOf(
  question: Question,
  best: Scored,
  ranked: Scored[],
  near: number,
): StructureAnswer | undefined {
  const { candidate } = best;
  const led = ranked.filter(
    (one) => one.candidate.leadIn === candidate.text && one.candidate.section === candidate.section,
  );
  if (led.length > 0) return limited([best, ...inOrder(led)], false);
  if (!asksForSeveral(question)) return undefined;
  // A sentence beside a list that the heading alone leads into: both are about what the heading says.
  const item = isListed(best)
    ? best
    : ranked.find((one) => isListed(one) && one.candidate.leadIn === undefined && isBeside(one, best));
  if (!item) return undefined;
  const listed = ranked.filter(
    (one) =>
      isListed(one) &&
      isBeside(one, item) &&
      one.candidate.leadIn === item.candidate.leadIn &&
      one.candidate.row?.table === item.candidate.row?.table,
  );
  if (!asksForAll(question) && listed.every((one) => one === best || one.own <= best.own - tellsApart))
    return undefined;
  const nearBest = listed.filter(({ score }) => score >= best.score - near).length;
  const isHeaded = item === best && best.headed >= minHeaded;
  // Rows of a table say many things: that they lie near does not show that all are asked for.
  const isOneList = item.candidate.row === undefined || asksForAll(question);
  if (!isHeaded && !(isOneList && nearBest >= minNearInList * listed.length)) return undefined;
  const beside = item === best ? [] : [best];
  return limited([...leadInOf(listed, ranked), ...inOrder([...beside, ...listed])], false);
}

/** At least this share of a list's items must lie near the best one. */
const minNearInList = 0.6;

/** An item that has so much more of the question's words than each other one answers alone. */
export const tellsApart = 0.15;

export const isListed = ({ candidate }: Scored): boolean => candidate.isItem || candidate.row !== undefined;

/** The sentence that leads into a list. */
const leadInOf = ([first]: Scored[], ranked: Scored[]): Scored[] =>
  ranked
    .filter(
      ({ candidate }) =>
        candidate.text === first?.candidate.leadIn && candidate.section === first.candidate.section,
    )
    .slice(0, 1);

/** "What are", "all": in folded text of all languages, none of these begins a question for one thing. */
const several =
  /^\W*(?:(?:what|which|who) (?:all )?(?:are|were)\b|(?:name|show|give)\b|(?:was|wer|welche[srn]?|wie) (?:sind|waren)\b|(?:quel(?:le)?s|qui) (?:sont|etaient)\b|(?:cuales|quienes|que) (?:son|eran)\b|(?:quali|chi) (?:sono|erano)\b|(?:quais|quem) sao\b|(?:wat|wie|welke) (?:zijn|waren)\b)|\b(?:all|every|alle|tous|toutes|todos|todas|tutti|tutte)\b/;

/** A question for one number, date or place, or for what one thing is, is answered by one item of a list. */
const asksForSeveral = (question: Question): boolean =>
  asksForAll(question) ||
  (question.kind !== "definition" && (question.shape === null || question.shape === "person"));

const asksForAll = ({ text, listing }: Question): boolean => listing || several.test(foldAccents(text));

/**
 * What is below the heading that the question names: the question has all words of the heading, and no telling word
 * that neither it nor the headings and the file's name above it have. "What license does Grannet use?" names the heading
 * "License" of grannet.md. Of several such headings that of the best sentence.
 */
export function namedSection(question: Question, ranked: Scored[], tools: WordTools): Scored[] {
  const telling = question.terms.filter(({ share }) => share === 1);
  const isNamed = ({ innermostHeading, heading }: Scored["candidate"]): boolean => {
    const words = tools.reader.stems(withoutNumber(innermostHeading));
    const says = (stem: string) => words.some((word) => matches(stem, word, tools));
    return (
      words.length > 0 &&
      words.every((word) => question.terms.some(({ stem }) => matches(stem, word, tools))) &&
      telling.some(({ stem }) => says(stem)) &&
      telling.every(({ stem }) => says(stem) || heading.has(stem))
    );
  };
  const known = new Map<string, boolean>();
  const best = ranked.find(({ candidate }) => {
    if (candidate.isTitle || candidate.answersHeading) return false;
    const key = sectionOf(candidate);
    const named = known.get(key) ?? isNamed(candidate);
    known.set(key, named);
    return named;
  });
  return best ? sectionAround(best, ranked) : [];
}

const sectionAround = ({ candidate }: Scored, ranked: Scored[]): Scored[] =>
  inOrder(
    ranked.filter((one) => !one.candidate.isTitle && sectionOf(one.candidate) === sectionOf(candidate)),
  );

const isBeside = (one: Scored, other: Scored): boolean =>
  sectionOf(one.candidate) === sectionOf(other.candidate);

const sectionOf = ({ section, innermostHeading }: Scored["candidate"]): string =>
  `${section}\n${innermostHeading}`;

const inOrder = (scored: Scored[]): Scored[] =>
  scored.sort((a, b) => a.candidate.position - b.candidate.position);

/** The first sentences of a section; of a list all items. */
function beginning(section: Scored[], isSure: boolean): StructureAnswer {
  const chosen: Scored[] = [];
  let words = 0;
  for (const one of section) {
    words += wordsIn(one);
    const isFull = words > maxWords || chosen.length >= maxSentences;
    if (chosen.length > 0 && isFull && !goesOn(one, chosen.at(-1))) break;
    chosen.push(one);
  }
  return limited(chosen, isSure);
}

/** Of a list that has begun all items belong together. */
const goesOn = (one: Scored, before: Scored | undefined): boolean =>
  isListed(one) &&
  before !== undefined &&
  (isListed(before) || before.candidate.text === one.candidate.leadIn);

const limited = (all: Scored[], isSure: boolean): StructureAnswer => ({
  chosen: all.slice(0, maxItems),
  more: Math.max(0, all.length - maxItems),
  isSure,
});
