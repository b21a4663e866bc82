import { isLabelNumber } from "../../../text/label-words.ts";
import { propertyNameWords } from "../../../text/property-name-words.ts";
import type { Field, FieldWord } from "./schema-fields.ts";

/** Whether a label lacks the number of its property, or has another letter: "Phone" for `phone_2`, "Tier A" for `tier_c`. */
export const isOfAnother = (field: Field, matched: FieldWord[], text: string, start: number): boolean =>
  field.words.some((word) => isFurther(word) && !matched.includes(word) && !hasNumber(text, word)) ||
  namesOther(field, text.slice(start));

/** The number of `phone_2`: a label without it is another one's. "Phone" may be the first. */
const isFurther = (word: FieldWord): boolean => isLabelNumber(word) && word.meanings[0] !== "#1";

/** "1. Quartal" and "30 days" have their number before the word. */
const hasNumber = (label: string, { meanings: [meaning = ""] }: FieldWord): boolean =>
  (label.match(/\d+/g) ?? []).some((digits) => Number(digits) === Number(meaning.slice(1)));

const letterOf = /(?<![\p{L}\p{N}])\p{L}(?![\p{L}\p{N}.&'’/-])/u;

/** "Tier A price" is a label of `tier_a_price`, and not of `tier_c_price`. */
function namesOther({ name }: Field, label: string): boolean {
  const letter = letterOf.exec(propertyNameWords(name))?.[0].toUpperCase();
  const found = letterOf.exec(/^[^:：\d]*/u.exec(label)?.[0] ?? "")?.[0];
  return letter !== undefined && found !== undefined && found !== letter && found === found.toUpperCase();
}
