import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createDocumentReader, type ReadDocument } from "../packages/reader/src/read-document.ts";
import { printReport } from "./support/report.ts";

/**
 * How many words of scanned receipts are read: Tesseract alone, and our reader with it and with the built-in engine. A
 * word counts as found once for each time that it stands on the receipt; case and punctuation don't count.
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
  const started = performance.now();
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
  return {
    recall: found / expected,
    precision: found / given,
    seconds: (performance.now() - started) / 1_000 / ids.length,
  };
}

type Measured = Awaited<ReturnType<typeof measure>>;
const shown = ({ recall, precision, seconds }: Measured) =>
  `recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}, ${seconds.toFixed(1)} s a page`;

const reference = await measure(alone);
const row = (what: string, measured: Measured) => ({
  what,
  measured: shown(measured),
  against: shown(reference),
  aim: "recall ahead",
  met: measured.recall > reference.recall,
});
printReport([
  row("Tesseract in our reader", await measure(withReader(createDocumentReader()))),
  row("the built-in engine", await measure(withReader(createDocumentReader({ ocr: { command: null } })))),
]);
console.log(`${ids.length} receipts; against Tesseract alone on the same files.`);
