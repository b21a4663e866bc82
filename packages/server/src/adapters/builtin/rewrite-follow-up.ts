import type { Turn } from "../../answering/conversation-store.ts";
import type { RewriteQuestion } from "../../answering/rewrite-question.ts";
import { languageOf } from "./function-words.ts";
import {
  askingPhrase,
  contentRuns,
  namesIn,
  type Phrase,
  replacePhrase,
  startsWithAuxiliary,
  timesIn,
} from "./question-phrases.ts";
import { borneOut, type FollowUp } from "./rewrite-follow-up-evidence.ts";
import { followUpIn, withoutMark } from "./rewrite-follow-up-languages.ts";

const opening = /^(?:(?:and|but|or|so|also|then|ok|okay|und|et|y|e|en)\b[\s,]*)+/i;
const about = /^(?:what|how)\s+about\s+/i;
/** "No, I mean the seals." */
const correcting =
  /^(?:(?:no|sorry|actually|rather)\b[,\s]+)*(?:i (?:mean|meant)\b[,\s]+|(?<=(?:no|sorry|actually|rather)\b[,\s]+))/i;
const again =
  /^(?:please\s+)?(?:tell me more|more(?: details?)?|go on|continue|explain(?: that| this| it)?|elaborate)\b[^\p{L}]*$/iu;
const preposition =
  /^(?:in|on|at|for|of|from|to|by|with|during|since|until|before|after|im|für|pour|para|nel|no|na|en)\s+/i;
const determiner = /^(?:the|a|an|our|your|their|this|that)\s+/i;
const maxFragmentWords = 8;

/**
 * Rewrites without a model. A question that needs the turn before it ("and in 2023?", "what about Spain?", "why?", "who
 * founded it?") is completed from that turn's question by replacing or adding words, where the sources bear it out. Any
 * other question comes back unchanged: it stands alone, or begins a new topic.
 */
export const rewriteFollowUp: RewriteQuestion = async (question, turns, { search }) => {
  const asked = question.trim();
  const previous = turns.at(-1);
  if (!previous) return asked;
  return (await borneOut(asked, followUp(asked, previous), search)) ?? asked;
};

function followUp(asked: string, previous: Turn): FollowUp {
  const before = withoutMark(previous.resolvedQuestion);
  const language = languageOf(`${before} ${asked}`);
  if (language !== null && language !== "en") return followUpIn(language, asked, before);
  const stripped = withoutMark(asked.replace(opening, ""));
  const completions = fragmentCompleted(asked, stripped, previous.resolvedQuestion);
  if (completions.length > 0) return { completions, refers: false };
  if (comparison.test(stripped)) return { completions: [`${stripped} (${saidIn(before)})?`], refers: true };
  return { completions: fillPronoun(stripped, previous), refers: true };
}

/** `stripped` is the question without "and" before it and its mark. None when it is a whole question. */
function fragmentCompleted(asked: string, stripped: string, previous: string): string[] {
  const before = withoutMark(previous);
  if (again.test(asked)) return [previous];
  if (bareAsking.test(stripped) || askingPhrase.exec(stripped)?.[0].length === stripped.length)
    return [askOtherwise(before, stripped)];
  const fragment = stripped.replace(correcting, "").replace(about, "");
  if (fragment !== stripped && isShort(fragment) && !asksItself(fragment))
    return putIn(before, fragment, "about");
  const opened = stripped !== withoutMark(asked);
  return isFragment(stripped, opened) ? putIn(before, stripped.replace(askingPhrase, "").trim(), "and") : [];
}

/** "Which is more important?", "which one is cheaper?" */
const comparison =
  /^which(?: ones?)?\s+(?:is|are|was|were)\s+(?:(?:the\s+)?(?:more|most|less|least)\s+\w+|(?:the\s+)?\w+(?:er|est))$/i;

const isShort = (text: string): boolean => text.split(/\s+/).length <= maxFragmentWords;
const asksItself = (text: string): boolean => askingPhrase.test(text) || startsWithAuxiliary.test(text);

/** "Why not?", "how fast?" */
const bareAsking = /^(?:why not|how \p{L}+)$/iu;

/** A fragment without a verb: a few words that neither ask nor state anything. */
function isFragment(text: string, opened: boolean): boolean {
  const words = text.split(/\s+/);
  if (!isShort(text) || startsWithAuxiliary.test(text)) return false;
  const asking = askingPhrase.exec(text);
  if (asking) return preposition.test(text.slice(asking[0].length).trimStart()) && words.length <= 5;
  if (opened) return true;
  return (
    preposition.test(text) && words.length <= 4 && (timesIn(text).length > 0 || namesIn(text).length > 0)
  );
}

/** "Why?" after "When did sales fall?" → "Why did sales fall?" */
function askOtherwise(before: string, asking: string): string {
  const rest = before.replace(askingPhrase, "").trim();
  const word = asking.charAt(0).toUpperCase() + asking.slice(1);
  return `${word} ${startsWithAuxiliary.test(rest) ? rest.charAt(0).toLowerCase() + rest.slice(1) : rest}?`;
}

/**
 * Replaces the comparable phrase of the question before by the fragment, or adds the fragment. Both, the likelier first,
 * when it is only guessed what to replace.
 */
function putIn(before: string, fragment: string, opened: "about" | "and"): string[] {
  const bare = fragment.replace(preposition, "");
  const isPlaced = fragment !== bare;
  const added = isPlaced ? `${before} ${fragment}?` : `${before} (${fragment})?`;
  const place = placeFor(before, bare, isPlaced, opened);
  if (!place) return [added];
  const ahead = before.slice(0, place.start);
  const by = /(?:the|a|an)\s+$/i.test(ahead) ? bare.replace(determiner, "") : bare;
  const replaced = `${replacePhrase(before, place, by)}?`;
  if (timesIn(bare).length > 0 || namesIn(bare).length > 0) return [replaced];
  const mayHoldVerb = /\s/.test(place.text) && hasAuxiliary.test(ahead) && place.end === before.length;
  return mayHoldVerb ? [added, replaced] : [replaced, added];
}

const hasAuxiliary = /\b(?:do|does|did|has|have|had|can|could|will|would|should|must|may)\b/i;

function placeFor(
  before: string,
  bare: string,
  placed: boolean,
  opened: "about" | "and",
): Phrase | undefined {
  if (timesIn(bare).length > 0) return timesIn(before).at(-1);
  if (namesIn(bare).length > 0) return namesIn(before).at(-1) ?? (placed ? undefined : subjectOf(before));
  if (placed) return undefined;
  const relation = /^(?:the|a|an)?\s*(?<head>[\p{L}\p{N} -]+?)\s+(?:of|for|from|in)\s+/iu;
  const start = /\b(?:is|was|are|were)\s+(?:the|a|an)?\s*/i.exec(before);
  if (opened === "and" && start && determiner.test(bare)) {
    const from = start.index + start[0].length;
    const head = relation.exec(before.slice(from))?.groups?.head;
    if (head !== undefined) return { text: head, start: from, end: from + head.length };
  }
  return subjectOf(before);
}

/** The topic of a question: its last name, otherwise its last noun phrase. A verb at the end does not count. */
function subjectOf(question: string): Phrase | undefined {
  const name = namesIn(question).at(-1);
  if (name) return name;
  const [run, ...others] = contentRuns(withoutTimes(question)).reverse();
  if (!run) return undefined;
  const acted =
    /\b(?:do|does|did|has|have|had|can|could|will|would|should|must)\s+(?:(?:the|a|an|our|your)\s+)?$/i;
  const words = run.text.split(/\s+/);
  const done = words.length > 1 && participle.test(run.text) && passive.test(question.slice(0, run.start));
  if (done || acted.test(question.slice(0, run.start))) {
    if (words.length === 1) return others[0] ?? run;
    const text = run.text.slice(0, run.text.lastIndexOf(words.at(-1) ?? "")).trimEnd();
    return { text, start: run.start, end: run.start + text.length };
  }
  return run;
}

const participle = /(?:ed|en|kept|held|paid|made|built|sold|sent|found|set|run)$/i;
const passive =
  /(?:^|\b(?:how|when|where|why)(?:\s+\w+)?\s+)(?:is|are|was|were)\s+(?:(?:the|a|an|our|your)\s+)?$/i;

/** Replaces years and months by spaces, which keeps the offsets. */
function withoutTimes(question: string): string {
  return timesIn(question).reduce(blank, question);
}

const blank = (text: string, phrase: Phrase): string =>
  replacePhrase(text, phrase, "\u0000".repeat(phrase.text.length));

const pronoun =
  /\b(?:(?<person>he|him|his|she|hers?)|(?<thing>it|its|they|them|theirs?)|(?<place>there)|ones?(?=$)|(?:this|that|these|those)(?=$|\s+(?:is|was|are|were|do|does|did|has|have|had|mean|happen|work|cost|take)))\b/i;
const impersonal =
  /\b(?:is|was)\s+it\s+\w+\s+(?:to|that|for|when|if)\b|\bit\s+(?:true|possible|necessary|important|required|allowed|take|cost|mean)\b.*\b(?:to|that)\b|\bis there\b|\bare there\b|\bwas there\b|\bwere there\b|\btime is it\b/i;
/** What stands before a pronoun in its own question, or in a sentence before, is what it means. */
const ownSubject = /\b(?:the|a|an|our|your|my|this|that|these|those)\s+[\p{L}\p{N}-]{3,}|[.?!;,]\s/iu;
/** A question that says more than this stands alone, whatever its pronoun means. */
const maxOwnRuns = 3;
const possessive = /^(?:its|his|hers?|theirs?)$/i;

/** The question with its pronoun replaced by what it may mean in the turn before. None when it needs no help. */
function fillPronoun(question: string, previous: Turn): string[] {
  const found = pronoun.exec(question);
  if (!found || impersonal.test(question)) return [];
  const ahead = question.slice(0, found.index);
  if (namesIn(ahead).length > 0 || ownSubject.test(ahead) || contentRuns(question).length > maxOwnRuns)
    return [];
  const owns = possessive.test(found[0]) && !/^her$/i.test(found[0]) ? true : followedByNoun(question, found);
  const phrase = { text: found[0], start: found.index, end: found.index + found[0].length };
  if (/^(?:this|that)$/i.test(found[0]))
    return [`${question} (${saidIn(withoutMark(previous.resolvedQuestion))})?`];
  return antecedents(previous, found).map((text) => {
    const meant = /^\p{Ll}/u.test(text) ? `the ${text}` : text;
    const inPlace = found.groups?.place === undefined ? meant : `in ${meant}`;
    return `${replacePhrase(question, phrase, owns ? `${meant}'s` : inPlace)}?`;
  });
}

/** What "that" stands for: a question without its asking words and auxiliary. */
const saidIn = (question: string): string =>
  question
    .replace(correcting, "")
    .replace(askingPhrase, "")
    .replace(/^['’]s\b/, "")
    .trim()
    .replace(startsWithAuxiliary, "")
    .trim();

/** "her name", but not "did they find her". */
const followedByNoun = (question: string, found: RegExpExecArray): boolean =>
  /^her$/i.test(found[0]) && /^\s+\p{L}/u.test(question.slice(found.index + found[0].length));

/**
 * What a pronoun may mean, most likely first. When the question before asked for a person or thing that the answer named,
 * it is that one. Otherwise it is the question's own subject, or another of its phrases of the same number.
 */
function antecedents(previous: Turn, { 0: word, groups }: RegExpExecArray): string[] {
  const before = withoutMark(previous.resolvedQuestion);
  const own = namesIn(before);
  const asksForName = /^(?:who|whom|which|what\s+(?:is|was)\s+the)\b/i.test(before);
  if (asksForName && (groups?.person !== undefined || own.length === 0)) {
    const known = new Set(own.map((phrase) => phrase.text));
    const named = namesIn(previous.answer).find((phrase) => !known.has(phrase.text));
    if (named) return [named.text];
  }
  const name = own.at(-1)?.text;
  if (name !== undefined && groups?.person !== undefined) return [name];
  const nouns = nounPhrases(before).filter((text) => isPlural(text) === meansSeveral.test(word));
  const subject = subjectOf(before)?.text;
  return [...new Set([name, ...nouns, subject].filter((text) => text !== undefined))];
}

const meansSeveral = /^(?:they|them|theirs?|these|those)$/i;
/** Told by the first word before "of" or "for": "samples of water" are several, "the price of pumps" is one. */
const isPlural = (phrase: string): boolean =>
  /[^su]s$|(?:people|children|men|women)$/i.test(phrase.replace(joining, ""));
const joining = /\s+(?:of|for)\s.*$/i;

/** The noun phrases of a question, last first: "deposit for damage", "great room". A plural ends at its noun. */
function nounPhrases(question: string): string[] {
  const asking = askingPhrase.exec(question)?.[0] ?? "";
  const rest = blank(withoutTimes(question), { text: asking, start: 0, end: asking.length });
  const runs = contentRuns(rest);
  const phrases = runs.map((run) => {
    const words = run.text.split(/\s+/);
    const plural = words.findLastIndex((word, index) => index < words.length - 1 && isPlural(word));
    return { ...run, text: plural < 0 ? run.text : words.slice(0, plural + 1).join(" ") };
  });
  for (let index = phrases.length - 2; index >= 0; index--) {
    const [head, next] = [phrases[index], phrases[index + 1]];
    if (
      !head ||
      !next ||
      !/^\s+(?:of|for)\s+(?:(?:the|a|an|our|your)\s+)?$/i.test(question.slice(head.end, next.start))
    )
      continue;
    phrases.splice(index, 2, {
      text: question.slice(head.start, next.end),
      start: head.start,
      end: next.end,
    });
  }
  return phrases.map(({ text }) => text).reverse();
}
