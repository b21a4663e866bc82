import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { sampleText } from "../src/charset/text-sample.ts";
import type { ParsedElement } from "../src/element.ts";
import { readDocument } from "../src/read-document.ts";

async function read(fileName: string, bytes: Uint8Array): Promise<ParsedElement[]> {
  const elements: ParsedElement[] = [];
  for await (const part of readDocument({ bytes, fileName }))
    if (part.kind === "elements") elements.push(...part.elements);
  return elements;
}

const greek = "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι. Άλλοι ήρθαν από την Άνδρο.";
const arabic = "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.";
const polish = "Wszyscy ludzie rodzą się wolni i równi, powiedział Święcicki.";
const documents = [
  ["letter.txt", "windows-1253", greek, greek],
  ["letter.text", "windows-1256", arabic, arabic],
  ["letter.md", "iso-8859-7", `# Γράμμα\n\n${greek}\n`, greek],
  ["page.html", "windows-1256", `<html><body><p>${arabic}</p></body></html>`, arabic],
  ["page.htm", "windows-1250", `<html><body><p>${polish}</p></body></html>`, polish],
  ["list.csv", "windows-1250", `Nr,Zdanie\n1,"${polish}"\n2,żółw\n`, polish],
  ["list.tsv", "windows-1253", `Α\tΠρόταση\n1\t${greek}\n2\tθάλασσα\n`, greek],
] as const;

describe("text that is not UTF-8", () => {
  it.each(documents)(
    "%s in %s is read as it was written, and says so",
    async (name, charset, content, sentence) => {
      const elements = await read(name, iconv.encode(content, charset));
      expect(elements.map(({ text }) => text).join("\n")).toContain(sentence);
      expect(elements[0]?.metadata).toMatchObject({ charset });
      expect(elements[0]?.metadata).not.toHaveProperty("charset_certain");
    },
  );

  it.each([
    ["note.txt", "naïve café"],
    ["note.md", "naïve café"],
    ["note.html", "<p>naïve café</p>"],
    ["note.csv", "a,b\nnaïve,café\n"],
  ])("%s with two words only is marked as uncertain", async (name, content) => {
    const [first] = await read(name, iconv.encode(content, "windows-1252"));
    expect(first?.metadata).toMatchObject({ charset: "windows-1252", charset_certain: false });
  });

  it("a page that declares its encoding is certain, however short", async () => {
    const page = '<meta charset="windows-1252"><p>naïve café</p>';
    const [first] = await read("note.html", iconv.encode(page, "windows-1252"));
    expect(first?.metadata).toEqual({ charset: "windows-1252" });
  });

  it("UTF-8 is not mentioned", async () => {
    const [first] = await read("note.txt", Buffer.from(greek));
    expect(first?.metadata ?? {}).not.toHaveProperty("charset");
  });
});

describe("the sample of a large document", () => {
  const sentence = "人人生而自由，在尊严和权利上一律平等。";

  it.each([
    ["in lines", `${sentence}\n`],
    ["in one line with blanks", `${sentence} x`],
    ["without any blank", `${sentence}x`],
  ])("is small and of whole characters, %s", (_, content) => {
    const line = iconv.encode(content, "gb18030");
    const { marked, plain } = sampleText(Buffer.alloc(line.length * 499_999, line));
    expect(marked.length + plain.length).toBeLessThan(16 * 1024);
    const read = new Set(iconv.decode(marked, "gb18030").slice(0, -3));
    expect([...read].filter((character) => !`${sentence} x`.includes(character))).toEqual([]);
  });
});
