import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPage, type PdfPageContent } from "./documents/pdf-file.ts";

/** What the program does with a picture: it ends with an error, never ends, or finds the text. */
export type FakeOcrMode = "fails" | "hangs" | "reads";

export type FakeOcr = {
  command: string;
  /** Of a service that uses it for all pictures. */
  settings: Record<string, string>;
  set(mode: FakeOcrMode): Promise<void>;
  /** How often it was started for a picture. */
  starts(): Promise<number>;
  remove(): Promise<void>;
};

/** A program that stands for Tesseract, with faults on demand. */
export async function makeFakeOcr(text: string): Promise<FakeOcr> {
  const folder = await mkdtemp(join(tmpdir(), "headwater-ocr-"));
  const path = (name: string) => join(folder, name);
  const command = path("tesseract");
  await writeFile(path("hocr"), hocrOf(text));
  await writeFile(path("starts"), "");
  await writeFile(
    command,
    `#!/bin/sh
if [ "$1" = "--list-langs" ]; then printf 'List of languages\\neng\\n'; exit 0; fi
cat > /dev/null
echo started >> "${path("starts")}"
case "$(cat "${path("mode")}")" in
  fails) exit 1 ;;
  hangs) while true; do sleep 1; done ;;
  *) cat "${path("hocr")}" ;;
esac
`,
  );
  await chmod(command, 0o700);
  const set = (mode: FakeOcrMode) => writeFile(path("mode"), mode);
  await set("reads");
  return {
    command,
    settings: { HEADWATER_PROGRAMS: `tesseract=${command}`, HEADWATER_OCR_RECOGNISER: "none" },
    set,
    starts: async () => (await readFile(path("starts"), "utf8")).split("\n").filter(Boolean).length,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** In points, just around the text of the program: drawing a page for the OCR and cleaning it takes time for each of its pixels. */
const size = { width: 306, height: 130 };

/** A page that shows a picture and has no text: it goes to OCR. */
export const scannedPage = (): PdfPageContent => ({
  ...createPage(size),
  content: () => "q 306 0 0 130 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q",
});

const hocrOf = (text: string): string => {
  const words = text
    .split(" ")
    .map((word, index) => {
      const left = 150 + 220 * index;
      return `<span class='ocrx_word' title='bbox ${left} 450 ${left + 200} 490; x_wconf 96'>${word}</span>`;
    })
    .join("");
  const line = "bbox 150 450 1200 490; baseline 0 -5; x_size 40; x_descenders 8; x_ascenders 10";
  return `<html><body><div class='ocr_page'><span class='ocr_line' title='${line}'>${words}</span></div></body></html>`;
};
