import {
  askingPhrase,
  contentRuns,
  namesIn,
  type Phrase,
  replacePhrase,
  timesIn,
} from "./question-phrases.ts";

/** The topic of a question: its last name, otherwise its last noun phrase. A verb at the end does not count. */
export function subjectOf(question: string): Phrase | undefined {
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

/** Told by the first word before "of" or "for": "samples of water" are several, "the price of pumps" is one. */
export const isPlural = (phrase: string): boolean =>
  /[^su]s$|(?:people|children|men|women)$/i.test(phrase.replace(joining, ""));
const joining = /\s+(?:of|for)\s.*$/i;

/** The noun phrases of a question, last first: "deposit for damage", "great room". A plural ends at its noun. */
export function nounPhrases(question: string): string[] {
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
