import { expect, it } from "vitest";
import { garbledWords, isGarbled } from "./garbled-text.ts";

const fontOf = (name: string) => ({ name, weight: 400, italic: false, monospaced: false });
const sound = fontOf("Sound");
const odd = fontOf("Odd");
const text = (content: string, font = sound) => content.split(" ").map((word) => ({ text: word, font }));
const prose = text(
  "The harbour master counted the boats that came in with the tide and wrote their names down",
);

it.each([
  ["shifted letters", "Wkh eulgjh ryhu wkh ulyhu zdv forvhg lq Pdufk"],
  ["a short heading of signs and capitals", "$QQXDO 5HSRUW RI WKH +DUERXU"],
  ["codes for glyphs", "&'1(3'1)!-'.2',!0'+)!$#!/*!%\""],
  ["one letter for every glyph", "aaaaaaaaaa aaaaaaaaa aaaaaaaaaaaaa"],
])("finds the font among sound ones that gives %s", (_name, content) => {
  const words = [...prose, ...text(content, odd)];
  const isGarbledWord = garbledWords(words);
  expect(words.filter((word) => isGarbledWord?.(word))).toEqual(text(content, odd));
  expect(isGarbled(words)).toBe(false);
});

it("finds the words that lack a letter, whatever the rest of their font", () => {
  const words = [...prose, ...text("Br\ufffdcke \ufffd x\ufffd")];
  expect(words.filter((word) => garbledWords(words)?.(word)).map((word) => word.text)).toEqual([
    "Br\ufffdcke",
  ]);
});

it("finds a page whose fonts are all garbled, and one with a few sound words", () => {
  const garbled = text("Wkh kduerxu pdvwhu frxqwhg wkh erdwv wkdw fdph lq zlwk wkh wlgh dqg zurwh", odd);
  expect(isGarbled(garbled)).toBe(true);
  expect(isGarbled([...garbled, ...text("Page 3")])).toBe(true);
  expect(isGarbled(prose)).toBe(false);
});

it("does not find a page with one sound font, whose garbled text is more", () => {
  const cyrillic = text(
    "Ìîñò ÷åðåç ðåêó áûë çàêðûò ìàðòå ðåìîíòà îòêðûò ëåòîì íà÷àëüíèê ïîðòà ñ÷èòàë êîðàáëè",
    odd,
  );
  expect(isGarbled([...prose, ...cyrillic])).toBe(false);
});

it("leaves rules of dots and dashes, formulas and code alone", () => {
  expect(
    garbledWords(text("........................ ------------------------ ______________", odd)),
  ).toBeNull();
  expect(
    garbledWords(text("Preface……………………………………ii Methods,..............................,5.1-7", odd)),
  ).toBeNull();
  expect(garbledWords(text("f(x)=∑aᵢ·xⁱ ≤ ∂y/∂x ⇒ {x∈ℝ} ±½ μ±σ", odd))).toBeNull();
  expect(
    garbledWords(text("xs=>ys.map((y)=>[y*2,`y`]) {{[]}}&&!!(a||b)", { ...odd, monospaced: true })),
  ).toBeNull();
});
