import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const dotsPerInch = 150;
const scale = dotsPerInch / 72;
/** The lightest and the darkest pixel of a visible word differ by this much at least (of 255). */
const minContrast = 24;

/** The words that a person can see, and how many pdftotext names besides. */
export type ReferenceWords = {
  words: ReferenceWord[];
  /** Words with their middle outside the crop box. */
  outside: number;
  /** Words inside it that leave no ink in the picture of the page. */
  withoutInk: number;
};

/** `endsLine` marks the last word of a line, which may be the first half of a broken word. */
export type ReferenceWord = { text: string; endsLine: boolean };

export const hasPoppler = (): boolean => spawnSync("pdftotext", ["-v"]).status === 0;

/** The words of a PDF by Debian's pdftotext. Null when poppler can't read the file. */
export async function referenceWords(file: string): Promise<ReferenceWords | null> {
  const [text, pictures] = await Promise.all([
    output("pdftotext", ["-bbox-layout", "-cropbox", file, "-"]),
    output("pdftoppm", ["-r", String(dotsPerInch), "-gray", "-cropbox", file]),
  ]);
  if (!text) return null;
  const pages = pagesOf(text.toString("utf8"));
  const images = pictures ? greyImages(pictures) : [];
  const result: ReferenceWords = { words: [], outside: 0, withoutInk: 0 };
  pages.forEach((page, index) => {
    const image = images[index];
    // The sizes that pdftotext writes are those before the page's rotation.
    const width = image ? image.width / scale : page.width;
    const height = image ? image.height / scale : page.height;
    for (const { box, ...word } of page.words) {
      const x = (box.left + box.right) / 2;
      const y = (box.top + box.bottom) / 2;
      const isInside = x >= 0 && y >= 0 && x <= width && y <= height;
      if (!isInside) result.outside += 1;
      else if (image && contrastIn(image, box) < minContrast) result.withoutInk += 1;
      else result.words.push(word);
    }
  });
  return result;
}

async function output(program: string, parameters: string[]): Promise<Buffer | null> {
  const { stdout } = await run(program, parameters, {
    encoding: "buffer",
    maxBuffer: 4 * 1024 ** 3,
    timeout: 300_000,
  }).catch(() => ({ stdout: null }));
  return stdout;
}

type Box = { left: number; top: number; right: number; bottom: number };
type BoxedWord = ReferenceWord & { box: Box };
type BoxedPage = { width: number; height: number; words: BoxedWord[] };

/** Reads what `pdftotext -bbox-layout` writes: pages, lines and words, one tag a line. */
function pagesOf(xml: string): BoxedPage[] {
  const pages: BoxedPage[] = [];
  for (const [tag, name, attributes = "", text = ""] of xml.matchAll(
    /<(page|word|\/line)([^>]*)>(?:([^<]*)<\/word>)?/g,
  )) {
    const value = (attribute: string) =>
      Number(new RegExp(` ${attribute}="([^"]*)"`).exec(attributes)?.[1] ?? Number.NaN);
    const page = pages.at(-1);
    if (name === "page") pages.push({ width: value("width"), height: value("height"), words: [] });
    else if (name === "word") {
      const box = { left: value("xMin"), top: value("yMin"), right: value("xMax"), bottom: value("yMax") };
      page?.words.push({ text: inLogicalOrder(unescaped(text)), endsLine: false, box });
    } else if (tag === "</line>") {
      const last = page?.words.at(-1);
      if (last) last.endsLine = true;
    }
  }
  return pages;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const unescaped = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (entities[name] ?? whole),
  );

/** With boxes, pdftotext writes words as they are seen. Letters that read from right to left are turned, numbers are not. */
const inLogicalOrder = (text: string) =>
  /[\u0590-\u08ff\ufb1d-\ufefc]/.test(text)
    ? [...text]
        .reverse()
        .join("")
        .replace(/[\p{N}.,]+/gu, (number) => [...number].reverse().join(""))
    : text;

type GreyImage = { width: number; height: number; pixels: Buffer };

/** The pictures that pdftoppm writes one after the other: "P5", width, height, 255, and a byte a pixel. */
function greyImages(stream: Buffer): GreyImage[] {
  const images: GreyImage[] = [];
  let at = 0;
  while (at < stream.length) {
    const header = /^P5\s(\d+) (\d+)\s255\s/.exec(stream.toString("latin1", at, at + 40));
    if (!header) break;
    const width = Number(header[1]);
    const height = Number(header[2]);
    const start = at + header[0].length;
    images.push({ width, height, pixels: stream.subarray(start, start + width * height) });
    at = start + width * height;
  }
  return images;
}

function contrastIn({ width, height, pixels }: GreyImage, box: Box): number {
  const left = Math.max(0, Math.floor(box.left * scale));
  const top = Math.max(0, Math.floor(box.top * scale));
  const right = Math.min(width - 1, Math.ceil(box.right * scale));
  const bottom = Math.min(height - 1, Math.ceil(box.bottom * scale));
  let lightest = 0;
  let darkest = 255;
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const value = pixels[y * width + x] ?? 255;
      if (value > lightest) lightest = value;
      if (value < darkest) darkest = value;
    }
  }
  return lightest - darkest;
}
