/** The shape that an answer must have: the kind of words that a question's asking words call for. */
export type AnswerShape = "person" | "date" | "number" | "money" | "duration" | "place" | "percentage";

const months =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const numberWords =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|half|third|quarter|single|both|none|no|several|many|few|once|twice";
const units =
  "seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?|decades?|centur(?:y|ies)";

const date = new RegExp(
  `\\b(?:1\\d|20)\\d{2}s?\\b|\\b\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}\\b|\\b\\d{1,2}(?:st|nd|rd|th)?\\s+(?:${months})\\b|\\b(?:${months})\\.?\\s+\\d{1,2}|\\b\\d{1,2}(?:st|nd|rd|th)\\s+(?:century|centuries)|\\b(?:${units})\\s+(?:ago|later|earlier|before|after|from|of)\\b|\\b(?:within|every|after|before|until|by)\\s+(?:the\\s+)?(?:\\d+|${numberWords}|end|first|last)\\b|\\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\\b|\\b(?:today|tomorrow|yesterday|daily|weekly|monthly|quarterly|annually|yearly|centur(?:y|ies)|noon|midnight)\\b|\\b\\d{1,2}(?::\\d{2})\\s*(?:[ap]\\.?m\\b)?|\\b\\d{1,4}\\s*(?:bce?|ad|ce)\\b|\\d{4}年|\\d{1,2}月|(?:in|of|since|during|until|by)\\s+(?:${months})\\b`,
  "i",
);
const number = new RegExp(`\\d|\\b(?:${numberWords})\\b|[〇一二三四五六七八九十百千万億亿]`, "i");
const money =
  /[$€£¥₹]\s*\d|\d[\d.,]*\s*(?:[$€£¥₹]|(?:usd|eur|gbp|chf|jpy|cad|aud|inr|rm|dollars?|euros?|pounds?|cents?|francs?|yen)\b)|\b(?:usd|eur|gbp|chf|jpy|cad|aud|inr|rm|rs)\.?\s*\d|\b\d[\d.,]*[.,]\d{2}\b|\b(?:free of charge|no (?:charge|cost|fee))\b/i;
const duration = new RegExp(
  `(?:\\d+|\\b(?:${numberWords}|an?))(?:\\s*(?:-|–|to|or|and|\\([^)]*\\))\\s*(?:\\d+|${numberWords}))?[\\s-]*(?:\\([^)]*\\)\\s*)?(?:full |calendar |business |working )?(?:${units})\\b|\\b(?:from|since|until|between)\\b.*\\d|\\b(?:forever|indefinitely|permanent(?:ly)?|perpetual|lifetime|decades|centuries|years|months)\\b`,
  "i",
);
const percentage = /\d\s*(?:%|per\s?cent\b|percent)|\b(?:half|quarter|third)\b/i;
/** Capitalised words, initials and titles. Scripts without capitals pass too, because they show nothing. */
const capitalised =
  /\p{Lu}[\p{L}'’.-]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Hangul}\p{Script=Devanagari}]/u;
const role =
  /\b(?:he|she|they|we|king|queen|duke|emperor|president|director|manager|chair(?:man|woman|person)?|officer|author|founder|owner|minister|professor|team|department|committee|board|company|people|users?|customers?|members?|party|parties|employees?|buyer|seller|tenant|landlord|supplier|child(?:ren)?|adults?|parents?|m[ae]n|wom[ae]n|students?|pupils?|teachers?|visitors?|guests?|passengers?|patients?|doctors?|nurses?|workers?|staff|citizens?|residents?|volunteers?|applicants?|drivers?|anyone|everyone|everybody|nobody|licen[sc]or|licen[sc]ee|contractor|administrators?)\b/i;
const placeWord =
  /\b(?:in|at|on|near|to|from|into|inside|outside|between|across|under|above|below|north|south|east|west|left|right|page|section|street|road|city|town|village|country|room|floor|building|office)\b/i;

/** Whether a text has a shape. Pass `text` without the words of the question, because they can't be its answer. */
export function showsShape(shape: AnswerShape, text: string): boolean {
  switch (shape) {
    case "date":
      return date.test(text);
    case "number":
      return number.test(text);
    case "money":
      return money.test(text) || /\d/.test(text);
    case "duration":
      return duration.test(text);
    case "percentage":
      return percentage.test(text) || /\d/.test(text);
    case "person":
      return capitalised.test(text) || role.test(text);
    case "place":
      return capitalised.test(text) || placeWord.test(text);
  }
}
