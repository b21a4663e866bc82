import { SaxesParser } from "saxes";
import type { RecognisedWord } from "./recognise-text.ts";

type Box = { left: number; top: number; right: number; bottom: number };
type Line = Box & {
  baselineSlope: number;
  baselineOffset: number;
  letterHeight: number;
  direction: RecognisedWord["direction"];
};

const lineClasses = new Set(["ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat"]);

/** Reads the words of hOCR, the XHTML form in which Tesseract writes what it recognised (hOCR 1.2). */
export function readHocr(hocr: string): RecognisedWord[] {
  const words: RecognisedWord[] = [];
  const parser = new SaxesParser();
  let line: Line | undefined;
  let word: (Box & { confidence: number; text: string; depth: number }) | undefined;
  let depth = 0;

  parser.on("error", () => undefined);
  parser.on("opentag", ({ attributes }) => {
    depth += 1;
    const facts = readTitle(attributes.title ?? "");
    const kind = attributes.class ?? "";
    if (lineClasses.has(kind)) line = readLine(facts);
    else if (kind === "ocrx_word" && line) {
      const [confidence = 0] = facts.get("x_wconf") ?? [];
      word = { ...readBox(facts), confidence, text: "", depth };
    }
  });
  parser.on("text", (text) => {
    if (word) word.text += text;
  });
  parser.on("closetag", () => {
    if (word && line && word.depth === depth) {
      const { depth: _, text, ...place } = word;
      const clean = text.trim().normalize("NFC");
      if (clean !== "") words.push({ ...place, text: clean, ...onLine(line, place) });
      word = undefined;
    }
    depth -= 1;
  });
  parser.write(hocr).close();
  return words;
}

/** `bbox 10 20 30 40; x_wconf 92` as numbers by name. */
function readTitle(title: string): Map<string, number[]> {
  const facts = title.split(";").map((fact) => fact.trim().split(/\s+/));
  return new Map(facts.map(([name = "", ...values]) => [name, values.map(Number)]));
}

function readBox(facts: Map<string, number[]>): Box {
  const [left = 0, top = 0, right = 0, bottom = 0] = facts.get("bbox") ?? [];
  return { left, top, right, bottom };
}

function readLine(facts: Map<string, number[]>): Line {
  const box = readBox(facts);
  const [baselineSlope = 0, baselineOffset = 0] = facts.get("baseline") ?? [];
  const [letterHeight = box.bottom - box.top] = facts.get("x_size") ?? [];
  // Counterclockwise. Tesseract gives no baseline for lines that do not run from left to right.
  const [angle = 0] = facts.get("textangle") ?? [];
  const direction = ({ 90: 270, 180: 180, 270: 90 } as const)[angle] ?? 0;
  return { ...box, baselineSlope, baselineOffset, letterHeight, direction };
}

/** The baseline starts at the lower left corner of the line, and is given relative to it. */
function onLine(line: Line, word: Box) {
  const middle = (word.left + word.right) / 2 - line.left;
  const baseline = line.bottom + line.baselineOffset + line.baselineSlope * middle;
  return {
    baseline: Math.min(word.bottom, Math.max(word.top, baseline)),
    letterHeight: line.letterHeight,
    direction: line.direction,
  };
}
