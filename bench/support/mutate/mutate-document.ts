import {
  between,
  pick,
  type Random,
  seededRandom,
} from "../../../packages/server/testing/documents/seeded-random.ts";
import { mutate } from "../../../packages/server/testing/fuzz/mutate.ts";
import { mutateImage } from "./mutate-image.ts";
import { mutatePackage } from "./mutate-package.ts";
import { mutatePdf } from "./mutate-pdf.ts";
import { mutateText } from "./mutate-text.ts";

type Mutate = (random: Random, bytes: Uint8Array) => Uint8Array;

const mutateMarkup: Mutate = (random, bytes) => {
  let text = Buffer.from(bytes).toString("utf8");
  for (let change = between(random, 1, 4); change > 0; change -= 1) text = mutateText(random, text);
  return Buffer.from(text);
};

/** Binary formats of Office: words of their tables get values that lead far away or back. */
const mutateRecords: Mutate = (random, bytes) => {
  const file = Buffer.from(mutate(random, bytes));
  for (let change = between(random, 0, 12); change > 0 && file.length >= 8; change -= 1) {
    const at = between(random, 0, (file.length - 4) >> 2) * 4;
    file.writeUInt32LE(
      pick(random, [0, 1, 0x7fff, 0xffff, 0x7fffffff, 0xfffffffe, 0xffffffff, between(random, 0, 64)]),
      Math.min(at, file.length - 4),
    );
  }
  return file;
};

const byKind: [pattern: RegExp, mutate: Mutate][] = [
  [/^pdf$/, mutatePdf],
  [/^(docx|xlsx|pptx|odt)$/, mutatePackage],
  [/^(doc|xls|ppt)$/, mutateRecords],
  [/^(png|jpe?g|tiff?|bmp|heic)$/, mutateImage],
  [/^(html?|md|txt|text|csv|tsv)$/, mutateMarkup],
];

/** Share of mutations that join the start of this document to the end of another one of its kind. */
const spliceShare = 0.08;
/** Share of mutations that know nothing of the format. */
const plainShare = 0.15;

/**
 * The `number`th mutation of a document; the same for the same seed, name and bytes. `others` are documents of its kind.
 */
export function mutateDocument(
  { name, extension, bytes }: { name: string; extension: string; bytes: Uint8Array },
  others: readonly Uint8Array[],
  seed: string,
): Uint8Array {
  const random = seededRandom(hashOf(`${seed}:${name}`));
  const way = random();
  if (bytes.length === 0) return mutateMarkup(random, bytes);
  if (way < spliceShare) {
    const other = pick(random, others);
    return Buffer.concat([
      bytes.subarray(0, between(random, 0, bytes.length)),
      other.subarray(between(random, 0, other.length)),
    ]);
  }
  const own = byKind.find(([pattern]) => pattern.test(extension))?.[1];
  return (way < spliceShare + plainShare ? mutate : (own ?? mutate))(random, bytes);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
