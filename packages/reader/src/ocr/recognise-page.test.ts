import { expect, it } from "vitest";
import { ocrBy } from "../../testing/fixtures/ocr.ts";
import { recognisePage } from "./recognise-page.ts";
import type { RecognisedWord } from "./recognise-text.ts";
import type { Recogniser } from "./recogniser/connect-recogniser.ts";

const picture = { data: new Uint8Array(400 * 400).fill(255), width: 400, height: 400, channels: 1 } as const;

/** Reads lines of these texts, each so sure. */
const recogniserOf = (...lines: [text: string, score: number][]): Recogniser => ({
  readLines: async () =>
    lines.map(([text, score], row) => ({
      ...{ left: 10, right: 390, top: 20 * row, bottom: 20 * row + 18 },
      words: text.split(" ").map((word, at) => ({ text: word, start: at / 50, end: (at + 1) / 50, score })),
      ...{ score, direction: 0 as const },
    })),
  close: () => {},
});

/** A Tesseract that reads two words with any pack. */
const engineOf = (confidence: number) => ({
  languages: [],
  recognise: async () =>
    ["مرحبا", "بكم"].map(
      (text, at): RecognisedWord => ({
        ...{ text, left: 200 - 100 * at, right: 280 - 100 * at, top: 10, bottom: 30, baseline: 28 },
        ...{ letterHeight: 20, confidence, direction: 0 },
      }),
    ),
});

const textOf = ({ words }: { words: { text: string }[] }) => words.map(({ text }) => text).join(" ");
const sure = recogniserOf(["Harbour dues are paid at the quay", 0.98], ["before noon", 0.97]);
const unsure = recogniserOf(["3Laj|", 0.55], ["c~lgj", 0.52]);

it("takes what the recogniser is sure of, and asks Tesseract nothing", async () => {
  const page = await recognisePage(ocrBy({ recogniser: sure }), picture);
  expect(textOf(page)).toBe("Harbour dues are paid at the quay before noon");
  expect(page.doubt).toBeNull();
});

it("reads another script with the pack of that script alone", async () => {
  const asked: (readonly string[])[] = [];
  const ocr = ocrBy({
    recogniser: unsure,
    packs: ["eng", "deu", "ara"],
    languages: ["eng"],
    script: "Arabic",
  });
  const tesseract = {
    ...ocr.tesseract,
    engine: (languages: readonly string[]) => {
      asked.push(languages);
      return engineOf(90);
    },
  };
  const page = await recognisePage({ ...ocr, tesseract }, picture);
  expect(textOf(page)).toBe("مرحبا بكم");
  expect(page.doubt).toBeNull();
  expect(asked).toEqual([["ara"]]);
});

it("prefers the pack that the operator named among those of a script", async () => {
  const ocr = ocrBy({ recogniser: unsure, packs: ["rus", "ukr"], languages: ["ukr"], script: "Cyrillic" });
  const page = await recognisePage(ocr, picture).catch((error: Error) => error.message);
  expect(page).toBe("Tesseract was asked for ukr");
});

it("names the pack that a page lacks, and takes nothing of it for text", async () => {
  const page = await recognisePage(ocrBy({ recogniser: unsure, packs: ["eng"], script: "Arabic" }), picture);
  expect(page.doubt).toEqual({
    isUnread: true,
    reason: "its text is in Arabic script, and Tesseract's language pack ara is not installed",
  });
});

it("does not take what Tesseract is unsure of", async () => {
  const ocr = ocrBy({ recogniser: unsure, engine: engineOf(45), packs: ["ara"], script: "Arabic" });
  expect((await recognisePage(ocr, picture)).doubt).toEqual({
    isUnread: true,
    reason: "OCR (ara) found no readable text",
  });
});

it("tries the packs that the operator named where the script is not known", async () => {
  const ocr = ocrBy({
    recogniser: unsure,
    engine: engineOf(90),
    packs: ["eng", "ara"],
    languages: ["eng", "ara"],
  });
  expect(textOf(await recognisePage(ocr, picture))).toBe("مرحبا بكم");
});

it("tries the pack of a script that Tesseract only supposes", async () => {
  const ocr = ocrBy({
    recogniser: unsure,
    engine: engineOf(90),
    packs: ["ara"],
    script: "Arabic",
    isSure: false,
  });
  expect(textOf(await recognisePage(ocr, picture))).toBe("مرحبا بكم");
});

it("does not name the pack of a script that is only supposed", async () => {
  const ocr = ocrBy({ recogniser: unsure, packs: ["eng"], script: "Bengali", isSure: false });
  expect((await recognisePage(ocr, picture)).doubt).toEqual({
    isUnread: true,
    reason: "OCR found no readable text; this may be a script that the recogniser does not know",
  });
});

it("takes nothing for text where lines were found and nothing was read of them", async () => {
  const nothing: Recogniser = {
    readLines: async () =>
      Array.from({ length: 6 }, (_, row) => ({
        ...{ left: 10, right: 390, top: 20 * row, bottom: 20 * row + 18 },
        ...{ words: [], score: 0, direction: 0 as const },
      })),
    close: () => {},
  };
  expect((await recognisePage(ocrBy({ recogniser: nothing }), picture)).doubt?.isUnread).toBe(true);
});

it("keeps the lines that it is sure of where half of a page is in another script", async () => {
  const half = recogniserOf(["Harbour dues", 0.98], ["are paid", 0.97], ["c~lgj", 0.4]);
  const page = await recognisePage(ocrBy({ recogniser: half, packs: ["eng"], script: "Arabic" }), picture);
  expect(textOf(page)).toBe("Harbour dues are paid");
  expect(page.doubt).toMatchObject({ isUnread: false, reason: expect.stringContaining("language pack ara") });
});

it("says how many lines of a page could not be read", async () => {
  const lines = Array.from({ length: 12 }, (): [string, number] => ["Boats report to the master", 0.97]);
  const page = await recognisePage(
    ocrBy({ recogniser: recogniserOf(...lines, ["3Laj|", 0.55], ["c~lgj", 0.45], ["jjg", 0.6]) }),
    picture,
  );
  expect(page.doubt).toMatchObject({
    isUnread: false,
    reason: expect.stringMatching(/^3 of 15 lines are hard to read or in another script/),
  });
  expect(textOf(page)).not.toContain("c~lgj");
});

it("says that letters are missing in a language that the recogniser has only some letters of", async () => {
  const vietnamese =
    "Ni quy vưn hoa công cng Vưn m ca hng ngày t tám gi sáng đn chín gi ti Khách tham quan vui lòng không gim lên bãi c không b cành và không hái hoa Mi cây b hư hi s b pht năm trăm nghìn đng Tr em dưi mưi tui phi có ngưi ln đi cùng Chó ch đưc vào khi có dây xích ngn Các bui hòa nhc din ra vào th by bên cnh đài phun nưc ln Khách tham quan vui lòng không gim lên bãi c không hái hoa";
  const page = await recognisePage(ocrBy({ recogniser: recogniserOf([vietnamese, 0.98]) }), picture);
  expect(page.doubt).toMatchObject({ isUnread: false, reason: expect.stringContaining("language pack vie") });
});

it("has no doubt about a picture without text", async () => {
  const page = await recognisePage(ocrBy({ recogniser: recogniserOf() }), picture);
  expect(page).toMatchObject({ words: [], doubt: null });
});

it("reads everything with Tesseract without the recogniser, and names the packs that it lacks", async () => {
  const ocr = { ...ocrBy({ engine: engineOf(90), packs: ["eng"] }), languages: ["eng", "ara"] };
  expect(textOf(await recognisePage(ocr, picture))).toBe("مرحبا بكم");
});
