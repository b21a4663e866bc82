import { encode } from "bmp-ts";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { expectHarbourPage, harbourPage, readPicture } from "../../../testing/fixtures/harbour-page.ts";
import { redHeic } from "../../../testing/fixtures/heic.ts";
import { createDocumentReader } from "../../read-document.ts";

/** Without the recogniser and without an installed Tesseract. */
const webAssembly = createDocumentReader({ ocr: { recogniser: false, command: null } });

// Turned and skewed pictures, tables and scans: parse-image.long.test.ts.
describe("text in images", () => {
  it("is read by the recogniser, with boxes in pixels", async () => {
    expectHarbourPage(await readPicture(await harbourPage()));
  });

  it("is read by the built-in Tesseract where there is no recogniser", async () => {
    expectHarbourPage(await readPicture(await harbourPage(), { reader: webAssembly }));
  });

  it("leaves one picture where there is none", async () => {
    const blank = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#eee" } })
      .png()
      .toBuffer();
    const { elements, totals } = await readPicture(blank, { fileName: "sky.png" });
    expect(elements).toEqual([{ type: "Image", text: "sky.png", pageNumber: 1 }]);
    expect(totals).toMatchObject({ message: "No text was found in this image" });
  });

  it("is not read where nothing reads the language", async () => {
    const ocr = { recogniser: false, command: null, languages: ["tlh"] };
    await expect(readPicture(await harbourPage(), { reader: createDocumentReader({ ocr }) })).rejects.toThrow(
      "OCR for the languages tlh is not available: install Tesseract with their language packs",
    );
  });
});

needs("tesseract")("an installed Tesseract", () => {
  const installed = createDocumentReader({ ocr: { recogniser: false } });

  it("reads the same", async () => {
    expectHarbourPage(await readPicture(await harbourPage(), { reader: installed }));
  });
});

describe("images", () => {
  it.each(["fast", "auto"] as const)("are kept as one picture with method %s", async (method) => {
    const { elements, totals } = await readPicture(await harbourPage(), { method, fileName: "plan.png" });
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
    const { elements } = await readPicture(await make(), { method: "fast", fileName: "wrong.jpg" });
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
    const outcome = readPicture(make(), { method: "fast" });
    await expect(outcome).rejects.toMatchObject({ name: "ParseError" });
    await expect(outcome).rejects.toThrow(message);
  });

  it("cut short say that they are damaged", async () => {
    const whole = await harbourPage();
    await expect(readPicture(whole.subarray(0, whole.length / 2), { method: "fast" })).rejects.toThrow(
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
