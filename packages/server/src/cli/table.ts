import { printableInLine } from "./printable.ts";

/** Rows in aligned columns under a header. Plain text, suitable for `cut` and `awk`. */
export function table(header: string[], rows: string[][]): string {
  const all = [header, ...rows].map((row) => row.map(printableInLine));
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
