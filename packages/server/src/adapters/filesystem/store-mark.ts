import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseStoreMark, storeMarkText } from "../../backup/store-mark.ts";
import { writeDurably } from "./durable.ts";
import { codeOf } from "./folder-errors.ts";

const markPath = (folder: string): string => join(folder, "store.json");

/**
 * The store that owns the files in this folder; null while there is no mark. Throws OperatorError when the mark is
 * damaged.
 */
export const readStoreMark = async (folder: string): Promise<string | null> => {
  try {
    return parseStoreMark(await readFile(markPath(folder), "utf8"), markPath(folder));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
};

/** Records durably which store owns the files in this folder. */
export const writeStoreMark = (folder: string, storeId: string): Promise<void> =>
  writeDurably(markPath(folder), storeMarkText(storeId));
