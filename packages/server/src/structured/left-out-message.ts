import { isObject, pointerKeys } from "./json-schema.ts";
import type { LeftOutItem } from "./resolve-absent.ts";

/** Maximum items that are named one by one. */
const maxNamed = 5;
const maxLength = 60;

/** Says which items of which lists were left out, and why; null when none was. */
export function leftOutMessage(items: LeftOutItem[]): string | null {
  const lists = [...Map.groupBy(items, ({ list }) => list)];
  if (lists.length === 0) return null;
  return lists.map(([list, left]) => sentence(list, left)).join(" ");
}

function sentence(list: string, items: LeftOutItem[]): string {
  const names = [...new Set(items.flatMap(({ lacks }) => lacks.map((path) => pointerKeys(path).join("."))))];
  const lacking = names.filter((name) => name !== "");
  const why =
    lacking.length === 0
      ? "does not fit output_schema"
      : `lacks a fitting value for ${lacking.join(", ")}, which output_schema requires`;
  const named = items.slice(0, maxNamed).map(({ item }) => described(item));
  const more = items.length > maxNamed ? ` and ${items.length - maxNamed} more` : "";
  const count = items.length === 1 ? "1 item" : `${items.length} items`;
  return `${count} of ${list} left out (${named.join("; ")}${more}): ${items.length === 1 ? "it" : "each"} ${why}.`;
}

/** The values that an item has. */
function described(item: unknown): string {
  const values = isObject(item) ? Object.values(item).filter((value) => value !== null) : [item];
  const text = values.map((value) => (typeof value === "object" ? "…" : String(value))).join(", ");
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
