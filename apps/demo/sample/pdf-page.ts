/** A4, in points. */
export const pageSize = { width: 595, height: 842 };

const fonts = { roman: "Times-Roman", bold: "Times-Bold", italic: "Times-Italic" } as const;
export type Font = keyof typeof fonts;

export const fontNames = Object.values(fonts);

/** Widths of ASCII 32 to 126 in Times-Roman, in thousandths of the font size (Adobe Font Metrics). */
const widths = [
  ...[250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278],
  ...[500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444],
  ...[921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722],
  ...[556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500],
  ...[333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500],
  ...[500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541],
];

/** Times-Bold is wider by about this factor. That is accurate enough for column headings. */
const boldFactor = 1.05;

/** Width of a text in points. */
export function widthOf(text: string, size: number, font: Font = "roman"): number {
  const thousandths = [...text].reduce(
    (sum, character) => sum + (widths[character.charCodeAt(0) - 32] ?? 500),
    0,
  );
  return (thousandths / 1000) * size * (font === "bold" ? boldFactor : 1);
}

/** Characters that the Windows character set has and Latin-1 does not. */
const windows: Record<string, number> = { "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95, "–": 0x96, "€": 0x80 };

/** One page. Calls draw on it; `y` increases upwards from the bottom, as in PDF. */
export function createPage() {
  const operators: string[] = [];
  const draw = (x: number, y: number, size: number, font: Font, text: string, wordSpace = 0) => {
    const key = Object.keys(fonts).indexOf(font) + 1;
    operators.push(
      `BT /F${key} ${size} Tf ${wordSpace.toFixed(3)} Tw 1 0 0 1 ${x.toFixed(2)} ${y} Tm (${escaped(text)}) Tj ET`,
    );
  };
  return {
    text: draw,
    textEndingAt: (x: number, y: number, size: number, font: Font, text: string) =>
      draw(x - widthOf(text, size, font), y, size, font, text),
    line: (fromX: number, toX: number, y: number, weight = 0.5) =>
      operators.push(`${weight} w ${fromX} ${y} m ${toX} ${y} l S`),
    content: () => operators.join("\n"),
  };
}

export type Page = ReturnType<typeof createPage>;

const escaped = (text: string) =>
  [...text]
    .map((character) => windows[character] ?? character.charCodeAt(0))
    .map((code) =>
      code > 126 || code < 32 ? `\\${code.toString(8).padStart(3, "0")}` : String.fromCharCode(code),
    )
    .join("")
    .replaceAll(/(?<!\\)[()]/g, "\\$&");
