import type { Column } from "./columns.ts";

/** One value of an output. `pointer` is its JSON pointer (RFC 6901), which connects it to its evidence. */
export type Cell = { pointer: string; value: unknown; label: string };

/** Whether a value is missing: left out, or null. */
export const isStated = (value: unknown): boolean => value !== undefined && value !== null;

export const pointerTo = (base: string, ...keys: (string | number)[]): string =>
  keys.reduce<string>(
    (path, key) => `${path}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    base,
  );

/** Returns the value of a column from an output, or from one entry of a list. */
export function valueAt(output: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined,
    output,
  );
}

/** Returns the entries of a list or table column. A single value counts as a list of one entry. */
export function entriesAt(output: unknown, keys: readonly string[]): unknown[] {
  const value = valueAt(output, keys);
  return Array.isArray(value) ? value : isStated(value) ? [value] : [];
}

/** Returns every single value of an output, stated or not. An empty list counts as one value that is not stated. */
export function cellsOf(columns: readonly Column[], output: unknown, base = "", within = ""): Cell[] {
  return columns.flatMap((column): Cell[] => {
    const pointer = pointerTo(base, ...column.keys);
    const label = within === "" ? column.label : `${within}, ${column.label.toLowerCase()}`;
    if (column.kind === "value") return [{ pointer, label, value: valueAt(output, column.keys) }];
    const entries = entriesAt(output, column.keys);
    if (entries.length === 0) return [{ pointer, label, value: undefined }];
    if (column.kind === "list")
      return entries.map((value, index) => ({ pointer: pointerTo(pointer, index), label, value }));
    return entries.flatMap((entry, index) =>
      cellsOf(column.columns, entry, pointerTo(pointer, index), label),
    );
  });
}

/** Writes a value for a table. */
export function shown(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Whether a value is a code, such as an invoice number, and not text, a date or an amount. */
export const isCode = (value: unknown): boolean =>
  typeof value === "string" && /^(?=.*\d)[\p{L}\d/_-]{5,}$/u.test(value) && !/^\d{4}-\d\d-\d\d/.test(value);
