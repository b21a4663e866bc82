import { languageWords, listed } from "../../text/languages.ts";
import { stem } from "../../text/stem.ts";
import { foldAccents } from "../../text/terms.ts";

/** The number of a month by its name, folded, from 0. */
export const monthOf: ReadonlyMap<string, number> = new Map(
  Object.values(languageWords).flatMap(({ months }) =>
    listed(months).map((name, month) => [name, month] as const),
  ),
);
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[.'’&/-][\p{L}\p{N}\p{M}]+)*/gu;

/** Whether a text has a name, in any of its forms; a month also in another language or as a date in figures. */
export function hasName(name: string, text: string): boolean {
  const month = monthOf.get(name);
  const said = foldAccents(text);
  if (month !== undefined) {
    const number = String(month + 1).padStart(2, "0");
    const inFigures = new RegExp(`\\b\\d{4}-${number}-\\d{2}\\b|\\b\\d{1,2}[./]${number}[./]\\d{2,4}\\b`);
    return inFigures.test(text) || (said.match(/\p{L}+/gu) ?? []).some((each) => monthOf.get(each) === month);
  }
  const bare = name.replace(/['’]s?$/, "");
  return [...said.matchAll(word)].some(({ 0: each }) => {
    const other = each.replace(/['’]s?$/, "");
    if (other === bare || other.split(/[-/]/).includes(bare)) return true;
    // Codes have one form only.
    return !/\p{N}/u.test(bare) && stem(other) === stem(bare);
  });
}
