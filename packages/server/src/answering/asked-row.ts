import { isObject, type JsonSchema } from "../structured/json-schema.ts";
import { foldAccents } from "../text/terms.ts";
import type { RowColumn } from "./asked-field.ts";

const text = { type: ["string", "null"] };
const amount = { type: ["number", "null"] };

/** The rows of a paper, as an extraction fills them. */
export const rowSchema: JsonSchema = {
  type: "object",
  properties: {
    line_items: {
      type: "array",
      items: {
        type: "object",
        properties: { description: text, quantity: amount, unit_price: amount, line_total: amount },
      },
    },
  },
};

/** The JSON pointer of the value in the only row of that item. Null when no row or several rows are about it. */
export function rowValue(output: unknown, item: string, column: RowColumn): string | null {
  const rows = isObject(output) && Array.isArray(output.line_items) ? output.line_items : [];
  const wanted = plain(item);
  const described = rows.map((row) => (isObject(row) ? plain(String(row.description ?? "")) : ""));
  const equal = indexesOf(described, (description) => description === wanted);
  const found = equal.length > 0 ? equal : indexesOf(described, (description) => isPart(description, wanted));
  const [only] = found;
  return only !== undefined && found.length === 1 ? `/line_items/${only}/${column}` : null;
}

const plain = (written: string): string =>
  foldAccents(written)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const isPart = (description: string, wanted: string): boolean =>
  wanted !== "" && ` ${description} `.includes(` ${wanted} `);

const indexesOf = (texts: string[], fits: (text: string) => boolean): number[] =>
  texts.flatMap((each, index) => (fits(each) ? [index] : []));
