import type { Citation } from "@headwater/client";

/** The rectangle around quoted words, in points of their page. */
export type Box = NonNullable<Citation["bounding_box"]>;

/** A box as it is in an address: "72,130.5,200,14.25" for left, top, width and height. */
export const boxText = ({ left, top, width, height }: Box): string =>
  [left, top, width, height].map((length) => String(Math.round(length * 100) / 100)).join(",");

/** Reads a box from an address. Undefined for anything else. */
export function boxFrom(text: string | null): Box | undefined {
  const lengths = (text ?? "").split(",").map((each) => (each.trim() === "" ? Number.NaN : Number(each)));
  const [left, top, width, height, ...more] = lengths;
  if (left === undefined || top === undefined || width === undefined || height === undefined)
    return undefined;
  if (more.length > 0 || !lengths.every(Number.isFinite) || width <= 0 || height <= 0) return undefined;
  return { left, top, width, height };
}

type Placed = { bounding_box?: Box | null | undefined; metadata?: { box?: "words" | "block" } | undefined };

/** The box around the words of a citation or of evidence. Undefined when it is only around their whole element. */
export const wordsBox = ({ bounding_box: box, metadata }: Placed): Box | undefined =>
  metadata?.box === "words" ? (box ?? undefined) : undefined;

/** What to mark of a place: the box of the words where it is known, else the words themselves. */
export const quotedPlace = (placed: Placed, quote: string | null | undefined) => {
  const box = wordsBox(placed);
  return box ? { box } : { quote };
};
