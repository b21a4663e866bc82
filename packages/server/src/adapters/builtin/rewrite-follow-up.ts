import type { Turn } from "../../answering/conversation-store.ts";
import type { RewriteQuestion } from "../../answering/rewrite-question.ts";
import { languageOf } from "../../text/detect-language.ts";
import { isAnyFunctionWord } from "../../text/function-words.ts";
import { tokenise } from "../../text/terms.ts";
import {
  article,
  askingWords,
  asksAgain,
  bareAsking,
  impersonal,
  opening,
  pronoun,
} from "./follow-up-words.ts";
import { namesIn, replacePhrase, timesIn } from "./question-phrases.ts";
import { borneOut, type FollowUp } from "./rewrite-follow-up-evidence.ts";

/** Longer questions stand alone, whatever they begin with. */
const maxFragmentWords = 5;
/** A question that says more than this stands alone, whatever its pronoun means. */
const maxOwnWords = 3;

/**
 * Rewrites without a model. A question that needs the turn before it ("and in 2023?", "what about Spain?", "why?", "who
 * founded it?") is completed by the words of that turn's question in brackets, or that question's year, name or last part is
 * replaced, where the sources bear it out. Any other question comes back unchanged: it stands alone, or begins a new topic.
 */
export const rewriteFollowUp: RewriteQuestion = async (question, turns, { search }) => {
  const asked = question.trim();
  const previous = turns.at(-1);
  if (!previous) return asked;
  return (await borneOut(asked, followUp(asked, previous), search)) ?? asked;
};

function followUp(asked: string, { resolvedQuestion, answer }: Turn): FollowUp {
  const before = withoutMark(resolvedQuestion);
  const bare = withoutMark(asked.replace(opening, ""));
  const isOpened = bare.length < withoutMark(asked).length;
  const words = bare.split(/\s+/).length;
  if (asksAgain.test(bare)) return { completions: [resolvedQuestion], refers: false };
  if (refersBack(bare)) {
    const named = namesIn(answer).find(({ text }) => !before.includes(text))?.text;
    const topics = [topicOf(before), ...(askingWords.test(before) && named ? [named] : [])];
    return { completions: topics.map((topic) => `${bare} (${topic})?`), refers: true };
  }
  const isFragment =
    (isOpened && words <= maxFragmentWords) || bareAsking.test(bare) || saysTime(bare, words);
  if (!isFragment) return { completions: [], refers: false };
  const replaced = replacedIn(before, bare);
  return {
    completions: [...(replaced ? [`${replaced}?`] : []), `${bare} (${topicOf(before)})?`],
    refers: false,
  };
}

/** Whether a word stands for something said before. What is named before it, it stands for. */
function refersBack(question: string): boolean {
  const at = impersonal.test(question) ? -1 : question.search(pronoun);
  return (
    at >= 0 &&
    topicOf(question).split(" ").length <= maxOwnWords &&
    (languageOf(question) === "de" ||
      !namesIn(question.slice(0, at)).some(({ start }) => /\p{L}/u.test(question.slice(0, start))))
  );
}

/** The question before with the year, the name, or what is behind the same preposition, of the one asked now. */
function replacedIn(before: string, fragment: string): string | undefined {
  // In German all nouns have capitals.
  for (const phrasesIn of languageOf(before) === "de" ? [timesIn] : [timesIn, namesIn]) {
    const [old, now] = [phrasesIn(before).at(-1), phrasesIn(fragment).at(-1)];
    if (old && now) return replacePhrase(before, old, now.text);
  }
  const [start = ""] = fragment.split(/\s+/, 1);
  const at = before.toLowerCase().lastIndexOf(` ${start.toLowerCase()} `);
  const isPlaced = at > 0 && !article.test(start) && before.slice(at).split(/\s+/).length <= maxPlaced;
  return isPlaced ? `${before.slice(0, at)} ${fragment}` : undefined;
}

/** A preposition with its noun, an article and an adjective; the first is the space before. */
const maxPlaced = 5;

/** "In 2023?" */
const saysTime = (text: string, words: number): boolean => words <= 3 && timesIn(text).length > 0;

/** The words of a question that carry its subject. */
const topicOf = (question: string): string =>
  tokenise(question)
    .filter(({ text }) => !isAnyFunctionWord(text) && !quantity.test(text))
    .map(({ start, end }) => question.slice(start, end))
    .join(" ");

const quantity = /^(?:many|much|long|often)$/;

const withoutMark = (question: string): string => question.trim().replace(/[\s?!.…。？]+$/u, "");
