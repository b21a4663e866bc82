import { methods } from "@headwater/spec";
import { describe, expect, it } from "vitest";
import { makeCompound } from "../testing/fixtures/compound.ts";
import { docParagraph, makeDoc } from "../testing/fixtures/doc.ts";
import { docxParagraph, makeDocx } from "../testing/fixtures/docx.ts";
import { makeOdt, odtParagraph } from "../testing/fixtures/odt.ts";
import { makePdf } from "../testing/fixtures/pdf.ts";
import { scan } from "../testing/fixtures/picture.ts";
import { makePpt, pptText } from "../testing/fixtures/ppt.ts";
import { makePptx, pptxShape } from "../testing/fixtures/pptx.ts";
import { makeXls, makeXlsx } from "../testing/fixtures/xlsx.ts";
import { defaultMethod } from "./default-method.ts";
import { formatOf, readableExtensions } from "./formats.ts";
import { ParseError } from "./parse-error.ts";
import type { ParseProgress } from "./parser.ts";
import {
  createDocumentReader,
  type DocumentInput,
  type DocumentPart,
  type ReadOptions,
  readDocument,
} from "./read-document.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const sentence = "A sentence stands here.";

const picture = await scan([{ text: sentence, x: 72, y: 100, size: 18 }]);

const files: Record<string, Uint8Array> = {
  pdf: makePdf([{ items: [{ text: sentence, x: 72, y: 72 }] }]),
  doc: makeDoc({ body: [docParagraph(sentence)] }),
  docx: makeDocx({ body: docxParagraph(sentence) }),
  odt: makeOdt({ body: odtParagraph(sentence) }),
  txt: bytesOf(sentence),
  text: bytesOf(sentence),
  md: bytesOf("A *sentence* stands here."),
  html: bytesOf("<p>A sentence stands here."),
  htm: bytesOf("<p>A sentence stands here."),
  csv: bytesOf(sentence),
  tsv: bytesOf(sentence),
  // Which of them it is, the content says.
  ...Object.fromEntries(["png", "jpg", "jpeg", "tiff", "bmp", "heic"].map((name) => [name, picture])),
  ppt: makePpt({ slides: [{ shapes: [{ text: pptText(sentence) }] }] }),
  pptx: makePptx({ slides: [{ shapes: pptxShape(sentence) }] }),
  xls: makeXls([[sentence]]),
  xlsx: makeXlsx({ sheets: [{ rows: [[sentence]] }] }),
};

const threePages = makePdf(Array.from({ length: 3 }, () => ({ items: [{ text: sentence, x: 72, y: 72 }] })));

const fourCells = (extension: "xlsx" | "xls") => {
  const rows = [
    ["Name", "Age"],
    ["Ann", "30"],
  ];
  return extension === "xls" ? makeXls(rows) : makeXlsx({ sheets: [{ rows }] });
};

async function drain(parts: AsyncIterable<DocumentPart>): Promise<void> {
  for await (const _ of parts);
}

async function read(input: DocumentInput, options?: ReadOptions) {
  const parts: DocumentPart[] = [];
  for await (const part of readDocument(input, options)) parts.push(part);
  return {
    parts,
    elements: parts.flatMap((part) => (part.kind === "elements" ? part.elements : [])),
    totals: parts.at(-1),
  };
}

describe("readDocument", () => {
  const pictures = readableExtensions.filter((extension) => formatOf(extension)?.kind === "image");
  // Recordings have a test of their own, beside their parser: they need FFmpeg. OCR takes seconds, and has one picture here.
  const documents = readableExtensions.filter(
    (extension) =>
      formatOf(extension)?.kind !== "media" && (extension === "png" || !pictures.includes(extension)),
  );

  it.each(documents)("reads .%s", async (extension) => {
    const bytes = files[extension] ?? new Uint8Array();
    const { elements, totals } = await read({ bytes, fileName: `a.${extension}` });
    // The name of a sheet is its title.
    expect(elements.filter(({ type }) => type !== "Title").map(({ text }) => text)).toEqual([sentence]);
    // Pages say what of their words is given.
    expect(totals).toEqual({
      ...(totals &&
        "proofs" in totals && { proofs: [{ pageNumber: 1, words: expect.any(Number), share: 1, lost: [] }] }),
      kind: "totals",
      totalPages: 1,
      failedPages: [],
      method: defaultMethod(extension),
      message: null,
    });
  });

  it.each(pictures)("keeps .%s as one picture with method fast", async (extension) => {
    const fileName = `a.${extension}`;
    const { elements } = await read({ bytes: picture, fileName }, { method: "fast" });
    expect(elements).toEqual([{ type: "Image", text: fileName, pageNumber: 1 }]);
  });

  it("returns a long document in parts, with the totals once at the end", async () => {
    const bytes = bytesOf(Array.from({ length: 600 }, (_, index) => `Paragraph ${index}.`).join("\n\n"));
    const { parts, elements } = await read({ bytes, extension: "md" });
    expect(parts.map(({ kind }) => kind)).toEqual(["elements", "elements", "elements", "totals"]);
    expect(elements.map(({ text }) => text)[599]).toBe("Paragraph 599.");
  });

  it.each([{ fileName: "Report.TXT" }, { extension: ".txt" }, { extension: "TXT", fileName: "report.pdf" }])(
    "knows the type of $fileName $extension",
    async (named) => {
      const { elements } = await read({ bytes: bytesOf(sentence), ...named });
      expect(elements).toHaveLength(1);
    },
  );

  it.each([
    ["doc", "docx"],
    ["docx", "doc"],
    ["ppt", "pptx"],
    ["pptx", "ppt"],
    ["doc", "odt"],
    ["doc", "html"],
    ["doc", "txt"],
    ["docx", "pdf"],
    ["txt", "pdf"],
    ["xlsx", "xls"],
    ["xls", "xlsx"],
    ["xls", "html"],
  ])("reads a file named .%s that is %s by what it is", async (extension, actual) => {
    const { elements } = await read({ bytes: files[actual] ?? new Uint8Array(), extension });
    expect(elements.at(-1)?.text).toBe(sentence);
  });

  it("reads a web page in one file that is named .doc", async () => {
    const page = `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>${sentence}`;
    const { elements } = await read({ bytes: bytesOf(page), extension: "doc" });
    expect(elements.map(({ text }) => text)).toEqual([sentence]);
  });

  it("reads RTF that is named .doc", async () => {
    const { elements } = await read({ bytes: bytesOf(`{\\rtf1 ${sentence}\\par}`), extension: "doc" });
    expect(elements.map(({ text }) => text)).toEqual([sentence]);
  });

  it("reads a table of values that is named .xls", async () => {
    const { elements } = await read({ bytes: bytesOf("Name\tAge\nAnn\t30\nBob\t40\n"), extension: "xls" });
    expect(elements.map(({ text }) => text)).toEqual(["Name: Ann | Age: 30\nName: Bob | Age: 40"]);
  });

  it.each(methods)("says when %s was not what ran", async (method) => {
    const { totals } = await read({ bytes: bytesOf("x y"), extension: "txt" }, { method });
    expect(totals).toMatchObject({
      message:
        method === "agentic"
          ? "Parsed with method accurate: agentic needs a vision model, which HEADWATER_VISION_MODEL names"
          : null,
    });
  });

  it.each([
    ["a.doc", [0xdb, 0xa5, 0x2d, 0x00], /made by Word 95 or an older program.*\.docx/],
    ["a.xls", [0x09, 0x04, 0x06, 0x00, 0x00, 0x04], /made by Excel 4 or an older program.*\.xlsx/],
    [
      "a.ppt",
      makeCompound({ PP40: new Uint8Array(5_000) }),
      /made by PowerPoint 95 or an older program.*\.pptx/,
    ],
  ])("names the age of %s, which is too old to be read", async (fileName, bytes, reason) => {
    const failing = read({ bytes: Uint8Array.from(bytes), fileName });
    await expect(failing).rejects.toThrow(reason);
    await expect(failing).rejects.toBeInstanceOf(ParseError);
  });

  it("reads other spellings of an extension", async () => {
    for (const fileName of ["a.markdown", "a.xhtml"])
      expect((await read({ bytes: bytesOf("<h1>Rules</h1>"), fileName })).elements[0]?.text).toBe("Rules");
  });

  it.each([
    [{ extension: "xyz" }, /\.xyz.*docx/],
    [{ fileName: "README" }, /without an extension.*docx/],
    [{}, /without an extension/],
  ])("refuses %j, naming what it can read", async (named, reason) => {
    const failing = read({ bytes: bytesOf("x"), ...named });
    await expect(failing).rejects.toThrow(reason);
    await expect(failing).rejects.toBeInstanceOf(ParseError);
  });

  it("reports its progress, and stops when its signal aborts", async () => {
    const page = (text: string) => ({ items: [{ text, x: 72, y: 72 }] });
    const bytes = makePdf(["one", "two", "three"].map(page));
    const steps: ParseProgress[] = [];
    const caller = new AbortController();
    const onProgress = (step: ParseProgress) => {
      steps.push(step);
      if (steps.length === 2) caller.abort(new Error("enough"));
    };
    await expect(read({ bytes, extension: "pdf" }, { onProgress, signal: caller.signal })).rejects.toThrow(
      "enough",
    );
    expect(steps).toEqual([0, 1].map((done) => ({ done, total: 3, unit: "pages", page: done + 1 })));
  });

  it("names what ran, and reads images by balanced when no method is named", async () => {
    const { totals } = await read({ bytes: picture, extension: "png" });
    expect(totals).toMatchObject({ method: "balanced" });
    expect(
      (await read({ bytes: bytesOf("x y"), extension: "txt" }, { method: "fast" })).totals,
    ).toMatchObject({
      method: "fast",
    });
  });

  it.each([
    [{ pages: 2 }, "pdf", threePages, "3 pages; at most 2"],
    [{ pixels: 1_000_000 }, "png", picture, "1 million"],
    [{ cells: 3 }, "xlsx", fourCells("xlsx"), "more than 3 filled cells"],
    [{ cells: 3 }, "xls", fourCells("xls"), "more than 3 filled cells"],
    [{ unpackedBytes: 100 }, "docx", files.docx, "unpacked"],
    [{ unpackedBytes: 100 }, "odt", files.odt, "unpacked"],
    [{ unpackedBytes: 100 }, "pptx", files.pptx, "unpacked"],
    [{ unpackedBytes: 100 }, "xlsx", files.xlsx, "unpacked"],
  ])("has the limit %j for .%s", async (limit, extension, bytes = new Uint8Array(), message) => {
    const reading = createDocumentReader({ limits: limit })({ bytes, extension });
    await expect(drain(reading)).rejects.toThrow(message);
    await expect(drain(createDocumentReader()({ bytes, extension }))).resolves.toBeUndefined();
  });
});

describe("some pages of a document", () => {
  const numbered = makePdf(
    Array.from({ length: 5 }, (_, index) => ({
      items: [{ text: `This is sheet ${index + 1}.`, x: 72, y: 300 }],
    })),
  );
  const texts = async (options: ReadOptions) => {
    const { elements, totals } = await read({ bytes: numbered, extension: "pdf" }, options);
    return { pages: elements.map(({ pageNumber, text }) => [pageNumber, text]), totals };
  };

  it("are read alone, with the numbers they have in it", async () => {
    const { pages, totals } = await texts({ pages: [4, 2, 99] });
    expect(pages).toEqual([
      [2, "This is sheet 2."],
      [4, "This is sheet 4."],
    ]);
    expect(totals).toMatchObject({ totalPages: 5, failedPages: [] });
  });

  it("count as failed when they are given up, also among chosen ones", async () => {
    const given = await texts({ givenUpPages: [1, 3] });
    expect(given.pages.map(([page]) => page)).toEqual([2, 4, 5]);
    expect(given.totals).toMatchObject({ totalPages: 5, failedPages: [1, 3] });
    expect((await texts({ pages: [2, 3], givenUpPages: [3] })).totals).toMatchObject({ failedPages: [3] });
  });

  it("may be empty, and may all fail: that says nothing about the others", async () => {
    const blank = makePdf([{ items: [] }, { items: [{ text: "Text.", x: 72, y: 300 }] }]);
    const { elements, totals } = await read({ bytes: blank, extension: "pdf" }, { pages: [1] });
    expect(elements).toEqual([]);
    expect(totals).toMatchObject({ totalPages: 2, failedPages: [] });
    const given = await texts({ pages: [2, 3], givenUpPages: [2, 3] });
    expect(given.pages).toEqual([]);
    expect(given.totals).toMatchObject({ totalPages: 5, failedPages: [2, 3] });
    await expect(texts({ givenUpPages: [1, 2, 3, 4, 5] })).rejects.toThrow("No page of this PDF");
  });

  it("are reported by the number of the page that is begun", async () => {
    const begun: (number | undefined)[] = [];
    await texts({ pages: [2, 4], onProgress: ({ page }) => begun.push(page) });
    expect(begun.slice(0, 2)).toEqual([2, 4]);
  });
});
