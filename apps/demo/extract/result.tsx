"use client";

import { useEffect, useMemo, useState } from "react";
import { Tabs } from "../shell/tabs.tsx";
import { cellsOf, isStated } from "./cells.ts";
import { type Choice, pointedAt, pressed } from "./choice.ts";
import { columnsOf } from "./columns.ts";
import { toCsv } from "./csv.ts";
import { download } from "./download.ts";
import { EvidenceNote } from "./evidence-note.tsx";
import type { ExtractionRun } from "./extraction-run.ts";
import { footnotesOf } from "./footnotes.ts";
import { ResultTable } from "./result-table.tsx";
import { useIsNarrow } from "./use-is-narrow.ts";
import { type ValueView, valueViews } from "./value-views.ts";

/** The result of a run so far: a table that shows where each value was found, the same as JSON, and both as files. */
export function Result({ run, onRetry, isBusy }: { run: ExtractionRun; onRetry(): void; isBusy: boolean }) {
  const [tab, setTab] = useState<ValueView>("Table");
  const [last, setChoice] = useState<Choice>();
  const isNarrow = useIsNarrow();
  const { schema, rows } = run;
  const columns = useMemo(() => columnsOf(schema ?? {}), [schema]);
  const done = useMemo(() => rows.filter(({ state }) => state === "done"), [rows]);
  const footnotes = useMemo(() => footnotesOf(columns, done), [columns, done]);
  const json = useMemo(() => toJson(done), [done]);
  const failed = rows.filter(({ state }) => state === "failed" || state === "stopped").length;

  const chosenRow = done.find(({ fileId }) => fileId === last?.fileId);
  const cell =
    chosenRow && cellsOf(columns, chosenRow.output).find(({ pointer }) => pointer === last?.pointer);
  // The held value belongs to an earlier run and no longer exists.
  const choice = cell ? last : undefined;

  const isHeld = choice?.isHeld ?? false;
  useEffect(() => {
    if (!isHeld) return;
    // Listen outside the table too: pointer or focus may be in the evidence.
    const release = (event: KeyboardEvent) => (event.key === "Escape" ? setChoice(undefined) : undefined);
    document.addEventListener("keydown", release);
    return () => document.removeEventListener("keydown", release);
  }, [isHeld]);

  return (
    <>
      <div className="result-bar strip">
        <Tabs
          label="How the result is shown"
          tabs={valueViews}
          value={tab}
          onChange={setTab}
          controls="result"
        />
        <span className="num faint" role="status">
          {tallyOf(columns, done, rows.length)}
        </span>
        {done.length > 0 ? (
          <span className="downloads strip">
            <button
              type="button"
              className="btn bare"
              // By the byte order mark spreadsheets know that the text is UTF-8.
              onClick={() =>
                download("extraction.csv", "text/csv;charset=utf-8", `\uFEFF${toCsv(columns, done)}`)
              }
            >
              Download CSV
            </button>
            <button
              type="button"
              className="btn bare"
              onClick={() => download("extraction.json", "application/json", json)}
            >
              Download JSON
            </button>
          </span>
        ) : null}
      </div>
      <div id="result" role="tabpanel" aria-label={tab}>
        {tab === "JSON" ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <pre className="json" tabIndex={0}>
            {json}
          </pre>
        ) : (
          <>
            <div className="res-wide">
              <ResultTable
                columns={columns}
                rows={rows}
                footnotes={footnotes}
                choice={choice}
                onPoint={(value) => setChoice(pointedAt(choice, value))}
                onPress={(value) => setChoice(pressed(choice, value))}
                isNarrow={isNarrow}
              />
            </div>
            {failed > 0 && !isBusy ? (
              <p className="again">
                <button type="button" className="btn" onClick={onRetry}>
                  {failed === 1 ? "Try this source again" : `Try these ${failed} sources again`}
                </button>
              </p>
            ) : null}
            {isNarrow || done.length === 0 ? null : (
              <div className="ev-place">
                {chosenRow && cell ? (
                  <EvidenceNote
                    row={chosenRow}
                    pointer={cell.pointer}
                    label={cell.label}
                    value={cell.value}
                  />
                ) : (
                  <p className="hint">
                    Point at a value to see its place; click it to keep the place in view.
                  </p>
                )}
              </div>
            )}
            {footnotes.length > 0 ? (
              <div className="tnotes">
                {footnotes.map(({ letter, text }) => (
                  <p key={letter} id={`footnote-${letter}`} tabIndex={-1}>
                    <sup>{letter}</sup>
                    {text}
                  </p>
                ))}
              </div>
            ) : null}
          </>
        )}
      </div>
    </>
  );
}

type Done = ExtractionRun["rows"];

const toJson = (rows: Done): string =>
  JSON.stringify(
    rows.map(({ fileId, fileName, output, evidence }) => ({
      file_id: fileId,
      file_name: fileName,
      structured_output: output,
      evidence: evidence.map(({ file_id: _, ...place }) => place),
    })),
    null,
    2,
  );

/** For example "5 rows, 29 values, 1 not found". */
function tallyOf(columns: ReturnType<typeof columnsOf>, done: Done, all: number): string {
  const cells = done.flatMap(({ output }) => cellsOf(columns, output));
  const values = cells.filter(({ value }) => isStated(value)).length;
  return [
    done.length < all ? `${done.length} of ${all} rows` : counted(all, "row"),
    counted(values, "value"),
    ...(cells.length > values ? [`${cells.length - values} not found`] : []),
  ].join(", ");
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
