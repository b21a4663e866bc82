"use client";

import { type ReactNode, useMemo } from "react";
import { isCode, isStated, shown } from "./cells.ts";
import { type Choice, isChosen, type ResultValue } from "./choice.ts";
import type { Column } from "./columns.ts";
import { EvidenceNote } from "./evidence-note.tsx";
import type { ExtractionRow } from "./extraction-run.ts";
import { type DrawValue, ValueOf } from "./fields.tsx";
import type { Footnote } from "./footnotes.ts";

type Properties = {
  columns: readonly Column[];
  rows: readonly ExtractionRow[];
  footnotes: readonly Footnote[];
  choice: Choice | undefined;
  onPoint(value: ResultValue): void;
  onPress(value: ResultValue): void;
  /** Shows evidence below its value, not below the table. */
  isNarrow: boolean;
};

/** One row for each source. Lists of objects have their own lines below it. */
export function ResultTable({ columns, rows, footnotes, choice, onPoint, onPress, isNarrow }: Properties) {
  const short = columns.filter(({ kind }) => kind !== "table");
  const long = columns.filter(({ kind }) => kind === "table");
  const letters = useMemo(
    () => new Map(footnotes.map(({ fileId, letter }) => [fileId, letter])),
    [footnotes],
  );

  const drawIn =
    (row: ExtractionRow): DrawValue =>
    (value, pointer, { label }) => {
      if (!isStated(value)) {
        const letter = letters.get(row.fileId);
        return (
          <span className="nil">
            not found
            {letter ? (
              <a href={`#footnote-${letter}`} aria-label={`Note ${letter}`}>
                <sup>{letter}</sup>
              </a>
            ) : null}
          </span>
        );
      }
      const text = shown(value);
      const place = { fileId: row.fileId, pointer };
      const isShown = isChosen(choice, place);
      const isUnsure = row.evidence.find(({ path }) => path === pointer)?.verdict === "unverified";
      return (
        <>
          <button
            type="button"
            className={`v${isCode(value) ? " mono" : ""}${isShort(text) ? " nb" : ""}${isShown ? " on" : ""}`}
            aria-describedby={isShown ? "evidence" : undefined}
            data-verdict={isUnsure ? "unverified" : undefined}
            aria-pressed={isShown && choice?.isHeld === true}
            onPointerEnter={(event) => (event.pointerType === "mouse" ? onPoint(place) : undefined)}
            onFocus={() => onPoint(place)}
            onClick={() => onPress(place)}
          >
            {text}
            {isUnsure ? <span className="off">, unverified</span> : null}
          </button>
          {isShown && isNarrow ? (
            <EvidenceNote row={row} pointer={pointer} label={label} value={value} />
          ) : null}
        </>
      );
    };

  return (
    <table className="res wide">
      <caption className="off">Values by source</caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          {short.map(({ keys, label, numeric }) => (
            <th scope="col" key={keys.join("\n")} className={numeric ? "r" : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.fileId} className={choice?.fileId === row.fileId ? "is-chosen" : undefined}>
          <tr>
            <th scope="row" title={row.fileName}>
              <span className="clip">
                <bdi>{row.fileName}</bdi>
              </span>
            </th>
            {row.state === "done" ? (
              short.map((column) => (
                <td
                  key={column.keys.join("\n")}
                  className={column.numeric ? "r" : undefined}
                  data-l={column.label}
                >
                  <ValueOf column={column} output={row.output} base="" draw={drawIn(row)} />
                </td>
              ))
            ) : (
              <td colSpan={Math.max(1, short.length)} className="state">
                {stateOf(row)}
              </td>
            )}
          </tr>
          {row.state === "done"
            ? long.map((column) => (
                <tr key={column.keys.join("\n")} className="under">
                  <td colSpan={short.length + 1} data-l={column.label}>
                    <span className="label">{column.label}</span>
                    <ValueOf column={column} output={row.output} base="" draw={drawIn(row)} />
                  </td>
                </tr>
              ))
            : null}
        </tbody>
      ))}
    </table>
  );
}

/** Prevents line breaks inside a date, a number or a code. */
const isShort = (text: string) => text.length <= 24 && !/\s/.test(text);

function stateOf({ state, why }: ExtractionRow): ReactNode {
  if (state === "failed")
    return (
      <>
        <span className="st fail">Nothing came back</span> <span className="why">{why}</span>
      </>
    );
  if (state === "reading") return <span className="st busy">Reading</span>;
  return <span className="st">{state === "waiting" ? "Waiting its turn" : "Stopped"}</span>;
}
