import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isId } from "../../kernel/ids.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { writeDurably } from "./durable.ts";
import { codeOf } from "./folder-errors.ts";

const storeMark = z.object({ store_id: z.string().refine(isId) });

const markPath = (folder: string): string => join(folder, "store.json");

/**
 * The store that owns the files in this folder; null while there is no mark. Throws OperatorError when the mark is
 * damaged.
 */
export const readStoreMark = async (folder: string): Promise<string | null> => {
  try {
    return storeMark.parse(JSON.parse(await readFile(markPath(folder), "utf8"))).store_id;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new OperatorError(
      `The file ${markPath(folder)} names no store. Move it away: the next start compares the database with the files themselves.`,
      { cause: error },
    );
  }
};

/** Records durably which store owns the files in this folder. */
export const writeStoreMark = (folder: string, storeId: string): Promise<void> =>
  writeDurably(markPath(folder), `${JSON.stringify({ store_id: storeId })}\n`);
