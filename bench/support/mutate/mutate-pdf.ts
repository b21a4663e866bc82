import { deflateSync, inflateSync } from "node:zlib";
import { between, pick, type Random } from "../../../packages/server/testing/documents/seeded-random.ts";
import { mutate } from "../../../packages/server/testing/fuzz/mutate.ts";

const maxStreamBytes = 16 * 1024 * 1024;
const oddNumbers = [
  "0",
  "-1",
  "1e10",
  "2147483647",
  "-2147483648",
  "4294967296",
  "0.0000001",
  "99999999999999999999",
  "NaN",
];

/** Damage to the structure of a PDF: objects swapped and doubled, references in circles, other numbers, a false xref. */
export function mutatePdf(random: Random, bytes: Uint8Array): Uint8Array {
  let file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  for (let change = between(random, 1, 4); change > 0; change -= 1) file = changed(random, file);
  return Buffer.from(file, "latin1");
}

function changed(random: Random, file: string): string {
  switch (between(random, 0, 8)) {
    case 0:
      return swapObjects(random, file);
    case 1:
    case 2:
      return redirectReferences(random, file);
    case 3:
      return changeSome(random, file, /(?<=[[\s/a-zA-Z]\s?)-?\d+(?:\.\d+)?(?=[\s\]/>])(?!\s+\d+\s+R)/g, () =>
        pick(random, oddNumbers),
      );
    case 4:
      return changeSome(random, file, /(?<=\n)\d{10}(?= \d{5} [nf])/g, () =>
        String(between(random, 0, file.length)).padStart(10, "0"),
      );
    case 5:
      return changeSome(random, file, /\/[A-Z]\w+/g, (_, names) =>
        random() < 0.3 ? "/X" : pick(random, names),
      );
    case 6:
    case 7:
      return changeStream(random, file);
    default:
      return Buffer.from(mutate(random, Buffer.from(file, "latin1"))).toString("latin1");
  }
}

type Span = { start: number; end: number };

const objectsOf = (file: string): Span[] =>
  [...file.matchAll(/\b\d+ \d+ obj\b/g)].map((match) => {
    const start = match.index + match[0].length;
    const end = file.indexOf("endobj", start);
    return { start, end: end < 0 ? file.length : end };
  });

function swapObjects(random: Random, file: string): string {
  const objects = objectsOf(file);
  if (objects.length < 2) return file;
  const [one, two] = [pick(random, objects), pick(random, objects)].sort((a, b) => a.start - b.start) as [
    Span,
    Span,
  ];
  if (one.end > two.start) return file;
  const text = ({ start, end }: Span) => file.slice(start, end);
  return (
    file.slice(0, one.start) + text(two) + file.slice(one.end, two.start) + text(one) + file.slice(two.end)
  );
}

/** References that lead elsewhere soon make circles: of pages, outlines, forms, fonts, annotations. */
const redirectReferences = (random: Random, file: string): string =>
  changeSome(random, file, /\b\d+ 0 R\b/g, (_, all) => pick(random, all));

function changeSome(
  random: Random,
  file: string,
  pattern: RegExp,
  change: (found: string, all: string[]) => string,
): string {
  const all = [...file.matchAll(pattern)].map(([found]) => found);
  const share = between(random, 1, 8) / Math.max(1, all.length);
  return file.replace(pattern, (found) => (random() < share ? change(found, all) : found));
}

/** Changes what a compressed stream holds: the operators of a page, a font, a table of objects. */
function changeStream(random: Random, file: string): string {
  const streams = [...file.matchAll(/stream\r?\n/g)].filter(
    (match) => file.slice(match.index - 3, match.index) !== "end",
  );
  if (streams.length === 0) return file;
  const match = pick(random, streams);
  const start = match.index + match[0].length;
  const end = file.indexOf("endstream", start);
  if (end < 0) return file;
  const packed = Buffer.from(file.slice(start, end), "latin1");
  let content: Buffer;
  try {
    content = inflateSync(packed, { maxOutputLength: maxStreamBytes });
  } catch {
    content = packed;
  }
  if (content.length === 0) return file;
  const damaged = damagedStream(random, content);
  const stored = content === packed ? damaged : deflateSync(damaged);
  return `${file.slice(0, start)}${stored.toString("latin1")}\n${file.slice(end)}`;
}

function damagedStream(random: Random, content: Buffer): Buffer {
  const text = content.toString("latin1");
  switch (between(random, 0, 4)) {
    case 0:
      return Buffer.from(
        changeSome(random, text, /-?\d+(?:\.\d+)?/g, () => pick(random, oddNumbers)),
        "latin1",
      );
    case 1:
      return Buffer.from("q ".repeat(10 ** between(random, 2, 5)) + text, "latin1");
    case 2:
      return Buffer.from(
        changeSome(random, text, /\b(?:Tj|TJ|Tf|Tm|Td|re|cm|Do|q|Q|BT|ET|W|gs)\b/g, (_, all) =>
          pick(random, all),
        ),
        "latin1",
      );
    case 3:
      return Buffer.from(
        text.repeat(Math.min(10 ** between(random, 0, 2), Math.ceil(2_000_000 / text.length))),
        "latin1",
      );
    default:
      return Buffer.from(mutate(random, content));
  }
}
