"use client";

import { type KeyboardEvent, type UIEvent, useEffect, useMemo, useRef, useState } from "react";
import { cellsOfRow, type Part } from "./cell-grid.ts";
import { type Column, columnsBetween, columnsOf, offsetsOf } from "./column-widths.ts";
import type { JoinedTable } from "./join-tables.ts";
import type { SheetPlaces } from "./sheet-places.ts";

/** Height of a row in pixels. All rows have it, so that those out of view need not be drawn. */
const rowHeight = 33;
/** Rows and pixels that are drawn beyond the view. */
const beyond = { rows: 12, pixels: 600 } as const;
/** What is seen of a table before its size is known. */
const usualView = { top: 0, left: 0, width: 1_440, height: 900 };

/** A position in a table. */
export type CellPlace = { row: number; column: number };

/** A chosen cell and what is known about it. */
export type ChosenCell = CellPlace & {
  elementId: string | undefined;
  text: string;
  /** Its name in the sheet, such as `D20`. */
  address: string | undefined;
  heading: string;
  /** The texts of its row. */
  rowTexts: readonly string[];
};

type Properties = {
  table: JoinedTable;
  label: string;
  chosen: CellPlace | undefined;
  onChoose(cell: ChosenCell): void;
  /** The element whose rows are marked. */
  markedId: string | undefined;
  /** Called while the end of the table is in view. */
  onEnd(): void;
};

/** A table in a room of its own, in which it scrolls. Headings stay; only what is in view is drawn. */
export function SheetTable({ table, label, chosen, onChoose, markedId, onEnd }: Properties) {
  const columns = useMemo(() => columnsOf(table.grid), [table]);
  const offsets = useMemo(() => offsetsOf(columns), [columns]);
  const [view, setView] = useState(usualView);
  const room = useRef<HTMLElement>(null);
  const { grid, places, pieceOfRow } = table;
  const { headRows } = grid;
  const rowCount = grid.slots.length;
  const width = offsets.at(-1) ?? 0;

  const see = ({ currentTarget: box }: UIEvent<HTMLElement>) =>
    setView({
      top: box.scrollTop,
      left: box.scrollLeft,
      width: box.clientWidth,
      height: box.clientHeight,
    });
  const firstRow = Math.floor(view.top / rowHeight) - beyond.rows;
  const rowsInView = Math.ceil(view.height / rowHeight) + 2 * beyond.rows;
  const top = Math.max(headRows, Math.min(headRows + firstRow, rowCount));
  const bottom = Math.min(rowCount, Math.max(headRows, headRows + firstRow) + rowsInView);
  const part: Part = {
    top,
    bottom,
    ...columnsBetween(offsets, view.left - beyond.pixels, view.left + view.width + beyond.pixels),
  };
  const before = offsets[part.left] ?? 0;
  const after = width - (offsets[part.right] ?? width);

  const isAtEnd = bottom >= rowCount;
  const pieceCount = table.pieces.length;
  // Asked again when more was loaded and the end is still in view.
  useEffect(() => {
    if (isAtEnd) onEnd();
  }, [isAtEnd, onEnd]);
  const isMarked = (row: number) =>
    markedId !== undefined && pieceOfRow[row]?.element.element_id === markedId;
  const markedRow = pieceCount > 1 ? pieceOfRow.findIndex((_, row) => isMarked(row)) : -1;
  useEffect(() => {
    if (markedRow >= 0 && room.current) {
      room.current.scrollTop = Math.max(0, (markedRow - headRows - 1) * rowHeight);
    }
  }, [markedRow, headRows]);

  const choose = (row: number, column: number) => onChoose(chosenCell(table, row, column));
  const walk = (event: KeyboardEvent) => {
    const [down = 0, right = 0] = steps[event.key] ?? [];
    if (event.key === "Enter" && chosen === undefined && rowCount > headRows) {
      event.preventDefault();
      return choose(headRows, 0);
    }
    if (chosen === undefined || (down === 0 && right === 0)) return;
    event.preventDefault();
    const row = Math.max(0, Math.min(rowCount - 1, chosen.row + down));
    const column = Math.max(0, Math.min(grid.columnCount - 1, chosen.column + right));
    choose(row, column);
  };
  const [chosenRow, chosenColumn] = [chosen?.row, chosen?.column];
  useEffect(() => {
    if (chosenRow !== undefined && chosenColumn !== undefined)
      reveal(room.current, chosenRow - headRows, offsets, chosenColumn);
  }, [chosenRow, chosenColumn, headRows, offsets]);

  const line = (row: number, within: Part) => (
    <tr
      key={row}
      aria-rowindex={row + 1}
      className={row < headRows ? "hd" : pieceCount > 1 && isMarked(row) ? "cited" : undefined}
    >
      <RowNumber row={row} places={places} />
      {before > 0 ? <td aria-hidden="true" /> : null}
      {cellsOfRow(grid, row, within).map(({ key, text, column, colSpan, rowSpan }) => {
        const isChosen = chosen?.row === row && chosen.column === column;
        const Tag = row < headRows ? "th" : "td";
        return (
          <Tag
            key={key}
            dir="auto"
            className={className(columns[column], isChosen)}
            {...(colSpan > 1 ? { colSpan } : {})}
            {...(rowSpan > 1 ? { rowSpan } : {})}
            onClick={() => choose(row, column)}
          >
            {text}
          </Tag>
        );
      })}
      {after > 0 ? <td aria-hidden="true" /> : null}
      <td className="fill" aria-hidden="true" />
    </tr>
  );
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

  return (
    <section
      className="cellroom"
      ref={room}
      aria-label={`${label}. Enter chooses a cell, arrow keys move.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that
      tabIndex={0}
      onScroll={see}
      onKeyDown={walk}
    >
      <table className="cells" aria-rowcount={rowCount} style={{ minWidth: `calc(var(--no) + ${width}px)` }}>
        <colgroup>
          <col className="no" />
          {before > 0 ? <col style={{ width: before }} /> : null}
          {range(part.left, part.right).map((column) => (
            <col key={column} style={{ width: columns[column]?.width }} />
          ))}
          {after > 0 ? <col style={{ width: after }} /> : null}
          <col />
        </colgroup>
        <thead>
          {places.columns ? (
            <tr className="lt">
              <td className="no" />
              {before > 0 ? <td /> : null}
              {range(part.left, part.right).map((column) => (
                <th key={column} className={className(columns[column], chosen?.column === column)}>
                  {places.columns?.[column]}
                </th>
              ))}
              {after > 0 ? <td /> : null}
              <td />
            </tr>
          ) : null}
          {range(0, headRows).map((row) => line(row, { ...part, top: 0, bottom: headRows }))}
        </thead>
        <tbody>
          <Space rows={top - headRows} />
          {range(top, bottom).map((row) => line(row, part))}
          <Space rows={rowCount - bottom} />
        </tbody>
      </table>
    </section>
  );
}

const steps: Record<string, [down: number, right: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

function RowNumber({ row, places }: { row: number; places: SheetPlaces }) {
  return <td className="no">{places.rows?.[row]?.toString() ?? ""}</td>;
}

/** Rows that are not drawn. */
function Space({ rows }: { rows: number }) {
  if (rows <= 0) return null;
  return (
    <tr style={{ height: rows * rowHeight }}>
      <td />
    </tr>
  );
}

const className = (column: Column | undefined, isOn: boolean): string | undefined =>
  [column?.isNumeric ? "r" : "", isOn ? "on" : ""].filter(Boolean).join(" ") || undefined;

/** A cell, and what is known about it. */
export function chosenCell(
  { grid, places, pieceOfRow }: JoinedTable,
  row: number,
  column: number,
): ChosenCell {
  const slot = grid.slots[row]?.[column];
  const letter = places.columns?.[column - (slot?.column ?? 0)];
  const line = places.rows?.[row - (slot?.row ?? 0)];
  const head = row < grid.headRows ? undefined : grid.slots[grid.headRows - 1]?.[column];
  return {
    elementId: pieceOfRow[row]?.element.element_id ?? undefined,
    row,
    column,
    text: slot?.cell.text ?? "",
    address: letter === undefined || line === undefined ? undefined : `${letter}${line}`,
    heading: head?.cell.text.trim() ?? "",
    rowTexts: (grid.slots[row] ?? [])
      .map((each) => each?.cell.text.trim() ?? "")
      .filter((text) => text !== ""),
  };
}

/** Scrolls the room so that a cell is in view. */
function reveal(room: HTMLElement | null, bodyRow: number, offsets: readonly number[], column: number): void {
  if (!room) return;
  const [from, to] = [bodyRow * rowHeight, (bodyRow + 3) * rowHeight];
  if (from < room.scrollTop) room.scrollTop = Math.max(0, from);
  else if (to > room.scrollTop + room.clientHeight) room.scrollTop = to - room.clientHeight;
  const [left, right] = [offsets[column] ?? 0, (offsets[column + 1] ?? 0) + 160];
  if (left < room.scrollLeft) room.scrollLeft = left;
  else if (right > room.scrollLeft + room.clientWidth) room.scrollLeft = right - room.clientWidth;
}
