import type { Turn } from "../../answering/conversation-store.ts";
import {
  askingPhrase,
  contentRuns,
  namesIn,
  replacePhrase,
  startsWithAuxiliary,
} from "./question-phrases.ts";
import { withoutMark } from "./rewrite-follow-up-languages.ts";
import { isPlural, nounPhrases, subjectOf } from "./rewrite-follow-up-topic.ts";

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
export function fillPronoun(question: string, previous: Turn): string[] {
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

/** "her name", but not "did they find her". */
const followedByNoun = (question: string, found: RegExpExecArray): boolean =>
  /^her$/i.test(found[0]) && /^\s+\p{L}/u.test(question.slice(found.index + found[0].length));

/**
 * What a pronoun may mean, most likely first. When the question before asked for a person or thing that the answer named,
 * it is that one. Otherwise it is the question's own subject, or another of its phrases of the same number. After "who",
 * "it" hardly means the one who was named, but may: a firm is named so, too.
 */
function antecedents(previous: Turn, { 0: word, groups }: RegExpExecArray): string[] {
  const before = withoutMark(previous.resolvedQuestion);
  const own = namesIn(before);
  let whoever: string | undefined;
  const asksForName = /^(?:who|whom|which|what\s+(?:is|was)\s+the)\b/i.test(before);
  if (asksForName && (groups?.person !== undefined || own.length === 0)) {
    const known = new Set(own.map((phrase) => phrase.text));
    const named = namesIn(previous.answer).find((phrase) => !known.has(phrase.text));
    if (named && (groups?.thing === undefined || !/^who/i.test(before))) return [named.text];
    whoever = named?.text;
  }
  const name = own.at(-1)?.text;
  if (name !== undefined && groups?.person !== undefined) return [name];
  const nouns = nounPhrases(before).filter((text) => isPlural(text) === meansSeveral.test(word));
  const subject = subjectOf(before)?.text;
  return [...new Set([name, ...nouns, whoever, subject].filter((text) => text !== undefined))];
}

const meansSeveral = /^(?:they|them|theirs?|these|those)$/i;

/** What "that" stands for: a question without its asking words and auxiliary. */
export const saidIn = (question: string): string =>
  question
    .replace(correcting, "")
    .replace(askingPhrase, "")
    .replace(/^['’]s\b/, "")
    .trim()
    .replace(startsWithAuxiliary, "")
    .trim();

/** "No, I mean the seals." */
export const correcting = /^(?:(?:no|sorry|actually)(?:,\s*|\s+(?=i mean)))*(?:i mean(?:t)?\b[,\s]+)?/i;
