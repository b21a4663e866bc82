import type { Turn } from "../../answering/conversation-store.ts";
import type { RewriteQuestion } from "../../answering/rewrite-question.ts";
import { languageOf } from "../../text/detect-language.ts";
import {
  askingPhrase,
  namesIn,
  type Phrase,
  replacePhrase,
  startsWithAuxiliary,
  timesIn,
} from "./question-phrases.ts";
import { borneOut, type FollowUp } from "./rewrite-follow-up-evidence.ts";
import { followUpIn, withoutMark } from "./rewrite-follow-up-languages.ts";
import { correcting, fillPronoun, saidIn } from "./rewrite-follow-up-pronoun.ts";
import { subjectOf } from "./rewrite-follow-up-topic.ts";

const opening = /^(?:(?:and|but|or|so|also|then|ok|okay|und|et|y|e|en)\b[\s,]*)+/i;
const about = /^(?:what|how)\s+about\s+/i;
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
  if (!place) return samePlace(before, fragment) ?? [added];
  const ahead = before.slice(0, place.start);
  const by = /(?:the|a|an)\s+$/i.test(ahead) ? bare.replace(determiner, "") : bare;
  const replaced = `${replacePhrase(before, place, by)}?`;
  if (timesIn(bare).length > 0 || namesIn(bare).length > 0) return [replaced];
  const mayHoldVerb = /\s/.test(place.text) && hasAuxiliary.test(ahead) && place.end === before.length;
  return mayHoldVerb ? [added, replaced] : [replaced, added];
}

/** "for lead" takes the place of "for nitrate" at the end of the question before. */
function samePlace(before: string, fragment: string): string[] | null {
  const start = fragment.split(/\s+/, 1)[0] ?? "";
  const at = before.toLowerCase().lastIndexOf(` ${start.toLowerCase()} `);
  const isPlaced = at > 0 && preposition.test(fragment) && before.slice(at).split(/\s+/).length <= maxPlaced;
  return isPlaced ? [`${before.slice(0, at)} ${fragment}?`, `${before} ${fragment}?`] : null;
}

/** A preposition with its noun, an article and an adjective; the first is the space before. */
const maxPlaced = 5;

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
