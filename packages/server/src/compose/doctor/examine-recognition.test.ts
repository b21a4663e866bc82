import { expect, it } from "vitest";
import { examineRecognition } from "./examine-recognition.ts";

it("names the recogniser, and the packs for other scripts", async () => {
  expect(await examineRecognition({ command: null })).toEqual({
    state: "ok",
    text: "scans and images are read by PP-OCRv6, other scripts with Tesseract's packs eng",
  });
});

it("says what to install where Tesseract reads alone, and which pack is missing", async () => {
  expect(
    await examineRecognition({ recogniser: false, command: null, languages: ["eng", "deu"] }),
  ).toMatchObject({
    state: "note",
    text: expect.stringMatching(
      /^scans and images are read by Tesseract alone .*HEADWATER_OCR_LANGUAGES deu is not installed; @headwater\/recogniser/,
    ),
  });
});
