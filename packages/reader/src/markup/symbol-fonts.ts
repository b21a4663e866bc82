const GREEK = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
const GREEK_SMALL = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";

const SYMBOL: Record<number, string> = {
  0x22: "∀",
  0x24: "∃",
  0x27: "∋",
  0x2a: "∗",
  0x2d: "−",
  0x40: "≅",
  0x5c: "∴",
  0x5e: "⊥",
  0xa2: "′",
  0xa3: "≤",
  0xa5: "∞",
  0xa7: "♣",
  0xa8: "♦",
  0xa9: "♥",
  0xaa: "♠",
  0xab: "↔",
  0xac: "←",
  0xad: "↑",
  0xae: "→",
  0xaf: "↓",
  0xb0: "°",
  0xb1: "±",
  0xb2: "″",
  0xb3: "≥",
  0xb4: "×",
  0xb5: "∝",
  0xb6: "∂",
  0xb7: "•",
  0xb8: "÷",
  0xb9: "≠",
  0xba: "≡",
  0xbb: "≈",
  0xbc: "…",
  0xc5: "⊕",
  0xc6: "∅",
  0xc7: "∩",
  0xc8: "∪",
  0xc9: "⊃",
  0xca: "⊇",
  0xcc: "⊂",
  0xcd: "⊆",
  0xce: "∈",
  0xcf: "∉",
  0xd0: "∠",
  0xd1: "∇",
  0xd2: "®",
  0xd3: "©",
  0xd4: "™",
  0xd5: "∏",
  0xd6: "√",
  0xd7: "⋅",
  0xd8: "¬",
  0xd9: "∧",
  0xda: "∨",
  0xdb: "⇔",
  0xdc: "⇐",
  0xdd: "⇑",
  0xde: "⇒",
  0xdf: "⇓",
  0xe5: "∑",
  0xf2: "∫",
};

const WINGDINGS: Record<number, string> = {
  0x22: "✂",
  0x28: "☎",
  0x2a: "✉",
  0x2e: "✎",
  0x3a: "💻",
  0x45: "☜",
  0x46: "☞",
  0x4a: "☺",
  0x4c: "☹",
  0x6c: "●",
  0x6e: "■",
  0x6f: "☐",
  0x71: "❑",
  0x72: "❒",
  0x74: "⬧",
  0x75: "◆",
  0x76: "❖",
  0x77: "⬥",
  0x78: "☒",
  0x9f: "•",
  0xa1: "○",
  0xa7: "▪",
  0xa8: "☐",
  0xd8: "➢",
  0xdf: "←",
  0xe0: "→",
  0xe1: "↑",
  0xe2: "↓",
  0xe8: "➔",
  0xf0: "⇨",
  0xfb: "✗",
  0xfc: "✓",
  0xfd: "☒",
  0xfe: "☑",
};
const WINGDINGS_2: Record<number, string> = {
  0x4f: "✗",
  0x50: "✓",
  0x51: "☒",
  0x52: "☑",
  0x53: "☒",
  0xa3: "☐",
  0x97: "●",
};

/** The Unicode character that a character of a symbol font shows. Undefined for other fonts and unknown signs. */
export function symbolCharacter(font: string | undefined, code: number): string | undefined {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  switch (font?.toLowerCase()) {
    case "symbol":
      if (place >= 0x41 && place <= 0x5a) return GREEK[place - 0x41];
      if (place >= 0x61 && place <= 0x7a) return GREEK_SMALL[place - 0x61];
      return SYMBOL[place] ?? (place >= 0x20 && place < 0x7f ? String.fromCharCode(place) : undefined);
    case "wingdings":
      return WINGDINGS[place];
    case "wingdings 2":
      return WINGDINGS_2[place];
    default:
      return undefined;
  }
}

/** Whether the letters of a font are symbols that we know. */
export const isSymbolFont = (font: string | undefined): boolean =>
  font !== undefined && /^(?:symbol|wingdings(?: 2)?)$/i.test(font);

/** Text in a symbol font, or in the private characters that Word writes for one, as the characters it shows. */
export function symbolText(text: string, font: string | undefined): string {
  if (!isSymbolFont(font)) return text.replace(/[\uf000-\uf0ff]/g, privateCharacter);
  return [...text]
    .map((character) => symbolCharacter(font, character.codePointAt(0) ?? 0) ?? character)
    .join("");
}

function privateCharacter(character: string): string {
  return SYMBOL[character.charCodeAt(0) - 0xf000] ?? "";
}
