import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describeOcr } from "@headwater/reader";
import { describeModel } from "../models/configured-models.ts";
import { version } from "../version.ts";
import type { ReadingSettings } from "./document-reader.ts";

/**
 * A name for what reads documents: the code of the reader, this service (which cuts chunks), and the settings of both. A
 * result is used again only under the same name. It changes by itself, because the code is hashed,
 * which takes some milliseconds at start.
 */
export async function nameReader({ ocr, reading, media, models }: ReadingSettings): Promise<string> {
  const { vision, transcription } = models;
  // Of a model its name counts, not its key or how long it may take.
  const settings = [
    ocr,
    // An installed pack, or the recogniser, reads pages that were left out before.
    await describeOcr(ocr),
    reading,
    media,
    vision && describeModel(vision),
    transcription && describeModel(transcription),
  ];
  const folder = dirname(fileURLToPath(import.meta.resolve("@headwater/reader")));
  const files = (await readdir(folder)).filter((name) => name.endsWith(".mjs")).sort();
  const hash = createHash("sha256").update(JSON.stringify([version, ...settings]));
  for (const name of files) hash.update(name).update(await readFile(`${folder}/${name}`));
  return hash.digest("hex").slice(0, 32);
}
