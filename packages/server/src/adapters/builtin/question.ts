import { languageOf } from "../../text/detect-language.ts";
import { isAnyFunctionWord, unspacedAsking } from "../../text/function-words.ts";
import type { Language } from "../../text/languages.ts";
import { foldAccents, tokenise } from "../../text/terms.ts";
import type { AnswerShape } from "./answer-shapes.ts";
import { askingRules, type QuestionKind } from "./asking-words.ts";
import { isCommonWord } from "./common-words.ts";
import { isListingWord } from "./listing-words.ts";
import { createWordReader, joinCodes, type WordReader } from "./word-reader.ts";

export type QuestionTerm = {
  stem: string;
  /** The word itself, folded. */
  word: string;
  /** Its weight. Common words weigh less, because documents seldom repeat them. */
  share: number;
  /** Whether it is a name or number. An answer about another one is not an answer. */
  named: boolean;
  /** Whether it is a number with a unit ("2500 m"): a document may set a bound for it in another number. */
  quantity: boolean;
  /** Whether it was taken from the turn before. */
  taken: boolean;
  /** Whether it stands right after the term before it: they name one thing together. */
  joined: boolean;
};

/**
 * A word that means (almost) the same as a term, and how closely. `with`: only beside that word. `isRespelt`: it is the term in
 * another spelling, or without a slip.
 */
export type Relative = { word: string; likeness: number; with?: string; isRespelt?: true };

export type Question = {
  text: string;
  /** Null when neither its words nor the documents show it. */
  language: Language | null;
  kind: QuestionKind;
  /** The shape that the answer must have; null when the question does not say. */
  shape: AnswerShape | null;
  /** Whether it asks for yes or no. */
  yesOrNo: boolean;
  /** Whether it asks for a list with a word that says so: "list the dues", "Beiträge auflisten". */
  listing: boolean;
  /** In the order of the question, each once. */
  terms: QuestionTerm[];
  /** How many names and numbers it has. A name of several words is one: "Northwind Services GmbH". */
  names: number;
  /** The term that a definition is asked for: its stems in order. */
  subject: string[];
};

const commonShare = 0.3;
/** What makes the number before it a quantity; money and time aside, which documents name by their numbers. */
const unit =
  /^\s?(?:[ckm]?m|[km]?g|lbs?|ft|feet|miles?|met(?:re|er)s?|kilos?|m[eè]tres?|metros?|m²|m2|liters?|litres?|litros?|degrees?|grad|degr[eé]s|grados|°[CF]?)(?![\p{L}\d])/iu;

/** What may stand between the words of one name: "University of London". */
const insideName = /^[\s.'’-]*(?:(?:of|the|de|del|della|du|la|von|van|der)\s+)*$/i;

/** German writes all nouns with a capital, so a capital shows no name there. */
const capitalsShowNames = (language: Language | null): boolean => language !== null && language !== "de";

/** "W 22" is the code "W22". */
const spacedCode = /(?<![\p{L}\p{N}])(\p{Lu}{1,2})\s(\d{2,4})(?![\p{L}\p{N}.,])/gu;

/** A small number in brackets or behind a function word is a quantity, which a text says otherwise: "my son (8)", "for 2 people". */
const smallNumber = /^\d{1,2}$/;
const isIdentifier = (written: string, before: string): boolean => {
  if (!/\d/.test(written)) return false;
  if (smallNumber.test(written) && before.endsWith("(")) return false;
  const [, start = "", previous = ""] = /^(.*?)([\p{L}']+)\s+$/su.exec(before) ?? [];
  // "with Plus 25" names a thing.
  const isName = start.trim() !== "" && /^\p{Lu}/u.test(previous);
  return !smallNumber.test(written) || isName || !isAnyFunctionWord(foldAccents(previous));
};

/** Analyses questions. Keeps a reader of words for each language. */
export type QuestionReader = (
  question: string,
  /** The same as it was asked: terms that it has not were taken from the turn before. */
  asked: string | undefined,
  /** The language of what is read: that of a question whose words do not tell theirs. */
  elsewhere: Language | null,
) => { question: Question; reader: WordReader };

export function createQuestionReader(): QuestionReader {
  const readers = new Map<Language | null, WordReader>();
  return (text, asked = text, elsewhere) => {
    const language = languageOf(text) ?? elsewhere;
    let reader = readers.get(language);
    if (!reader) {
      reader = createWordReader(language);
      readers.set(language, reader);
    }
    return { question: analyseQuestion(text, asked, language, reader), reader };
  };
}

/** The terms and the expected answer of a question, read from its words. Deterministic. */
function analyseQuestion(
  question: string,
  asked: string,
  language: Language | null,
  reader: WordReader,
): Question {
  const folded = foldAccents(question.normalize("NFC")).trim();
  const rule = language ? askingRules[language].find(({ pattern }) => pattern.test(folded)) : undefined;
  const text = joinCodes(question.replace(unspacedAsking, " ").replace(spacedCode, "$1$2"));
  const own = asked === question ? undefined : new Set(reader.stems(asked));
  const terms = new Map<string, QuestionTerm>();
  let [names, endOfName, endOfWord] = [0, -1, -1];
  for (const { stem, token, start, end } of reader.words(text)) {
    if (language === null && isAnyFunctionWord(token)) continue;
    const written = text.slice(start, end);
    const isFirst = text.slice(0, start).trim() === "";
    const named =
      isIdentifier(written, text.slice(0, start)) ||
      (!isFirst && capitalsShowNames(language) && /^\p{Lu}|['’]\p{Lu}/u.test(written));
    if (named) {
      if (endOfName < 0 || !insideName.test(text.slice(endOfName, start))) names += 1;
      endOfName = end;
    }
    const common = !named && (isListingWord(token) || (language !== null && isCommonWord(token, language)));
    const before = terms.get(stem);
    terms.set(stem, {
      stem,
      word: token,
      share: common ? commonShare : 1,
      named: named || before?.named === true,
      quantity: /^\d+$/.test(written) && unit.test(text.slice(end)),
      taken: own?.has(stem) === false,
      joined: endOfWord >= 0 && /^[\s-]+$/.test(text.slice(endOfWord, start)),
    });
    endOfWord = end;
  }
  const kind = rule?.kind ?? "open";
  const shape = rule?.shape ?? null;
  return {
    text: question,
    language,
    kind,
    shape,
    yesOrNo: rule?.yesOrNo === true,
    listing: shape === null && tokenise(folded).some(({ text: token }) => isListingWord(token)),
    terms: [...terms.values()],
    names,
    subject: kind === "definition" ? [...terms.keys()] : [],
  };
}
