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
 * go first. Where the script is not sure, the pack of the supposed one and those that were named are tried. Null when the script
 * is one that the recogniser has, or is unknown.
 */
export async function readOtherScript(
  tesseract: Tesseract,
  named: readonly string[],
  picture: Picture,
): Promise<OtherScript> {
  const { png } = await preparePicture(await straightenPicture(picture));
  const found = await tesseract.findScript(png);
  const ofScript = found ? packsOf(found.script) : undefined;
  if (found?.isSure && !ofScript) return null;
  const namedOnes = named.filter((pack) =>
    found?.isSure ? ofScript?.includes(pack) : isOfOtherScript(pack),
  );
  const [first, ...others] = [...namedOnes, ...(ofScript ?? [])].filter((pack) => tesseract.packs.has(pack));
  if (first === undefined) {
    return found?.isSure && ofScript
      ? {
          reason: `its text is in ${found.script} script, and Tesseract's language pack ${ofScript[0]} is not installed`,
        }
      : null;
  }
  const tried = found?.isSure ? [first] : [...new Set([first, ...others])];
  const read = await readWithPacks(tesseract, tried, picture);
  if (read) return { read };
  return found?.isSure || namedOnes.length > 0
    ? { reason: `OCR (${tried.join(", ")}) found no readable text` }
    : null;
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
