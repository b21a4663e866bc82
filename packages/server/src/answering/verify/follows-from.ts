import { alignWords, bounds, dropsRank, type StatementWord, saysSomething } from "./statement-words.ts";

/** Words of content that may be left out between two others, where no comma stands: "a [large blue] pump". */
const maxLeftOut = 2;
/** Words of content before the first one that a pronoun may stand for. */
const maxSubject = 4;
/** Words of content in an item of a list. */
const longestItem = 3;
/** Relations that begin a scope when a number or a month follows: "in 2019", "from May on". */
const scopes =
  /^(?:in|during|since|until|before|after|by|between|through|within|under|over|from|per|for|on|at)$/;

const leadingCondition =
  /^(?:when|whenever|once|where|wherever|while|wenn|sobald|solange|lorsque|quand|cuando|quando|wanneer|zodra)$/;

/**
 * Whether a statement follows from a sentence by leaving things out of it: all that it says stands there, in the same
 * order clause by clause, with the same relations, denials and strengths; it begins where a clause begins, and nothing is
 * left out that limits what remains. `known` are words of the headings above. Rules that are unsure say no.
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
  const first = Math.min(...found.keys());
  for (const [index, word] of said.entries()) {
    if (!saysSomething(word) || found.has(index)) continue;
    // A name from the heading may stand for a pronoun of the text.
    if (bounds(word) || !known.has(word.key) || index > first) return false;
  }
  const taken = new Set(found.values());
  if (shown.some((word, at) => word.kind === "limit" && !taken.has(at))) return false;
  if (dropsRank(shown, taken)) return false;
  if (dropsLead(said, shown, taken)) return false;
  let start = 0;
  for (const clause of clauses) {
    if (!holdsClause(said, shown, found, { start, end: start + clause.length })) return false;
    start += clause.length;
  }
  return true;
}

const concession = /^(?:although|though|whereas|obwohl|bien|aunque|embora|benche|hoewel)$/;

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
  found: Map<number, number>,
  { start, end }: { start: number; end: number },
): boolean {
  const pairs = [...found].filter(([index]) => index >= start && index < end);
  const [begin, last] = [pairs[0], pairs.at(-1)];
  if (!begin || !last) return false;
  if (!beginsClause(said.slice(start, begin[0]), shown, begin[1], new Set(found.values()))) return false;
  for (const [position, [index, at]] of pairs.entries()) {
    const next = pairs[position + 1];
    if (!next) continue;
    if (cutsName(shown.slice(at, next[1] + 1))) return false;
    if (!holdsGap(said.slice(index + 1, next[0]), shown.slice(at + 1, next[1]), shown[next[1]])) return false;
  }
  // Words behind the last one that says something may take up more than was compared: "…, which she did".
  const rest = said.slice(last[0] + 1, end);
  if (end === said.length && rest.some(({ kind }) => kind === "pronoun")) return false;
  return holdsTail(shown, last[1]);
}

/** The first word that is said begins a clause of the evidence, or a pronoun stands for what comes before it. */
function beginsClause(
  before: StatementWord[],
  shown: StatementWord[],
  at: number,
  taken: Set<number>,
): boolean {
  let from = at;
  while (from > 0 && !shown[from]?.isParted) from -= 1;
  const head = shown.slice(from, at);
  if (head.some(isRelative) && !before.some(isRelative)) return false;
  if (before.length === 0 && at > 1 && isArticle(head.at(-1))) return false;
  if (
    head.some(({ folded }) => opensLimit.test(folded)) &&
    !before.some(({ folded }) => opensLimit.test(folded))
  )
    return false;
  const left = head.filter(saysSomething);
  if (left.some(bounds)) return false;
  // "such as the Bruce" begins no clause with "as".
  const [opening] = before;
  const isCutOpening = opening?.kind === "relation" && head.some(({ key }) => key === opening.key);
  if (isCutOpening && head[0]?.key !== opening.key) return false;
  if (before.some(saysSomething)) return left.length === 0 && head.some(({ kind }) => kind === "pronoun");
  const isRelation = ({ kind, key }: StatementWord) => kind === "relation" && key !== "be";
  if (left.length === 0 && head.some(isRelation) && !before.some(isRelation)) return false;
  const dropped = shown.slice(0, from).filter((_, index) => !taken.has(index));
  if (dropped.some(({ kind }, index) => kind === "relation" && isScopeAt(dropped, index))) return false;
  const isPronoun = ({ kind }: StatementWord) => kind === "pronoun";
  if (left.length === 0)
    return sameRelations(before, head) && (before.some(isPronoun) || !head.some(isPronoun));
  const behind = head.slice(head.findLastIndex(saysSomething) + 1);
  return left.length <= maxSubject && before.some(isPronoun) && sameRelations(before, behind);
}

const isArticle = (word: StatementWord | undefined): boolean =>
  /^(?:an?|the|der|die|das|eine?|les?|la|el|los|las)$/.test(word?.folded ?? "");

const opensLimit = new RegExp(`${leadingCondition.source}|${concession.source}|^(?:whether|ob)$`);

const isRelative = ({ kind, key }: StatementWord): boolean => kind === "relation" && key === "that";

const isScopeAt = (words: StatementWord[], index: number): boolean =>
  scopes.test(words[index]?.key ?? "") &&
  words.slice(index + 1, index + 5).some(({ kind }) => kind === "number");

/** Whether the end of a name is left out: "Blue" of "Blue Jackets". "Ada Mary Bell" may be Ada Bell. */
const cutsName = ([first, second, ...rest]: StatementWord[]): boolean =>
  first?.kind === "name" &&
  second?.kind === "name" &&
  !second.isParted &&
  rest.length > 0 &&
  rest.at(-1)?.kind !== "name";

function holdsGap(said: StatementWord[], shown: StatementWord[], next: StatementWord | undefined): boolean {
  const left = shown.filter(saysSomething);
  if (left.length === 0) return sameRelations(said, shown);
  if (left.some(bounds)) return false;
  const lastLeft = shown.findLastIndex(saysSomething);
  const resumed = shown.slice(lastLeft + 1);
  if (resumed.some((word) => word.kind === "pronoun" || (isRelative(word) && !said.some(isRelative))))
    return false;
  const firstLeft = shown.findIndex(saysSomething);
  const begun = shown.slice(0, firstLeft);
  const isEnclosed = [shown[firstLeft - begun.length], resumed[0] ?? next].every(
    (word) => word?.isParted && !word.opens,
  );
  if (said.some(({ kind }) => kind === "pronoun")) return false;
  // A clause of its own is not an insertion, unless a relative word makes it one.
  const isClause =
    shown.slice(0, lastLeft).some(({ key }) => key === "be") && begun.every(({ key }) => key !== "that");
  if (isEnclosed) return !isClause && sameRelations(said, resumed);
  const isConjunction = ({ folded }: StatementWord) => conjunction.test(folded);
  // "A, B and C" without B is "A and C"; "and" needs something on both sides.
  const isItem = !said.some(isConjunction) || shown[0]?.isListed === true || begun.some(isConjunction);
  if (isItem && isJoined(resumed[0] ?? next, resumed) && isList(shown)) return sameRelations(said, begun);
  // "the district is a district in Kansas" without "district is a" says nothing.
  const isPhrase =
    shown.slice(firstLeft, lastLeft).every(({ kind }) => kind !== "relation") &&
    !shown.some((word) => (word.isParted && word.kind === "other") || opensLimit.test(word.folded));
  return (
    isPhrase &&
    left.length <= maxLeftOut &&
    resumed.every(({ kind }) => kind === "other") &&
    sameRelations(said, begun)
  );
}

const conjunction = /^(?:and|or|und|oder|et|ou|y|o|e)$/;

const isJoined = (word: StatementWord | undefined, before: StatementWord[]): boolean =>
  word?.isListed === true || before.some(({ folded }) => conjunction.test(folded));

/** Whether words are items of a list: short parts, none of which is a clause. */
function isList(words: StatementWord[]): boolean {
  if (words.some(({ kind }) => kind === "relation")) return false;
  let length = 0;
  return words.every((word) => {
    if (word.isListed || conjunction.test(word.folded)) length = 0;
    if (saysSomething(word)) length += 1;
    return length <= longestItem;
  });
}

/** What is left out behind the last word: it may not go on with the same phrase, nor limit what is said. */
function holdsTail(shown: StatementWord[], last: number): boolean {
  const rest = shown.slice(last + 1);
  const end = rest.findIndex(({ isParted }) => isParted);
  const tail = end === -1 ? rest : rest.slice(0, end);
  const [first] = tail;
  if (!first) return true;
  if (saysSomething(first) || alternative.test(first.folded)) return false;
  // "the members who voted" are not all members; "a member who voted" is a member.
  if (isRelative(first) && !isOneOfMany(shown.slice(0, last))) return false;
  return !tail.some(bounds) && !tail.some((_, index) => isScopeAt(tail, index));
}

const alternative = /^(?:or|oder|ou|o)$/;

/** Whether the last phrase has an indefinite article. */
const isOneOfMany = (words: StatementWord[]): boolean => {
  const word = words.findLast((each) => !saysSomething(each) && !conjunction.test(each.folded));
  return /^(?:an?|eine?[mnrs]?|une?)$/.test(word?.folded ?? "");
};

/** Relations by which who does what to whom, when or how much may change. "of", "in" and "that" mostly only join words. */
const strong =
  /^(?:be|by|to|from|with|without|before|after|over|under|above|below|than|against|between|since|until|during|beyond|behind|within|through|von|vom|durch|nach|vor|mit|gegen|seit|par|avec|contre|avant|apres|depuis|con|desde)$/;
const alike = new Map([["into", "to"]]);

function sameRelations(said: StatementWord[], shown: StatementWord[]): boolean {
  const [a, b] = [said, shown].map((words) => relationsOf(words));
  if (a === b) return true;
  // "hosts that are called nodes" are "hosts called nodes".
  const [c, d] = [said, shown].map((words) => relationsOf(words.filter((_, at) => !joinsClause(words, at))));
  return c === d;
}

const relationsOf = (words: StatementWord[]): string =>
  [...new Set(words.flatMap(({ kind, key }) => (kind === "relation" ? [alike.get(key) ?? key] : [])))]
    .filter((key) => strong.test(key))
    .sort()
    .join();

/** "There is" at the beginning, and "that are" behind what it adds to. */
const joinsClause = (words: StatementWord[], at: number): boolean => {
  const before = words[at - 1];
  return words[at]?.key === "be" && !!before && (isRelative(before) || before.folded === "there");
};
