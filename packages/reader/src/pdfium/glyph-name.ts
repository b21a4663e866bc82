/** Glyph names that stand for one character and that fonts of numbers and signs use, from the Adobe Glyph List. */
const named: ReadonlyMap<string, string> = new Map(
  (
    "zero0 one1 two2 three3 four4 five5 six6 seven7 eight8 nine9 period. comma, colon: semicolon; minus− plus+ equal= " +
    "hyphen- percent% parenleft( parenright) bracketleft[ bracketright] slash/ plusminus± multiply× divide÷ less< greater> " +
    "lessequal≤ greaterequal≥ notequal≠ approxequal≈ degree° endash– emdash— bullet• dollar$ Euro€ sterling£ yen¥ " +
    "ampersand& asterisk* question? exclam! quoteright’ quoteleft‘ quotedblleft“ quotedblright” section§ germandblsß " +
    "adieresisä odieresisö udieresisü eacuteé egraveè agraveà ccedillaç ntildeñ aacuteá iacuteí oacuteó uacuteú " +
    // Names that the fonts of mathematical publishers use (MathematicalPi and its like).
    "H11001+ H11002− H11003× H11004÷ H11005= H11006± H11021< H11022> H11034° H11032′ H11549≤ H11550≥"
  )
    .split(" ")
    .map((entry): [string, string] => [entry.slice(0, -1), entry.slice(-1)]),
);

/**
 * The text of a glyph by its name: `f_i` is "fi", `one.oldstyle` is "1", `uni2212` is "−". Undefined when the name says
 * nothing.
 */
export function glyphNameText(name: string): string | undefined {
  const [base = ""] = name.split(".");
  if (base === "") return undefined;
  const parts = base.split("_").map(partText);
  return parts.includes(undefined) ? undefined : parts.join("");
}

function partText(part: string): string | undefined {
  if (/^[A-Za-z]$/.test(part)) return part;
  const units = /^uni((?:[0-9A-F]{4})+)$/.exec(part)?.[1] ?? /^u([0-9A-F]{4,6})$/.exec(part)?.[1];
  if (units === undefined) return named.get(part);
  const codes = part.startsWith("uni") ? (units.match(/.{4}/g) ?? []) : [units];
  const points = codes.map((code) => Number.parseInt(code, 16));
  return points.every((code) => code >= 0x20 && code <= 0x10ffff)
    ? String.fromCodePoint(...points)
    : undefined;
}
