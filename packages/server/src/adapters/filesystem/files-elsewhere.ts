import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../../kernel/operator-error.ts";
import { writeDurably } from "./durable.ts";
import { codeOf } from "./folder-errors.ts";

/** In a data folder whose files are kept in another place; its text names the place for people. */
export const elsewhereName = "files-elsewhere";

/** Notes in the data folder that its files are in this place. */
export async function noteFilesElsewhere(root: string, place: string): Promise<void> {
  if ((await readFilesElsewhere(root)) !== place) await writeDurably(join(root, elsewhereName), `${place}\n`);
}

/** Throws OperatorError where the files are kept elsewhere: without them every document would be missing. */
export async function refuseFilesElsewhere(root: string): Promise<void> {
  const place = await readFilesElsewhere(root);
  if (place === null) return;
  throw new OperatorError(
    `The files of the data folder ${root} are in ${place}. Set HEADWATER_FILES; or copy them into ${join(root, "files")} and remove ${join(root, elsewhereName)}.`,
  );
}

/** Where the files of a data folder are instead; null where they are in it. */
export async function readFilesElsewhere(root: string): Promise<string | null> {
  try {
    return (await readFile(join(root, elsewhereName), "utf8")).trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}
