/** The encoding of the font Symbol from code 32 on (Adobe's Symbol encoding); a space where it has no character. */
const symbols =
  " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼ " +
  "                                " +
  "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭ ";

/** The text of a code of the private use area in which embedded Symbol fonts keep their characters; "" for none. */
export function symbolText(code: number): string {
  return (symbols[(code & 0xff) - 32] ?? "").trim();
}

export const isSymbolCode = (code: number): boolean => code >= 0xf020 && code <= 0xf0ff;
