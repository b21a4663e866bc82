import type { NumberFact } from "./number-facts.ts";
import { type StatementWord, saysSomething } from "./statement-words.ts";

/** How a number follows from others. `text` is the calculation as it is shown: "620 − 500 = 120". */
export type Calculation = { text: string; operation: Operation; falls?: boolean };

type Operation = "sum" | "difference" | "product" | "share" | "ratio" | "part";

const rises =
  /\b(?:more|rose|rises?|risen|grew|grow[ns]?|increas\w*|gain\w*|added?|additional|took on|higher|up|mehr|stieg\w*|gestiegen)\b/iu;
const falls =
  /\b(?:fewer|less|fell|falls?|fallen|drop\w*|decreas\w*|declin\w*|lost|loses?|lower|down|shrank|shrunk|weniger|sank|gesunken)\b/iu;

/** Words of a statement that ask for an operation. Without one of them a fitting result may be chance. */
const cues: Record<Operation, RegExp> = {
  sum: /\b(?:total\w*|sum|together|combined|whole|altogether|overall|in all|insgesamt|zusammen|gesamt\w*|ensemble|juntos)\b/iu,
  difference: new RegExp(
    [
      /\b(?:differ\w*|gap|margin|remain\w*|older|younger|longer|shorter|later|earlier|age[d]?|lasted|existed|lived|years?|saved?)\b/u,
      /\b(?:mehr|weniger|unterschied|übrig|dauerte|jahre|plus|moins|écart|ans|más|menos|años)\b/u,
      rises,
      falls,
    ]
      .map(({ source }) => source)
      .join("|"),
    "iu",
  ),
  product:
    /\b(?:costs?|total\w*|altogether|in all|whole|amounts?|sum|pays?|kostet|insgesamt|coûte|cuesta)\b/iu,
  share: /(?:%|\bper ?cent|\bprozent)/iu,
  ratio: /\b(?:times|\w+fold|multipl\w*|ratio|doubl\w*|tripl\w*|twice|each|average|half|mal|fois|veces)\b/iu,
  part: /\b(?:off|pays?|costs?|price|discount|reduced|tax|save[sd]?|gets?|rabatt|kostet)\b/iu,
};
/** More numbers than this make every result possible. */
const maxNumbers = 6;
/** How a number that is said follows from numbers of the evidence by one step of arithmetic; undefined if it does not. */
export function calculationOf(
  said: NumberFact,
  statement: string,
  shown: NumberFact[],
): Calculation | undefined {
  const numbers = distinct(shown);
  if (shown.length < 2 || numbers.length > maxNumbers || of(said) < 0) return undefined;
  const hasKind = numbers.some(({ currency, unit }) =>
    said.currency === "" ? said.unit === "" || unit === said.unit : currency === said.currency,
  );
  if (!hasKind && !(said.unit === "year" && numbers.some(({ isYear }) => isYear))) return undefined;
  for (const found of candidates(numbers, shown)) {
    const isResult = said.values.some((value) => Math.abs(value - found.value) <= rounding(value));
    if (!isResult || said.percent !== (found.percent ?? false) || !cues[found.operation].test(statement))
      continue;
    return { ...found, text: `${found.text} = ${written(found.value)}${found.percent ? " %" : ""}` };
  }
  return undefined;
}

const multiplies = /\b(?:multipl\w*|times|\w+fold|doubl\w*|tripl\w*|mal|fois|veces)\b/iu;

/**
 * Whether a number that no calculation gives can only be a wrong result: a span of years where the evidence has two years
 * and no span, or a multiple of the only two values.
 */
export function isMiscalculated(said: NumberFact, statement: string, shown: NumberFact[]): boolean {
  const numbers = distinct(shown);
  const years = numbers.filter(({ isYear }) => isYear);
  if (said.unit === "year") return years.length === 2 && !numbers.some(({ unit }) => unit === "year");
  const values = numbers.filter(({ isYear }) => !isYear);
  const [one, other] = values;
  if (said.unit !== "" || said.percent || said.currency !== "" || !multiplies.test(statement)) return false;
  return values.length === 2 && !!one && !!other && areAlike(one, other);
}

/** Whether a statement says that a value rose where it fell, or the other way round. */
export const isReversed = (statement: string, { operation, falls: fell }: Calculation): boolean =>
  operation === "difference" &&
  fell !== undefined &&
  (fell ? rises : falls).test(statement) &&
  !(fell ? falls : rises).test(statement);

type Candidate = Calculation & { value: number; percent?: boolean };

function* candidates(numbers: NumberFact[], all: NumberFact[]): Generator<Candidate> {
  const plain = numbers.filter(({ percent }) => !percent);
  const values = plain.filter(({ isYear }) => !isYear);
  const years = plain.filter(({ isYear }) => isYear);
  const [a, b] = years.length === 2 ? years : [];
  if (a && b) yield { ...difference(a, b), text: `${Math.max(of(a), of(b))} − ${Math.min(of(a), of(b))}` };
  for (const [index, one] of values.entries())
    for (const other of values.slice(index + 1)) {
      if (areAlike(one, other)) {
        const change = difference(one, other);
        yield change;
        yield {
          operation: "share",
          percent: true,
          value: (100 * change.value) / of(one),
          text: `(${written(of(other))} − ${written(of(one))}) ÷ ${written(of(one))}`,
        };
        yield {
          operation: "ratio",
          value: of(other) / of(one),
          text: `${written(of(other))} ÷ ${written(of(one))}`,
        };
        yield {
          operation: "ratio",
          value: of(one) / of(other),
          text: `${written(of(one))} ÷ ${written(of(other))}`,
        };
        yield {
          operation: "share",
          percent: true,
          value: (100 * of(other)) / of(one),
          text: `${written(of(other))} ÷ ${written(of(one))}`,
        };
        yield {
          operation: "share",
          percent: true,
          value: (100 * of(one)) / of(other),
          text: `${written(of(one))} ÷ ${written(of(other))}`,
        };
      } else
        yield {
          operation: "product",
          value: of(one) * of(other),
          text: `${written(of(one))} × ${written(of(other))}`,
        };
    }
  // Equal amounts are added up as well.
  const [first] = values;
  const alike = all.filter(
    (each) => first && !each.isYear && !each.ordinal && !each.percent && areAlike(each, first),
  );
  if (alike.length >= 2)
    yield {
      operation: "sum",
      value: alike.reduce((sum, each) => sum + of(each), 0),
      text: alike.map((each) => written(of(each))).join(" + "),
    };
  for (const rate of numbers.filter(({ percent }) => percent))
    for (const whole of values) {
      const [share, all] = [of(rate) / 100, of(whole)];
      const [p, w] = [`${written(of(rate))} %`, written(all)];
      yield { operation: "part", value: all * (1 - share), text: `${w} − ${p}` };
      yield { operation: "part", value: all * share, text: `${p} × ${w}` };
      yield { operation: "part", value: all * (1 + share), text: `${w} + ${p}` };
    }
}

const difference = (one: NumberFact, other: NumberFact): Candidate => ({
  operation: "difference",
  value: Math.abs(of(other) - of(one)),
  falls: of(other) < of(one),
  text: `${written(Math.max(of(one), of(other)))} − ${written(Math.min(of(one), of(other)))}`,
});

const of = ({ values: [value = 0] }: NumberFact): number => value;

/** The unit may be said once: "59 points, the south branch 63". */
const areAlike = (a: NumberFact, b: NumberFact): boolean =>
  isBare(a) || isBare(b) || (a.currency === b.currency && a.unit === b.unit);

const isBare = ({ currency, unit }: NumberFact): boolean => currency === "" && unit === "";
/** Each number once. A place among others is not a quantity. */
const distinct = (all: NumberFact[]): NumberFact[] => {
  const numbers = all.filter(({ ordinal }) => !ordinal);
  return numbers.filter(
    (each, index) =>
      numbers.findIndex(
        (other) => of(other) === of(each) && other.unit === each.unit && other.percent === each.percent,
      ) === index,
  );
};

/** A result may be rounded to the digits that it shows. */
const rounding = (value: number): number => {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  return decimals > 0 ? 0.5 * 10 ** -decimals : 1e-6 * Math.max(1, Math.abs(value));
};

const written = (value: number): string => String(Number(value.toPrecision(10)));

const comparison =
  /\b(?:higher|more|larger|greater|bigger|better|older|longer|taller|faster|heavier|above|lower|less|fewer|smaller|worse|younger|shorter|slower|lighter|below)\b/iu;
const lesser = /^(?:lower|less|fewer|smaller|worse|younger|shorter|slower|lighter|below)$/iu;

/**
 * Whether a comparison of two things ("the south scored higher than the north") agrees with the numbers that the evidence
 * says of them. Undefined when it compares no two things of which the evidence says a number each.
 */
export function comparisonHolds(
  said: StatementWord[],
  shown: StatementWord[],
): { holds: boolean; text: string } | undefined {
  const cue = said.findIndex(({ folded }) => comparison.test(folded));
  const than = said.findIndex(({ folded }, index) => index > cue && /^(?:than|als|que|di)$/.test(folded));
  if (cue === -1 || than === -1) return undefined;
  const keys = (words: StatementWord[]) => new Set(words.filter(saysSomething).map(({ key }) => key));
  // The verb before the comparison is said of both: "the south scored higher than the north".
  const subject = said.slice(0, Math.max(1, said[cue - 1]?.kind === "word" ? cue - 1 : cue));
  const [left, right] = [keys(subject), keys(said.slice(than + 1))];
  const number = (own: Set<string>, others: Set<string>) => numberOf(shown, own, others);
  const [one, other] = [number(left, right), number(right, left)];
  if (one === undefined || other === undefined || one === other) return undefined;
  const isLess = lesser.test(said[cue]?.folded ?? "");
  return {
    holds: isLess ? one < other : one > other,
    text: `${written(one)} ${one > other ? ">" : "<"} ${written(other)}`,
  };
}

/** The first number behind a word that only one of the two has, and before one of the other. */
function numberOf(shown: StatementWord[], own: Set<string>, others: Set<string>): number | undefined {
  const only = (word: StatementWord, keys: Set<string>, not: Set<string>) =>
    keys.has(word.key) && !not.has(word.key);
  const places = shown.flatMap((word, index) => (only(word, own, others) ? [index] : []));
  const values = new Set<number>();
  for (const place of places)
    for (const word of shown.slice(place + 1)) {
      if (only(word, others, own)) break;
      if (!word.fact || word.fact.isYear) continue;
      values.add(of(word.fact));
      break;
    }
  return values.size === 1 ? [...values][0] : undefined;
}
