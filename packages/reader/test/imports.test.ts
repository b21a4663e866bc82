import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../src");

/**
 * The rooms that a room may import. Its own files and the files beside the rooms (elements, errors, parser) are always
 * allowed.
 */
const allowed: Record<string, readonly string[]> = {
  charset: [],
  package: ["charset"],
  markup: [],
  ooxml: ["markup", "package"],
  layout: ["charset", "markup"],
  // The port that PDFium implements is a file of the format PDF.
  pdfium: ["layout", "formats/pdf"],
  ocr: ["charset", "layout", "process"],
  keywords: [],
  process: [],
  references: ["charset", "package", "formats/word-binary"],
  transcription: ["process"],
  vision: ["layout", "markup"],
  "formats/delimited": ["charset", "markup", "formats/text"],
  "formats/html": ["charset", "markup", "formats/text"],
  "formats/image": ["layout", "ocr", "vision"],
  "formats/media": ["process", "transcription"],
  "formats/markdown": ["charset", "markup", "formats/html", "formats/text"],
  "formats/pdf": ["charset", "layout", "markup", "ocr", "package", "vision"],
  "formats/opendocument": ["markup", "package"],
  "formats/presentation-binary": ["markup", "package", "formats/presentation"],
  "formats/presentation": ["markup", "ooxml", "package"],
  "formats/rich-text": ["markup"],
  "formats/spreadsheet": ["markup", "ooxml", "package"],
  "formats/text": ["charset", "markup"],
  "formats/web-archive": ["formats/html"],
  "formats/word-binary": ["markup", "package", "formats/word"],
  // A document may import others of these kinds.
  "formats/word": [
    "charset",
    "formats/html",
    "formats/rich-text",
    "formats/text",
    "formats/web-archive",
    "markup",
    "ooxml",
    "package",
  ],
};

const roomOf = (file: string) => {
  const parts = dirname(file).split("/");
  return parts[0] === "formats" ? parts.slice(0, 2).join("/") : (parts[0] ?? ".");
};

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
);

test("rooms import one way", () => {
  const crossings = files.flatMap((file) => {
    const room = roomOf(file);
    if (room === "." || room === "formats") return [];
    const text = readFileSync(join(source, file), "utf8");
    return [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)]
      .map(([, target = ""]) => roomOf(relative(source, join(source, dirname(file), target))))
      .filter((target) => target !== "." && target !== room && !allowed[room]?.includes(target))
      .map((target) => `${file} imports ${target}`);
  });
  expect(crossings).toEqual([]);
});

test("every room has its rule", () => {
  const rooms = new Set(files.map(roomOf).filter((room) => room !== "." && room !== "formats"));
  expect([...rooms].sort()).toEqual(Object.keys(allowed).sort());
});
