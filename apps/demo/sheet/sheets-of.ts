import type { Element } from "@headwater/client";

export type SheetName = { page: number; name: string };

type Named = Pick<Element, "page_number" | "metadata">;

/** The sheets of a workbook, in order. Each begins with a title that names it; an empty one has none. */
export function sheetsOf(titles: readonly Named[]): SheetName[] {
  const names = new Map<number, string>();
  for (const { page_number: page, metadata } of titles) {
    if (page && typeof metadata.sheet === "string" && !names.has(page)) names.set(page, metadata.sheet);
  }
  return [...names].sort(([a], [b]) => a - b).map(([page, name]) => ({ page, name }));
}

/** Names of the hidden sheets. */
export function hiddenSheetsOf(titles: readonly Named[]): string[] {
  const hidden = titles.flatMap(({ metadata }) =>
    Array.isArray(metadata.hidden_sheets) ? metadata.hidden_sheets : [],
  );
  return hidden.filter((name) => typeof name === "string");
}

const sheetTypes = new Set(["xls", "xlsx", "csv", "tsv"]);

/** Whether a source is shown as a workbook. */
export const isWorkbook = (fileType: string): boolean => sheetTypes.has(fileType.toLowerCase());
