"use client";

import type { Element } from "@headwater/client";
import { CopyButton } from "../shell/copy-button.tsx";
import { rangeInWords } from "./sheet-places.ts";
import { type ChosenCell, SheetTable } from "./sheet-table.tsx";

type Properties = {
  element: Element;
  isChosen: boolean;
  cell: ChosenCell | undefined;
  onCell(cell: ChosenCell): void;
};

/** A table of a sheet, with its range above it. */
export function SheetElement({ element, isChosen, cell, onCell }: Properties) {
  const range = rangeInWords(element.metadata.range);
  const label = range === "" ? "Table" : `Table, ${range}`;
  return (
    <article className={isChosen ? "sheetel on" : "sheetel"} data-element={element.element_id ?? undefined}>
      <p className="label rangeline">
        <span>{label}</span>
        <CopyButton text={element.markdown ?? element.text} label="Copy as markdown" />
      </p>
      <SheetTable element={element} label={label} chosen={cell} onChoose={onCell} />
    </article>
  );
}
