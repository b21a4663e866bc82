import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { OcrOptions } from "../packages/reader/src/ocr/open-ocr.ts";
import { createDocumentReader, type ReadDocument } from "../packages/reader/src/read-document.ts";
import { printReport } from "./support/report.ts";

/**
 * How many words of scanned receipts are read: by Tesseract alone, and by our reader with its recogniser, with Tesseract, and with
 * the built-in Tesseract. A word counts as found once for each time that it is on the receipt; case and punctuation don't
 * count. Times are processor time of this process and of those it started.
 */
const receipts = fileURLToPath(new URL("../../shared/corpora/receipts", import.meta.url));
if (!existsSync(receipts)) {
  console.log(`Left out: ${receipts} is not there.`);
  process.exit(0);
}

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The last field of each line is the text; the eight before it are the corners of its box. */
const truthOf = (id: string): string[] =>
  wordsOf(
    readFileSync(`${receipts}/box/${id}.csv`, "latin1")
      .split(/\r?\n/)
      .map((line) => line.split(",").slice(8).join(","))
      .join("\n"),
  );

const alone = async (path: string): Promise<string> =>
  execFileSync("tesseract", [path, "-", "-l", "eng"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

const withReader =
  (read: ReadDocument) =>
  async (path: string): Promise<string> => {
    let text = "";
    for await (const part of read({ bytes: readFileSync(path), fileName: path }, { method: "balanced" })) {
      if (part.kind === "elements") text += part.elements.map((element) => `${element.text}\n`).join("");
    }
    return text;
  };

const ids = readdirSync(`${receipts}/box`).map((name) => name.replace(".csv", ""));

async function measure(read: (path: string) => Promise<string>) {
  let [found, expected, given] = [0, 0, 0];
  const started = cpuSeconds();
  for (const id of ids) {
    const words = wordsOf(await read(`${receipts}/img/${id}.jpg`));
    const left = new Map<string, number>();
    for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
    for (const word of truthOf(id)) {
      expected += 1;
      const count = left.get(word) ?? 0;
      if (count > 0) found += 1;
      left.set(word, count - 1);
    }
    given += words.length;
  }
  const [recall, precision] = [found / expected, found / given];
  return {
    recall,
    precision,
    f1: (2 * recall * precision) / (recall + precision),
    seconds: (cpuSeconds() - started) / ids.length,
  };
}

/** Of this process and the programs that have ended; from Linux's own account. */
function cpuSeconds(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

type Measured = Awaited<ReturnType<typeof measure>>;
const shown = ({ recall, precision, f1, seconds }: Measured) =>
  `F1 ${f1.toFixed(3)}, recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}, ${(seconds / reference.seconds).toFixed(1)} × the time`;

const reference = await measure(alone);
const row = (what: string, measured: Measured, minF1: number) => ({
  what,
  measured: shown(measured),
  against: shown(reference),
  aim: `F1 ≥ ${minF1.toFixed(3)}`,
  met: measured.f1 >= minF1,
});
const readBy = (ocr: OcrOptions) => measure(withReader(createDocumentReader({ ocr })));
printReport([
  row("the recogniser", await readBy({}), 0.92),
  row("Tesseract in our reader", await readBy({ recogniser: false }), reference.f1),
  row("the built-in Tesseract", await readBy({ recogniser: false, command: null }), reference.f1),
]);
console.log(`${ids.length} receipts; against Tesseract alone on the same files.`);
