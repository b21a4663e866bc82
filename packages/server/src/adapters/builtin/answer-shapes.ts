import { isAnyFunctionWord } from "../../text/function-words.ts";
import type { AnswerPattern } from "../../text/languages/language-words.ts";
import { wordsOfAll } from "../../text/languages.ts";
import { foldAccents } from "../../text/terms.ts";

/** Words that show a kind of answer, folded, of all languages, as one pattern. */
const joined = (kind: AnswerPattern): string => [...wordsOfAll(({ patterns }) => patterns[kind])].join("|");

const months = joined("months");
const weekdays = joined("weekdays");
const timeWords = joined("times");
const units = joined("units");
const numberWords = joined("numbers");

/** The shape that an answer must have: the kind of words that a question's asking words call for. */
export type AnswerShape =
  | "person"
  | "date"
  /** Any number. */
  | "number"
  /** Of things that are counted or measured: an amount of money is not one. */
  | "count"
  | "money"
  | "duration"
  | "place"
  | "percentage";

// All patterns but the ones of capitals match folded text.
// Each by itself: V8 needs many times as long for one pattern of them all, which the first question of a thread waits for.
const dates = [
  "\\b(?:1\\d|20)\\d{2}s?\\b",
  "\\b\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}\\b",
  `\\b\\d{1,2}(?:st|nd|rd|th|er|\\.|º)?\\s+(?:de\\s+|di\\s+)?(?:${months})\\b`,
  `\\b(?:${months})\\.?\\s+\\d{1,2}`,
  "\\b\\d{1,2}(?:st|nd|rd|th)\\s+(?:century|centuries)",
  `\\b(?:${units})\\s+(?:ago|later|earlier|before|after|from|of|nach|vor|ab|avant|apres|antes|despues|prima|dopo|na|voor)\\b`,
  `\\b(?:within|every|after|before|until|by|innerhalb|nach|vor|bis|dans|sous|avant|dentro|antes|entro|dopo|prima|binnen|voor)(?:\\s+(?:the|de|el|il|le|den|dem|der))?\\s+(?:\\d+|${numberWords}|end|first|last|ende|fin|fine)\\b`,
  `\\b(?:${weekdays})\\b`,
  `\\b(?:${timeWords})\\b`,
  "\\b\\d{1,2}(?::\\d{2})\\s*(?:[ap]\\.?m\\b)?|\\b\\d{1,2}\\s*(?:h\\b|uhr\\b|[ap]\\.?m\\b)",
  "\\b\\d{1,4}\\s*(?:bce?|ad|ce)\\b|\\d{4}年|\\d{1,2}月",
  `(?:in|of|since|during|until|by|im|seit|en|depuis|desde|da|dal|em|sinds)\\s+(?:${months})\\b`,
  "\\bthe \\d{1,2}(?:st|nd|rd|th)\\b|\\bon the (?:first|last|second|third)\\b|^\\W*(?:if|when|once|after|upon)\\b",
].map((pattern) => new RegExp(pattern));
const number = new RegExp(`\\d|\\b(?:${numberWords})\\b|[〇一二三四五六七八九十百千万億亿]`);
const money =
  /[$€£¥₹]\s*\d|\d[\d.,]*\s*(?:[$€£¥₹]|(?:usd|eur|gbp|chf|jpy|cad|aud|inr|rm|dollars?|euros?|pounds?|cents?|francs?|yen)\b)|\b(?:usd|eur|gbp|chf|jpy|cad|aud|inr|rm|rs)\.?\s*\d|\b\d[\d.,]*[.,]\d{2}\b|\b(?:free|free of charge|no (?:charge|cost|fee)|kostenlos|kostenfrei|gratuit\w*|gratis|gratuito)\b/;
const currency =
  "(?:[$€£¥₹]|(?:usd|eur|gbp|chf|jpy|cad|aud|inr|dollars?|euros?|pounds?|cents?|francs?|franken|yen)\\b)";
/** Amounts with their currency, which is before or after them. */
const amounts = new RegExp(
  `${currency}\\.?\\s*\\d[\\d.,]*|\\d[\\d.,]*\\s*(?:millions?|billions?|million(?:en)?)?\\s*(?:de\\s)?${currency}`,
  "g",
);
/** "25 %" counts no things. */
const shares = /\d[\d.,]*\s*(?:%|per ?cent\b|prozent\b)/g;
const ordinals = new RegExp(`\\b\\d+(?:st|nd|rd|th)\\b|\\b\\d{1,2}\\.?\\s+(?:de\\s+)?(?:${months})\\b`, "g");
/** "In 2022 revenue is to grow" names no amount. */
const aYear =
  /\b(?:in|since|until|by|before|after|im|seit|bis|en|depuis|desde|nel|dal|sinds)\s+(?:1[89]|20)\d{2}\b/g;
const duration = new RegExp(
  `(?:\\d+|\\b(?:${numberWords}|an?))(?:\\s*(?:-|–|to|or|and|bis|oder|a|o|ou|tot|of|\\([^)]*\\))\\s*(?:\\d+|${numberWords}))?[\\s-]*(?:\\([^)]*\\)\\s*)?(?:full |calendar |business |working )?(?:${units})\\b|\\b(?:from|since|until|between|von|seit|bis|depuis|jusqu|desde|hasta|dal|fino|tot|sinds)\\b.*\\d|\\b(?:forever|indefinitely|permanent(?:ly)?|perpetual|lifetime|decades|centuries|years|months|unbefristet|dauerhaft)\\b`,
);
const percentage =
  /\d\s*(?:%|per\s?cent\b|percent|prozent|pour\s?cent|por\s?cien|procent)|\b(?:half|quarter|third|halfte|drittel|viertel|moitie|tiers|mitad|tercio|meta|terzo|helft|derde)\b/;
/** Capitalised words. Scripts without capitals pass too, because they show nothing. */
const capitalised = /\p{Lu}[\p{L}'’.-]+/gu;
const caseless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Hangul}\p{Script=Devanagari}]/u;
const role =
  /\b(?:he|she|they|we|king|queen|duke|emperor|president|director|manager|chair(?:man|woman|person)?|officer|author|founder|owner|minister|professor|team|department|committee|board|company|people|users?|customers?|members?|party|parties|employees?|buyer|seller|tenant|landlord|supplier|child(?:ren)?|adults?|parents?|m[ae]n|wom[ae]n|students?|pupils?|teachers?|visitors?|guests?|passengers?|patients?|doctors?|nurses?|workers?|staff|citizens?|residents?|volunteers?|applicants?|drivers?|anyone|anybody|everyone|everybody|nobody|whoever|licen[sc]or|licen[sc]ee|contractor|administrators?|bosun|master|crew|conjoint|enfants?|pareja|hijos?|medecin|conseill\w+|director\w*|ospiti|genitori|bambini|directeur|klant\w*)\b/;
const placeWord =
  /\b(?:in|at|on|near|to|from|into|inside|outside|between|across|under|above|below|behind|beside|north|south|east|west|left|right|page|section|street|road|city|town|village|country|room|floor|building|office|bei|beim|im|am|auf|unter|neben|hinter|dans|sous|sur|chez|derriere|pres|au|aux|en|bajo|detras|junto|sotto|nel|nella|presso|dietro|em|no|na|op|bij|onder|achter|naast)\b/;

const maxWordsOfLine = 12;

/** Whether a text has a shape. Pass `text` without the words of the question, because they can't be its answer. */
export function showsShape(shape: AnswerShape, text: string): boolean {
  const folded = foldAccents(text);
  switch (shape) {
    case "date":
      return dates.some((each) => each.test(folded));
    case "number":
      return number.test(folded);
    case "count":
      return number.test(folded.replace(amounts, " ").replace(ordinals, " ").replace(shares, " "));
    case "money":
      // A bare number is an amount only in what has few words, such as a row or a line of a list.
      return (
        money.test(folded) ||
        (/\d/.test(folded.replace(aYear, "")) && folded.trim().split(/\s+/).length <= maxWordsOfLine)
      );
    case "duration":
      return duration.test(folded);
    case "percentage":
      return percentage.test(folded) || /\d/.test(folded);
    case "person":
      return hasName(text, named) || role.test(folded);
    case "place":
      return hasName(text, capitalised) || placeWord.test(folded);
  }
}

/** The same, but none that a common word follows at the start of a sentence or a cell: "Event: Meeting of parents". */
const named =
  /(?<![.:!?|][\s"“„«]*|^[\s"“„«]*)\p{Lu}[\p{L}'’.-]+|\p{Lu}[\p{L}'’.-]+(?!\s*[\p{Ll}:])(?![\p{L}'’.-])/gu;

const hasName = (text: string, name: RegExp): boolean =>
  caseless.test(text) || [...text.matchAll(name)].some(([word]) => !isAnyFunctionWord(foldAccents(word)));
