import type { SeededRandom } from "../support/seeded-random.ts";

/** A sentence with what is around it. */
export type Source = {
  sentence: string;
  /** Other sentences of its passage. */
  others: string[];
  /** Sentences of another document. */
  foreign: string[];
};

/** Changes a true sentence into a false one. Undefined where the sentence gives no hold for it. */
export type Forgery = (source: Source, random: SeededRandom) => string | undefined;

const figures = /\d+(?:[.,]\d+)*/g;
const swapped =
  (pairs: [RegExp, string][]): Forgery =>
  ({ sentence }, random) => {
    const able = pairs.filter(([pattern]) => pattern.test(sentence));
    if (able.length === 0) return undefined;
    const [pattern, other] = random.pick(able);
    return sentence.replace(pattern, other);
  };
const both = (a: string, b: string): [RegExp, string][] => [
  [new RegExp(`\\b${a}\\b`), b],
  [new RegExp(`\\b${b}\\b`), a],
];
const replaceOne = (
  text: string,
  pattern: RegExp,
  change: (found: string) => string,
  random: SeededRandom,
) => {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return undefined;
  const { index, 0: old } = random.pick(found);
  return text.slice(0, index) + change(old) + text.slice(index + old.length);
};
const names = (text: string): string[] =>
  [...text.matchAll(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}+)*/gu)].map(([name]) => name);
const auxiliary = /\b(is|are|was|were|has|have|had|can|could|will|would|must|should|may|does|did)\b/;
const words = (text: string) => text.split(/\s+/);

export const forgeries: Record<string, Forgery> = {
  "number changed by one": ({ sentence }, random) =>
    replaceOne(
      sentence,
      figures,
      (number) => number.replace(/\d(?!.*\d)/, (digit) => String((Number(digit) + 1) % 10)),
      random,
    ),
  "digits of a number transposed": ({ sentence }, random) =>
    replaceOne(sentence, /\d{2,}/g, (number) => [...number].reverse().join(""), random),
  "decimal point moved": ({ sentence }, random) =>
    replaceOne(
      sentence,
      /\d+\.\d+|\d{2,}/g,
      (number) => {
        const moved = `${number.replace(".", "").slice(0, 1)}.${number.replace(".", "").slice(1)}0`;
        // 1.40 is 1.4.
        return Number(moved) === Number(number) ? number : moved;
      },
      random,
    ),
  "sign added to a number": ({ sentence }, random) =>
    replaceOne(sentence, /(?<=\s)\d+(?:[.,]\d+)*/g, (number) => `-${number}`, random),
  // "21% percent" is true where the text says "21 percent".
  "percent sign added or lost": ({ sentence }, random) =>
    /\d\s?%/.test(sentence)
      ? sentence.replace(/(\d)\s?%/, "$1")
      : replaceOne(sentence, /\d+(?=\s)(?!\sper\s?cent)/g, (number) => `${number}%`, random),
  "scale changed": swapped([
    ...both("million", "billion"),
    ...both("thousand", "million"),
    [/\b(\d[\d.,]*)(?=\s\p{Ll})/u, "$1 million"],
  ]),
  "unit changed": swapped([
    ...both("years", "months"),
    ...both("days", "weeks"),
    ...both("miles", "kilometres"),
    ...both("feet", "metres"),
    ...both("dollars", "euros"),
    ...both("hours", "minutes"),
    ...both("century", "decade"),
    ...both("km", "mi"),
    ...both("degrees", "radians"),
    [/\$(?=\d)/, "€"],
    [/%/, " points"],
  ]),
  "not inserted": ({ sentence }) =>
    auxiliary.test(sentence) ? sentence.replace(auxiliary, "$1 not") : undefined,
  "never inserted": ({ sentence }) =>
    / (\p{Ll}+ed) /u.test(sentence) ? sentence.replace(/ (\p{Ll}+ed) /u, " never $1 ") : undefined,
  "negation removed": ({ sentence }) =>
    /\b(not|never|no|without|none|neither)\b|n't\b/.test(sentence)
      ? sentence.replace(/ (?:not|never|no|none|neither)\b|n't\b|\bwithout\b/, (found) =>
          found === "without" ? "with" : "",
        )
      : undefined,
  "year shifted": ({ sentence }, random) =>
    replaceOne(
      sentence,
      /\b1[5-9]\d\d\b|\b20[0-2]\d\b/g,
      (year) => String(Number(year) + random.pick([-10, -1, 1, 10, 100])),
      random,
    ),
  "month changed": ({ sentence }, random) => {
    const months =
      "January February March April May June July August September October November December".split(" ");
    const there = months.filter((month) => new RegExp(`\\b${month}\\b`).test(sentence));
    if (there.length === 0) return undefined;
    const old = random.pick(there);
    return sentence.replace(old, random.pick(months.filter((month) => month !== old)));
  },
  "name of another sentence put in": ({ sentence, others }, random) => {
    const own = names(sentence);
    const other = others.flatMap(names).filter((name) => !sentence.includes(name));
    return own.length === 0 || other.length === 0
      ? undefined
      : sentence.replace(random.pick(own), random.pick(other));
  },
  "name of another document put in": ({ sentence, foreign }, random) => {
    const own = names(sentence);
    const other = foreign.flatMap(names).filter((name) => !sentence.includes(name));
    return own.length === 0 || other.length === 0
      ? undefined
      : sentence.replace(random.pick(own), random.pick(other));
  },
  "two names of the sentence swapped": ({ sentence }) => {
    const [a, b] = [...new Set(names(sentence))];
    if (!a || !b || a.includes(b) || b.includes(a)) return undefined;
    return sentence.replace(a, "\u0001").replace(b, a).replace("\u0001", b);
  },
  "two numbers of the sentence swapped": ({ sentence }) => {
    const [a, b] = [...new Set(sentence.match(figures) ?? [])];
    if (!a || !b || a.includes(b) || b.includes(a)) return undefined;
    return sentence.replace(a, "\u0001").replace(b, a).replace("\u0001", b);
  },
  "opposite word": swapped(
    [
      ["first", "last"],
      ["before", "after"],
      ["more", "less"],
      ["most", "least"],
      ["increased", "decreased"],
      ["increase", "decrease"],
      ["high", "low"],
      ["higher", "lower"],
      ["north", "south"],
      ["east", "west"],
      ["all", "some"],
      ["above", "below"],
      ["won", "lost"],
      ["large", "small"],
      ["early", "late"],
      ["始", "終"],
    ].flatMap(([a = "", b = ""]) => both(a, b)),
  ),
  "weaker or stronger verb": swapped([
    ...both("must", "may"),
    ...both("can", "must"),
    ...both("will", "might"),
    ...both("often", "always"),
    ...both("usually", "rarely"),
    ...both("only", "also"),
  ]),
  "halves of two sentences spliced": ({ sentence, others }, random) => {
    if (others.length === 0) return undefined;
    const [head, tail] = [words(sentence), words(random.pick(others))];
    if (head.length < 6 || tail.length < 6) return undefined;
    return [...head.slice(0, head.length >> 1), ...tail.slice(tail.length >> 1)].join(" ");
  },
  "sentence joined to half of another by a comma": ({ sentence, others }, random) => {
    if (others.length === 0) return undefined;
    const tail = words(random.pick(others));
    return tail.length < 6
      ? undefined
      : `${sentence.replace(/[.!?]\W*$/, "")}, and ${tail.slice(tail.length >> 1).join(" ")}`;
  },
  "halves from two documents spliced": ({ sentence, foreign }, random) => {
    const [head, tail] = [words(sentence), words(random.pick(foreign))];
    if (head.length < 6 || tail.length < 6) return undefined;
    return [...head.slice(0, head.length >> 1), ...tail.slice(tail.length >> 1)].join(" ");
  },
  "middle of the sentence left out": ({ sentence }) => {
    const all = words(sentence);
    return all.length < 12 ? undefined : [...all.slice(0, 4), ...all.slice(-5)].join(" ");
  },
  "denial or condition cut off": ({ sentence }) => {
    const cut = /^(?:.*?\b(?:not that|if|unless|although|except|denied|claimed|false) )(.{30,})$/i.exec(
      sentence,
    )?.[1];
    return cut && cut !== sentence ? cut.charAt(0).toUpperCase() + cut.slice(1) : undefined;
  },
  "subject cut off": ({ sentence }, random) => {
    const all = words(sentence);
    if (all.length < 12) return undefined;
    const cut = 2 + random.below(all.length - 8);
    return /[\p{Ll}]$/u.test(all[cut - 1] ?? "") && /^\p{L}+$/u.test(all[cut] ?? "")
      ? all.slice(cut).join(" ")
      : undefined;
  },
  "clause invented": ({ sentence }, random) =>
    `${sentence.replace(/[.!?]\W*$/, "")}, ${random.pick(["which cost 12 million dollars", "as Professor Hartwell showed in 1987", "although this was never confirmed", "the largest in the world"])}.`,
  "sentence invented in its style": ({ sentence, foreign }, random) => {
    const subject = words(sentence).slice(0, 3).join(" ");
    return `${subject} ${words(random.pick(foreign)).slice(3).join(" ")}`;
  },
  "question made a statement": ({ sentence }) =>
    /\?\W*$/.test(sentence) ? sentence.replace(/\?(\W*)$/, ".$1") : undefined,
};
