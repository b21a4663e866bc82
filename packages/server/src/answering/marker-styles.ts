/** What some models write before the number of a passage: `ID:1`, `Source 1`, `chunk_1`, `^1`. */
const label =
  "(?:(?:id|ref|reference|source|src|passage|document|doc|citation|cite|chunk|number|no|nr|quelle|stelle|textstelle|beleg|fuente|pasaje|fonte|bron)s?\\.?\\s?[:#._-]?\\s?|[sp](?=\\d)|#|\\^)";
/** What some write after it: `1†L3-L5`, `1:0†source`, `1: handbook.md`, `1, p. 4`. */
const place =
  "(?::\\d+|:\\s?\\p{L}[^\\]】\\n]{0,60})?(?:†[^\\]】]*)?(?:,\\s?(?:pp?|page|s|seite)\\.?\\s?\\d+(?:[–-]\\d+)?)?";
const number = `${label}?\\d{1,3}\\^?${place}`;
const list = `${number}(?:\\s*(?:[,;&–-]|and|und|et|y|e|en|to|bis)\\s*${number})*`;

const opens = "[[【［⟦〔]";
const closes = "[\\]】］⟧〕]";
const tags = "sup|ref|cite|source|citation";

/** Where a marker of any bracketed style begins. Round brackets alone hold years and amounts, so they need a label. */
export const beginningOfMarker = new RegExp(
  `${opens}(?=\\s*${label}?\\d)|\\((?=\\s?(?:see\\s)?${label}\\d)|<(?=(?:${tags})\\b|\\d{1,3}>)|\\{(?=\\d{1,3}\\})`,
  "giu",
);
const bracketed = new RegExp(
  [
    `\\\\?${opens}{1,2}\\s?(?:${list})\\s?\\\\?${closes}{1,2}(?:\\[\\])?`,
    `<(?<tag>${tags})>\\s?\\[?(?:${list})\\]?\\s?</\\k<tag>>`,
    `<(?:${tags})\\s[^<>]{0,20}?["'=\\s](?:${list})["']?\\s?/?>(?:</(?:${tags})>)?`,
    `\\((?:see\\s)?(?=${label}\\d)(?:${list})\\s?\\)`,
    `(?<=\\s)(?:<(?:${list})>|\\{(?:${list})\\})(?=[.!?]?(?:\\s|$))`,
  ].join("|"),
  "giu",
);
/** Marks that name a passage by something else than its number: a file, or the search that found it. */
const unnumbered =
  /\s?(?:\[[^\][\n]{1,80}\.(?:pdf|docx?|md|txt|html?|xlsx?|csv|pptx?)\b[^\][\n]{0,40}\](?!\()|\ue200[^\ue201\n]*\ue201)/giu;
/** Bold or italic signs around a marker. */
const emphasised = /(\*{1,3}|_{1,3})(\[\d[\d, -]*\])\1/g;
/** Raised numbers in brackets of any kind, and numbers between signs of raising: "⁽¹⁾", "[¹]", "^1^". */
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const raisedInBrackets = new RegExp(`[⁽(${opens.slice(1)}([${raised}]+)[⁾)${closes.slice(1)}`, "gu");
const betweenCarets = /(?<=[\s.,;!?^])\^(\d{1,3})\^/g;
/** "(see [1])" */
const pointed = /\((?:see|cf\.?|vgl\.?|siehe|voir|véase|vedi|zie)\s((?:\[\d[\d, -]*\])+)\)/giu;
/** Code keeps its brackets: `list[0]` is an element of a list. */
const code = /`[^`]*(?:`|$)/g;
const placeBehind =
  /(?<=\d)(?::\d+|:\s?\p{L}[^\]】⟧〕]*|†[^\]】]*|,\s?(?:pp?|page|s|seite)\.?\s?\d+(?:[–-]\d+)?)/giu;
const range = /(\d{1,3})(?:\^?\s*(?:[–-]|to|bis)\D*(\d{1,3}))?/giu;

/** A text in which the markers of all bracketed styles are written `[1]`, `[1, 2]` or `[1-3]`. */
export function withPlainMarkers(text: string): string {
  let plain = "";
  let end = 0;
  const replaced = (piece: string) =>
    piece
      .replace(raisedInBrackets, (_found, figures: string) => `[${inLine(figures)}]`)
      .replace(bracketed, plainMarker)
      .replace(betweenCarets, "[$1]")
      .replace(unnumbered, "")
      .replace(pointed, "$1");
  for (const { 0: found, index } of text.matchAll(code)) {
    const inner = replaced(found.slice(1, -1));
    plain += replaced(text.slice(end, index)) + (/^\[\d[\d, -]*\]$/.test(inner) ? inner : found);
    end = index + found.length;
  }
  return (plain + replaced(text.slice(end))).replace(emphasised, "$2");
}

const plainMarker = (marker: string): string =>
  `[${[...marker.replace(placeBehind, "").matchAll(range)]
    .map(([, first, last]) => (last === undefined ? first : `${first}-${last}`))
    .join(", ")}]`;

const circled = /[①-⑳]/gu;
/** Behind a word or a full stop. Behind a short word or one of length it is a power: m², feet². */
const raisedNumber = new RegExp(
  `(?<=(?:[\\p{L}]{3}|[.,;!?)\\]"”’])\\s?)(?<!\\b(?:inch|inches|f[eo][eo]t|yards?|miles?|met[er]{2}s?))([${raised}]+)(?:[,·\\s]{0,2}([${raised}]+))?(?![${raised}\\p{L}\\d])`,
  "giu",
);
/** At the end of a sentence. Behind a number word or a sign of a section it belongs to the text: "two (2)", "§ 5 (1)". */
const inRoundBrackets = /(?<=[\p{L}%)]{2}[.!?]?)(?:\s?\(\d{1,3}(?:\s?[,;]\s?\d{1,3})*\))+(?=[.!?]?$)/u;

/**
 * A sentence in which raised numbers and round brackets at its end are markers in brackets, where they number one of the
 * `passages`. Documents use both as well, so this is for sentences without any other marker.
 */
export function withBracketedMarkers(sentence: string, passages: number): string {
  const names = (number: string) => Number(number) >= 1 && Number(number) <= passages;
  return sentence
    .replace(circled, (found) => {
      const number = String((found.codePointAt(0) ?? 0) - 0x245f);
      return names(number) ? `[${number}]` : found;
    })
    .replace(raisedNumber, (found, ...[first, second]: (string | undefined)[]) => {
      const numbers = [first, second].flatMap((figures = "") => {
        const number = inLine(figures);
        // Two raised numbers may touch: ¹² of three passages.
        return names(number) ? [number] : [...number];
      });
      return numbers.every(names) ? numbers.map((each) => `[${each}]`).join("") : found;
    })
    .replace(inRoundBrackets, (found) => {
      const numbers = found.match(/\d+/g) ?? [];
      return numbers.every(names) ? ` [${numbers.join(", ")}]` : found;
    });
}

const inLine = (figures: string): string => [...figures].map((figure) => raised.indexOf(figure)).join("");
