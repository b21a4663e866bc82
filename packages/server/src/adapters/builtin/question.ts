import { stem } from "../../text/stem.ts";
import { isStopWord, tokenise } from "../../text/terms.ts";
import type { AnswerShape } from "./answer-shapes.ts";
import { isForeignFunctionWord, unspacedAsking } from "./function-words.ts";

export type QuestionTerm = {
  stem: string;
  /** Its weight. Words that only name the kind of answer weigh less. */
  share: number;
  /** Whether it is a name or number. An answer about another one is not an answer. */
  named: boolean;
};

export type QuestionKind = "fact" | "definition" | "explanation" | "list" | "open";

export type Question = {
  text: string;
  kind: QuestionKind;
  /** The shape that the answer must have; null when the question does not say. */
  shape: AnswerShape | null;
  /** In the order of the question, each once. */
  terms: QuestionTerm[];
  /** The term that a definition is asked for: its stems in order. */
  subject: string[];
};

type Rule = { pattern: RegExp; kind: QuestionKind; shape: AnswerShape | null };

/** The first that matches decides. */
const rules: Rule[] = [
  {
    pattern:
      /\bhow (?:many|often|old|big|large|tall|high|deep|wide|heavy|far|fast)\b|\bwhat (?:number|count|age|size|weight|height|population|quantity)\b/i,
    kind: "fact",
    shape: "number",
  },
  {
    pattern: /\b(?:how much|what|which)\b.{0,30}\b(?:percent|percentage|rate)\b/i,
    kind: "fact",
    shape: "percentage",
  },
  {
    pattern:
      /\bhow much\b.{0,60}\b(?:cost|costs|pay|paid|charged?|owed?|money|worth|spen[dt]|earn(?:ed|s)?|due|price|fee|invoice|total|budget)\b|\bwhat\b.{0,30}\b(?:price|cost|fee|salary|revenue|amount|balance|total|subtotal|vat)\b/i,
    kind: "fact",
    shape: "money",
  },
  { pattern: /\bhow much\b/i, kind: "fact", shape: "number" },
  { pattern: /\bhow long\b|\bwhat (?:is the )?(?:duration|period)\b/i, kind: "fact", shape: "duration" },
  {
    pattern:
      /\bwhen\b|\b(?:what|which) (?:\w+ )?(?:year|date|day|month|century|decade|time|deadline)\b|\bwhat (?:is|was) (?:the |its |our )?(?:\w+ )?(?:year|date|day|month|deadline)\b|\bsince when\b/i,
    kind: "fact",
    shape: "date",
  },
  {
    pattern:
      /\bwhere\b|\b(?:what|which) (?:\w+ )?(?:country|countries|city|cities|place|location|region|state|town|village|continent|island|address)\b/i,
    kind: "fact",
    shape: "place",
  },
  {
    pattern:
      /^(?:who|what) (?:is|are|was|were) (?:a |an |the )?(?:meant by )?[\p{L}\p{N}' -]{2,60}\??$|^define\b|\bdefinition of\b|\bwhat does .+ (?:mean|stand for)\b|\bwhat is meant by\b/iu,
    kind: "definition",
    shape: null,
  },
  { pattern: /\b(?:who|whom|whose)\b/i, kind: "fact", shape: "person" },
  {
    pattern: /\b(?:why|how come|what (?:was|is) the (?:reason|cause|purpose))\b|^how\b|\bin what way\b/i,
    kind: "explanation",
    shape: null,
  },
  {
    pattern: /^(?:list|name all|give me all|enumerate)\b|\b(?:what|which) are\b/i,
    kind: "list",
    shape: null,
  },
  { pattern: /\b(?:what|which)\b/i, kind: "fact", shape: null },
  {
    pattern: /^(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|must)\b/i,
    kind: "fact",
    shape: null,
  },
];

/** Nouns that name the kind of answer, and verbs without content. Documents seldom repeat them. */
const weak = new Set(
  `year date day month century decade time country city place location region state number amount kind type sort name
  person people thing way example many much long term word describe explain tell list give show say said call known
  mean happen refer occur use main primary following document source text file according`
    .split(/\s+/)
    .map(stem),
);
const weakShare = 0.3;

/**
 * The terms and the expected answer of a question, read from its words. Deterministic. It knows English asking words;
 * other languages work by their terms only.
 */
export function analyseQuestion(question: string): Question {
  const rule = rules.find(({ pattern }) => pattern.test(question));
  const text = question.replace(unspacedAsking, " ");
  const english = rule !== undefined;
  const terms = new Map<string, QuestionTerm>();
  for (const [index, token] of tokenise(text).entries()) {
    if (isStopWord(token.text) || (!english && isForeignFunctionWord(token.text))) continue;
    const key = stem(token.text);
    const written = text.slice(token.start, token.end);
    const named = /\d/.test(written) || (index > 0 && english && /^\p{Lu}/u.test(written));
    const known = terms.get(key);
    terms.set(key, {
      stem: key,
      share: weak.has(key) ? weakShare : 1,
      named: named || known?.named === true,
    });
  }
  const kind = rule?.kind ?? "open";
  return {
    text: question,
    kind,
    shape: rule?.shape ?? null,
    terms: [...terms.values()],
    subject: kind === "definition" ? [...terms.keys()] : [],
  };
}
