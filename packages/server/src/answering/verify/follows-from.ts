import { alignWords, bounds, type StatementWord, saysSomething } from "./statement-words.ts";

/** Words of content that may be left out between two others without commas around them: "a [large blue] pump". */
const maxLeftOut = 2;
/** Words of content before the first one that a pronoun may stand for. */
const maxSubject = 4;
/** Relations that begin a scope when a number or a month follows: "in 2019", "from May on". */
const scopes =
  /^(?:in|during|since|until|before|after|by|between|through|within|under|over|from|per|for|on|at)$/;

const leadingCondition =
  /^(?:when|whenever|once|where|wherever|while|wenn|sobald|solange|lorsque|quand|cuando|quando|wanneer|zodra)$/;
const concession = /^(?:although|though|whereas|obwohl|bien|aunque|embora|benche|hoewel)$/;
/** Stems of verbs and fillers that claim nothing of their own: "offers" for "has", "various" for "several". */
const light = new Set(
  "provid includ offer help involv regard various typic eventu addit specif certain ensur obtain follow".split(
    " ",
  ),
);
/** Relations by which who does what to whom, when or how much may change. "of", "in" and "that" mostly only join words. */
const strong =
  /^(?:be|by|to|from|with|without|before|after|over|under|above|below|than|against|between|since|until|during|von|vom|durch|nach|vor|mit|gegen|seit|par|avec|contre|avant|apres|depuis|con|desde)$/;
const alike = new Map([["into", "to"]]);

/**
 * Whether a statement follows from a sentence by leaving things out of it: all that it says stands there, clause by clause
 * in the same order, with the same relations, denials and strengths; it begins where a clause begins,
 * and nothing is left out that limits what remains. `known` are words of the headings above. Rules that cannot tell say no.
 */
export function followsFrom(said: StatementWord[], shown: StatementWord[], known: Set<string>): boolean {
  if (said.filter(saysSomething).length < 2) return false;
  const isWhole = (order: StatementWord[][]) => holds(order, shown, known);
  if (isWhole([said])) return true;
  for (let at = 1; at < said.length; at += 1) {
    const word = said[at];
    if (!word || (!word.isParted && word.kind !== "relation" && word.kind !== "limit")) continue;
    if (isWhole([said.slice(at), said.slice(0, at)])) return true;
  }
  return false;
}

function holds(clauses: StatementWord[][], shown: StatementWord[], known: Set<string>): boolean {
  const said = clauses.flat();
  const found = alignWords(said, shown);
  if (!standsThere(said, found, known)) return false;
  const taken = new Set(found.values());
  if (shown.some((word, at) => word.kind === "limit" && !taken.has(at))) return false;
  if (dropsLead(said, shown, taken)) return false;
  let start = 0;
  for (const clause of clauses) {
    const pairs = [...found].filter(([index]) => index >= start && index < start + clause.length);
    if (!holdsClause(said, shown, { pairs, taken, start, end: start + clause.length })) return false;
    start += clause.length;
  }
  return true;
}

/** Whether all that is said stands in the sentence, but for a name from a heading before it and one light word. */
function standsThere(said: StatementWord[], found: Map<number, number>, known: Set<string>): boolean {
  const first = Math.min(...found.keys());
  const others = said.filter(
    (word, index) =>
      saysSomething(word) && !found.has(index) && (bounds(word) || index > first || !known.has(word.key)),
  );
  return others.length <= 1 && others.every(({ kind, key }) => kind === "word" && light.has(key));
}

/** Whether the clause that the sentence begins with limits what is said, or is said without its conjunction. */
function dropsLead(said: StatementWord[], shown: StatementWord[], taken: Set<number>): boolean {
  const [first] = shown;
  const second = shown.findIndex((word, at) => at > 0 && word.isParted);
  if (!first || second === -1) return false;
  const isTaken = [...taken].some((at) => at < second);
  if (!isTaken) return leadingCondition.test(first.folded);
  return (
    (leadingCondition.test(first.folded) || concession.test(first.folded)) &&
    said.every(({ folded }) => folded !== first.folded)
  );
}

function holdsClause(
  said: StatementWord[],
  shown: StatementWord[],
  { pairs, taken, start, end }: { pairs: [number, number][]; taken: Set<number>; start: number; end: number },
): boolean {
  const [begin, last] = [pairs[0], pairs.at(-1)];
  if (!begin || !last) return false;
  let [from, to] = [begin[1], last[1] + 1];
  while (from > 0 && !shown[from]?.isParted) from -= 1;
  while (to < shown.length && !shown[to]?.isParted) to += 1;
  if (shown.some((word, at) => at >= from && at < to && bounds(word) && !taken.has(at))) return false;
  const isDropped = (at: number) => shown[at]?.kind === "number" && !taken.has(at);
  const losesScope = (_: StatementWord, at: number) =>
    at < from && isScopeAt(shown, at) && [at + 1, at + 2, at + 3].some(isDropped);
  if (shown.some(losesScope)) return false;
  if (!beginsClause(said.slice(start, begin[0]), shown.slice(from, begin[1]))) return false;
  for (const [position, [index, at]] of pairs.entries()) {
    const next = pairs[position + 1];
    if (next && !holdsGap(said.slice(index + 1, next[0]), shown.slice(at + 1, next[1]), shown[next[1]]))
      return false;
  }
  // Words behind the last one that says something may take up more than was compared: "…, which she did".
  const rest = said.slice(last[0] + 1, end);
  if (end === said.length && rest.some(({ kind }) => kind === "pronoun")) return false;
  const after = shown[last[1] + 1];
  if (after && saysSomething(after) && !after.isParted) return false;
  return !shown.some((_, at) => at > last[1] && at < to && isScopeAt(shown, at));
}

/** What the evidence has between two words that are said: a few words, or more between commas, and the same relations. */
function holdsGap(said: StatementWord[], shown: StatementWord[], next: StatementWord | undefined): boolean {
  const left = shown.filter(saysSomething).length;
  // "Oslo (founded in 1048)" was founded then, and "services that are related" are "services related".
  const isReduced = next?.isParted || [...said, ...shown].some(({ key }) => key === "that");
  const [a, b] = [said, shown].map((words) => relationsOf(words, isReduced)) as [Set<string>, Set<string>];
  const isEnclosed = shown[0]?.isParted && next?.isParted;
  if ([...a].some((key) => !b.has(key))) return false;
  if (!(isEnclosed && left > 0) && a.size < b.size) return false;
  if (left === 0) return true;
  if (left > maxLeftOut && !isEnclosed) return false;
  // "Ada hired Bob, who fired Cy" does not say that Ada fired somebody.
  const resumed = shown.slice(shown.findLastIndex(saysSomething) + 1);
  return (
    ![...resumed, ...said].some(({ kind }) => kind === "pronoun") &&
    resumed.every(({ key }) => key !== "that")
  );
}

/** The first word that is said begins a clause of the evidence, or a pronoun stands for what comes before it. */
function beginsClause(before: StatementWord[], head: StatementWord[]): boolean {
  const isOpen = ({ kind, key }: StatementWord) =>
    kind === "relation" && key !== "be" && (key === "that" || strong.test(key));
  if (head.some(isOpen)) return false;
  const left = head.filter(saysSomething);
  const isPronoun = ({ kind }: StatementWord) => kind === "pronoun";
  if (before.some(saysSomething)) return left.length === 0 && head.some(isPronoun);
  if (left.length === 0) return before.some(isPronoun) || !head.some(isPronoun);
  return left.length <= maxSubject && before.some(isPronoun) && !head.some(isPronoun);
}

const isScopeAt = (words: StatementWord[], index: number): boolean =>
  scopes.test(words[index]?.key ?? "") &&
  words.slice(index + 1, index + 4).some(({ kind }) => kind === "number");

/** The relations among some words; "is" does not count where a clause was made shorter. */
const relationsOf = (words: StatementWord[], isReduced: boolean | undefined): Set<string> =>
  new Set(
    words
      .flatMap(({ kind, key }) => (kind === "relation" ? [alike.get(key) ?? key] : []))
      .filter((key) => strong.test(key) && !(isReduced && key === "be")),
  );
