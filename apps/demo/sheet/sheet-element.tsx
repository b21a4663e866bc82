"use client";

import { CopyButton } from "../shell/copy-button.tsx";
import type { JoinedTable } from "./join-tables.ts";
import { rangeInWords } from "./sheet-places.ts";
import { type ChosenCell, SheetTable } from "./sheet-table.tsx";

type Properties = {
  table: JoinedTable;
  chosenId: string | undefined;
  cell: ChosenCell | undefined;
  onCell(cell: ChosenCell): void;
  onEnd(): void;
};

/** A table of a sheet, with its range above it, or with the number of its rows so far. */
export function SheetElement({ table, chosenId, cell, onCell, onEnd }: Properties) {
  const { pieces, pieceOfRow } = table;
  const [first] = pieces;
  const chosen = pieces.find(({ element }) => chosenId !== undefined && element.element_id === chosenId);
  const range = pieces.length === 1 ? rangeInWords(first?.element.metadata.range) : "";
  const rows = `${(pieceOfRow.length - table.grid.headRows).toLocaleString("en")} rows`;
  const label = `Table, ${range === "" ? rows : range}`;
  const copied = (chosen ?? first)?.element;
  return (
    <article
      className={chosen ? "sheetel on" : "sheetel"}
      data-element={(chosen ?? first)?.element.element_id ?? undefined}
    >
      <p className="label rangeline strip">
        <span>{label}</span>
        {copied && pieces.length === 1 ? (
          <CopyButton text={copied.markdown ?? copied.text} label="Copy as markdown" />
        ) : null}
      </p>
      <SheetTable
        table={table}
        label={label}
        chosen={cell}
        onChoose={onCell}
        markedId={chosen?.element.element_id ?? undefined}
        onEnd={onEnd}
      />
    </article>
  );
}
