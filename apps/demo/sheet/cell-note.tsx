"use client";

import { ScrollRoom } from "../document/scroll-room.tsx";
import { useAbilities } from "../shell/abilities.ts";
import { askAddress } from "../shell/addresses.ts";
import { CopyButton } from "../shell/copy-button.tsx";
import { Link } from "../shell/link.tsx";
import type { ChosenCell } from "./sheet-table.tsx";

type Properties = {
  fileId: string;
  sheet: string | undefined;
  cell: ChosenCell;
  /** Questions whose answers cite the cell's row. */
  questions: readonly string[];
};

/** Longer texts are cut in the line about the row. */
const maxRowLength = 240;

/** A cell, written out: where it stands, its whole text, its column and its row. */
export function CellNote({ fileId, sheet, cell, questions }: Properties) {
  const { can } = useAbilities();
  const { text, address, heading, rowTexts } = cell;
  const where = [sheet, address === undefined ? undefined : `cell ${address}`].filter(Boolean).join(", ");
  const row = rowTexts.join(", ");
  const shortRow = row.length > maxRowLength ? `${row.slice(0, maxRowLength)}…` : row;
  return (
    <div className="cellnote">
      <p className="label">{where === "" ? "Cell" : where}</p>
      <ScrollRoom as="div" className={text.length > 40 ? "value long" : "value"} label="Value">
        <p dir="auto">{text.trim() === "" ? "Empty" : text}</p>
      </ScrollRoom>
      <p>
        {heading === "" ? "" : `${heading}. `}
        {shortRow === "" ? "" : `Its row: ${shortRow}`}
      </p>
      {questions.map((question) => (
        <p key={question}>
          Cited in{" "}
          <Link href="/ask" dir="auto">
            {question}
          </Link>
        </p>
      ))}
      <p className="doings cluster">
        <CopyButton text={text} label="Copy" />
        {can("ask") && row !== "" ? (
          <Link className="btn bare" href={askAddress([fileId], `About the row “${shortRow}”: `)}>
            Ask about this row
          </Link>
        ) : null}
      </p>
    </div>
  );
}
