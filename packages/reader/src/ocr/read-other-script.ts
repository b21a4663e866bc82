import type { Picture } from "./picture.ts";
import { preparePicture } from "./prepare-picture.ts";
import type { Tesseract } from "./recognise-text.ts";
import { meanConfidence, recogniseUpright, type UprightText } from "./recognise-upright.ts";
import { isOfOtherScript, packsOf } from "./script-packs.ts";
import { straightenPicture } from "./straighten-picture.ts";

/** A page in the language of the pack is surer. */
const minConfidence = 60;

/** What Tesseract read, or why it could not: a sentence after "Page 3:", without its full stop. */
export type OtherScript = { read: UprightText } | { reason: string } | null;

/**
 * Reads a picture whose script the recogniser does not have, with the one pack of that script. The packs that the operator named
 * go first; where the script is not known, each of them is tried. Null when the script is one that the recogniser has, or
 * nobody can tell.
 */
export async function readOtherScript(
  tesseract: Tesseract,
  named: readonly string[],
  picture: Picture,
): Promise<OtherScript> {
  const { png } = await preparePicture(await straightenPicture(picture));
  const script = await tesseract.findScript(png);
  const ofScript = script === null ? null : packsOf(script);
  if (ofScript === undefined) return null;
  const candidates = ofScript
    ? [...named.filter((pack) => ofScript.includes(pack)), ...ofScript]
    : named.filter(isOfOtherScript);
  const there = candidates.filter((pack) => tesseract.packs.has(pack));
  if (there.length === 0) {
    const [pack] = candidates;
    if (pack === undefined) return null;
    return {
      reason: `its text is ${script === null ? "not in a script that the recogniser knows" : `in ${script} script`}, and Tesseract's language pack ${pack} is not installed`,
    };
  }
  const tried = script === null ? there : there.slice(0, 1);
  const read = await readWithPacks(tesseract, tried, picture);
  return read ? { read } : { reason: `OCR (${tried.join(", ")}) found no readable text` };
}

/** Reads with the first pack that is there and sure. Never with several at once: they disturb each other. */
export async function readWithPacks(
  tesseract: Tesseract,
  packs: readonly string[],
  picture: Picture,
): Promise<UprightText | null> {
  for (const pack of packs.filter((name) => tesseract.packs.has(name))) {
    const read = await recogniseUpright(tesseract.engine([pack]), picture);
    if (read.words.length > 0 && meanConfidence(read.words) >= minConfidence) return read;
  }
  return null;
}
