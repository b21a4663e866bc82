import { encode } from "bmp-ts";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { drawnTable, tableHtml } from "../../../testing/fixtures/drawn-table.ts";
import { redHeic } from "../../../testing/fixtures/heic.ts";
import { scan, scanSize } from "../../../testing/fixtures/picture.ts";
import type { ParsedElement } from "../../element.ts";
import { createDocumentReader, type DocumentPart } from "../../read-document.ts";

const recognised = createDocumentReader();
/** Without the recogniser and without an installed Tesseract. */
const webAssembly = createDocumentReader({ ocr: { recogniser: false, command: null } });

async function read(
  bytes: Uint8Array,
  options: Parameters<typeof recognised>[1] & { fileName?: string; reader?: typeof recognised } = {},
) {
  const { fileName = "scan.png", reader = recognised, ...how } = options;
  const elements: ParsedElement[] = [];
  let totals: DocumentPart | undefined;
  for await (const part of reader({ bytes, fileName }, how)) {
    if (part.kind === "elements") elements.push(...part.elements);
    else totals = part;
  }
  return { elements, totals };
}

/** Of the scan; a point of the page takes so many. */
const pixelsPerPoint = scanSize.width / 612;

/** Its three lines end above 470 pixels. */
const pageSize = { ...scanSize, height: 560 };
const page = () =>
  scan(
    [
      { text: "Harbour Regulations", x: 72, y: 100, size: 26, font: "bold" },
      { text: "Boats longer than twelve metres report to the harbour master", x: 72, y: 160, size: 13 },
      { text: "before they enter, and wait outside until they are called.", x: 72, y: 176, size: 13 },
    ],
    pageSize.height,
  );

const expectPage = ({ elements, totals }: Awaited<ReturnType<typeof read>>) => {
  expect(elements.map(({ type, text }) => [type, text])).toEqual([
    ["Title", "Harbour Regulations"],
    [
      "NarrativeText",
      "Boats longer than twelve metres report to the harbour master before they enter, and wait outside until they are called.",
    ],
  ]);
  const [first] = elements;
  expect(first?.pageLayout).toEqual(pageSize);
  expect(Math.abs((first?.boundingBox?.left ?? 0) - 72 * pixelsPerPoint)).toBeLessThan(10);
  expect(Math.abs((first?.boundingBox?.top ?? 0) - 80 * pixelsPerPoint)).toBeLessThan(15);
  expect(totals).toMatchObject({ totalPages: 1, failedPages: [], message: null });
};

describe("text in images", () => {
  it("is read by the recogniser, with boxes in pixels", async () => {
    expectPage(await read(await page()));
  });

  it("is read by the built-in Tesseract where there is no recogniser", async () => {
    expectPage(await read(await page(), { reader: webAssembly }));
  });

  it("is read where the page was skewed by the scanner", async () => {
    const skewed = await sharp(await page())
      .rotate(2.5, { background: "white" })
      .png()
      .toBuffer();
    const { elements } = await read(skewed);
    expect(elements.map(({ text }) => text).join(" ")).toMatch(
      /^Harbour Regulations Boats longer than twelve metres report to the harbour master before they enter/,
    );
  });

  it.each([90, 180, 270])("is read where the picture is turned by %s degrees", async (turn) => {
    const { elements } = await read(
      await sharp(await page())
        .rotate(turn)
        .png()
        .toBuffer(),
    );
    expect(elements.map(({ text }) => text).join(" ")).toMatch(
      /^Harbour Regulations Boats longer than twelve metres report to the harbour master before they enter/,
    );
    // The box lies where the picture shows the title.
    const { left = 0, top = 0, width = 0, height = 0 } = elements[0]?.boundingBox ?? {};
    const [longer, shorter] = turn === 180 ? [width, height] : [height, width];
    expect(longer).toBeGreaterThan(4 * shorter);
    // The middle of the title in the picture before it was turned, in pixels.
    const [x, y] = [515, 238];
    const [middleX = 0, middleY = 0] =
      {
        90: [pageSize.height - y, x],
        180: [pageSize.width - x, pageSize.height - y],
        270: [y, pageSize.width - x],
      }[turn] ?? [];
    expect(left < middleX && middleX < left + width && top < middleY && middleY < top + height).toBe(true);
  });

  it("is read of each page of a TIFF", async () => {
    const pages = await Promise.all(
      ["First sheet of the log", "Second sheet of the log"].map((text) =>
        scan([{ text, x: 72, y: 100, size: 24 }], pageSize.height),
      ),
    );
    const tiff = await sharp(pages, { join: { animated: true } })
      .tiff()
      .toBuffer();
    const { elements, totals } = await read(tiff, { fileName: "log.tiff" });
    expect(elements.map(({ text, pageNumber }) => [pageNumber, text])).toEqual([
      [1, "First sheet of the log"],
      [2, "Second sheet of the log"],
    ]);
    expect(totals).toMatchObject({ totalPages: 2 });
  });

  it.each([
    ["with lines", undefined, 0],
    ["with a shaded head", [0.55, 0.65, 0.85] as [number, number, number], 0],
    ["skewed", undefined, 2],
  ])("is a table where a table is drawn, %s", async (_name, shade, turned) => {
    const picture = await sharp(await scan(drawnTable(shade)))
      .rotate(turned, { background: "white" })
      .png()
      .toBuffer();
    const { elements } = await read(picture, { method: "accurate" });
    expect(elements.map(({ type, html }) => [type, html])).toEqual([["Table", tableHtml]]);
  });

  it("leaves one picture where there is none", async () => {
    const blank = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#eee" } })
      .png()
      .toBuffer();
    const { elements, totals } = await read(blank, { fileName: "sky.png" });
    expect(elements).toEqual([{ type: "Image", text: "sky.png", pageNumber: 1 }]);
    expect(totals).toMatchObject({ message: "No text was found in this image" });
  });

  it("is not read where nothing reads the language", async () => {
    const ocr = { recogniser: false, command: null, languages: ["tlh"] };
    await expect(read(await page(), { reader: createDocumentReader({ ocr }) })).rejects.toThrow(
      "OCR for the languages tlh is not available: install Tesseract with their language packs",
    );
  });

  it("is read where a pack is missing that it does not need", async () => {
    expectPage(
      await read(await page(), { reader: createDocumentReader({ ocr: { languages: ["eng", "tlh"] } }) }),
    );
  });

  it("keeps text apart that runs up the margin", async () => {
    const { elements } = await read(
      await scan([
        ...Array.from({ length: 14 }, (_, row) => ({
          text: "Boats longer than twelve metres report to the harbour master",
          x: 110,
          y: 100 + row * 20,
          size: 13,
        })),
        { text: "Printed in June 2021 for the pier", x: 60, y: 370, size: 16, turn: -90 },
      ]),
    );
    const [sideways, ...others] = elements.toReversed();
    expect(sideways).toMatchObject({ type: "UncategorizedText", text: "Printed in June 2021 for the pier" });
    expect(others.map(({ text }) => text).join(" ")).not.toMatch(/Printed|2021|pier/);
  });
});

needs("tesseract")("an installed Tesseract", () => {
  const installed = createDocumentReader({ ocr: { recogniser: false } });

  it("reads the same", async () => {
    expectPage(await read(await page(), { reader: installed }));
  });

  // The built-in engine has all three: the picture is turned before an engine gets it.
  it("reads a picture that is turned by 90 degrees", async () => {
    const turned = await sharp(await page())
      .rotate(90)
      .png()
      .toBuffer();
    const { elements } = await read(turned, { reader: installed });
    expect(elements.map(({ text }) => text).join(" ")).toMatch(
      /^Harbour Regulations Boats longer than twelve metres report to the harbour master before they enter/,
    );
  });

  it("reads digits that stand alone in their cells", async () => {
    const { elements } = await read(await scan(drawnTable()), { reader: installed });
    expect(elements.map(({ type, html }) => [type, html])).toEqual([["Table", tableHtml]]);
  });
});

describe("images", () => {
  it.each(["fast", "auto"] as const)("are kept as one picture with method %s", async (method) => {
    const { elements, totals } = await read(await page(), { method, fileName: "plan.png" });
    expect(elements).toEqual([{ type: "Image", text: "plan.png", pageNumber: 1 }]);
    expect(totals).toMatchObject({
      message: `Method ${method} does not read text in images. Process the file with method balanced to read it`,
    });
  });

  const red = () => sharp({ create: { width: 64, height: 48, channels: 3, background: "#c81414" } });
  const bmp = () => {
    const data = Buffer.alloc(64 * 48 * 4, 255);
    return encode({ data, width: 64, height: 48, bitPP: 24 }).data;
  };
  /** With sizes of two bytes and colours of three, as OS/2 wrote it. */
  const coreBmp = () => {
    const header = Buffer.alloc(32);
    header.write("BM");
    header.writeUInt32LE(32, 10);
    header.writeUInt32LE(12, 14);
    for (const [at, value] of [
      [18, 64],
      [20, 48],
      [22, 1],
      [24, 1],
    ] as const)
      header.writeUInt16LE(value, at);
    header.fill(255, 29);
    return Buffer.concat([header, Buffer.alloc(8 * 48, 255)]);
  };
  it.each([
    ["PNG", () => red().png().toBuffer()],
    ["JPEG", () => red().jpeg().toBuffer()],
    ["TIFF", () => red().tiff().toBuffer()],
    ["BMP", async () => bmp()],
    ["BMP of OS/2", async () => coreBmp()],
    ["HEIC", async () => redHeic],
  ])("of the kind %s are told by their content, not by their name", async (_kind, make) => {
    const { elements } = await read(await make(), { method: "fast", fileName: "wrong.jpg" });
    expect(elements).toHaveLength(1);
  });

  it.each([
    ["nothing", () => Buffer.alloc(0), "This file is empty. Check the file and upload it again."],
    [
      "text",
      () => Buffer.from("no image at all"),
      /^This image is damaged or is not a PNG, JPEG, TIFF, BMP or HEIC/,
    ],
    ["half a BMP header", () => Buffer.from("BM1234"), /^This image is damaged or is not/],
    ["900 million pixels", hugePng, /^This image has 30000 × 30000 pixels; at most 50 million are allowed/],
  ])("made of %s say what is wrong", async (_name, make, message) => {
    const outcome = read(make(), { method: "fast" });
    await expect(outcome).rejects.toMatchObject({ name: "ParseError" });
    await expect(outcome).rejects.toThrow(message);
  });

  it("cut short say that they are damaged", async () => {
    const whole = await page();
    await expect(read(whole.subarray(0, whole.length / 2), { method: "fast" })).rejects.toThrow(
      "This image is damaged",
    );
  });
});

/** A PNG that says it has 30,000 by 30,000 pixels, and has hardly any. */
function hugePng(): Buffer {
  return Buffer.from(
    "89504e470d0a1a0a0000000d4948445200007530000075300800000000434ca7660000000c49444154789c6360a03d000000" +
      "64000186643c350000000049454e44ae426082",
    "hex",
  );
}
