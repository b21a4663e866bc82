/** The content of `store.json`, which says of which store the files beside it are. */
import { z } from "zod";
import { isId } from "../kernel/ids.ts";
import { OperatorError } from "../kernel/operator-error.ts";

const storeMark = z.object({ store_id: z.string().refine(isId) });

export const storeMarkText = (storeId: string): string => `${JSON.stringify({ store_id: storeId })}\n`;

/** The store that a mark names. Throws OperatorError when it names none; `place` says which mark it is. */
export const parseStoreMark = (text: string, place: string): string => {
  try {
    return storeMark.parse(JSON.parse(text)).store_id;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new OperatorError(
      `The file ${place} names no store. Move it away: the next start compares the database with the files themselves.`,
      { cause: error },
    );
  }
};
