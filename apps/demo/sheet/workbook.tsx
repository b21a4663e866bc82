"use client";

import type { Element, Source } from "@headwater/client";
import { useElements } from "@headwater/react-hooks";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useConversation } from "../ask/conversation-provider.tsx";
import { useAllElements } from "../document/all-elements.ts";
import { ElementEntry } from "../document/element-entry.tsx";
import { MoreWhenSeen } from "../document/more-when-seen.tsx";
import { useInView } from "../document/use-in-view.ts";
import { usePageOf } from "../document/use-page-of.ts";
import { usePlace } from "../document/use-place.ts";
import { Tabs } from "../shell/tabs.tsx";
import { TroubleNote } from "../shell/trouble-note.tsx";
import { CellNote } from "./cell-note.tsx";
import { citingQuestions } from "./citing-questions.ts";
import type { JoinedTable } from "./join-tables.ts";
import { quotedCell } from "./quoted-cell.ts";
import { SheetElement } from "./sheet-element.tsx";
import { hiddenInWords } from "./sheet-places.ts";
import { type ChosenCell, chosenCell } from "./sheet-table.tsx";
import { hiddenSheetsOf, sheetsOf } from "./sheets-of.ts";
import { type SheetPart, useSheetParts } from "./use-sheet-parts.ts";

/** Elements of one request. Tables of a sheet can have 1,000 rows, those of a list of values have some fifty. */
const pageSizes = { sheet: 8, list: 100 } as const;

/** A workbook: its sheets as tabs, each with its tables as they are in the sheet. */
export function Workbook({ source, notes }: { source: Source; notes: ReactNode }) {
  const { file_id: fileId } = source;
  const place = usePlace();
  const titles = useAllElements(fileId, { type: "Title" });
  const sheets = sheetsOf(titles.elements);
  const sought = usePageOf(fileId, place);
  const asked = place.page ?? sought;
  const sheet = sheets.find(({ page }) => page === asked) ?? sheets[0];
  const page = asked ?? sheet?.page;
  const hidden = hiddenSheetsOf(titles.elements);

  return (
    <>
      {sheets.length > 1 ? (
        <div className="sheets">
          <Tabs
            label="Sheets"
            tabs={sheets.map((each) => ({ value: String(each.page), label: each.name }))}
            value={String(page ?? "")}
            onChange={(value) => place.goTo({ page: Number(value) })}
            controls="sheet"
          />
        </div>
      ) : null}
      <div className="grid columns" id="sheet">
        {notes}
        {hidden.length > 0 ? (
          <p className="label hiddens">
            {`Hidden in the workbook and not read: ${hidden.length === 1 ? "sheet" : "sheets"} ${hidden.join(", ")}.`}
          </p>
        ) : null}
        {titles.isPending ? <p className="wait">Reading the sheets</p> : null}
        {titles.isError ? (
          <TroubleNote error={titles.error} action="Try again" onAction={() => void titles.refetch()} />
        ) : null}
        {titles.isSuccess ? (
          <Sheet
            key={page ?? 0}
            fileId={fileId}
            page={page}
            name={sheet?.name}
            chosenId={place.element}
            quote={place.quote}
          />
        ) : null}
      </div>
    </>
  );
}

type SheetProperties = {
  fileId: string;
  /** Undefined for a file that has no sheets, such as CSV. */
  page: number | undefined;
  name: string | undefined;
  chosenId: string | undefined;
  /** Words of the chosen element. */
  quote: string | undefined;
};

function Sheet({ fileId, page, name, chosenId, quote }: SheetProperties) {
  const { goTo } = usePlace();
  const [cell, setCell] = useState<ChosenCell>();
  const list = useRef<HTMLElement>(null);
  const query = useElements(fileId, {
    ...(page === undefined ? {} : { page_numbers: [page] }),
    suppress_img_base64: true,
    pageSize: name === undefined ? pageSizes.list : pageSizes.sheet,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const isSought =
    chosenId !== undefined && !query.elements.some(({ element_id }) => element_id === chosenId);
  useEffect(() => {
    if (isSought) more();
  }, [isSought, more]);
  const parts = useSheetParts(query.elements);
  // The address may name words of an element: their cell is chosen once, when its table is there.
  const isBrought = useRef(false);
  useEffect(() => {
    if (isBrought.current || chosenId === undefined || quote === undefined) return;
    for (const part of parts) {
      const place = "table" in part ? quotedCell(part.table, chosenId, quote) : undefined;
      if (!place || !("table" in part)) continue;
      isBrought.current = true;
      setCell(chosenCell(part.table, place.row, place.column));
    }
  }, [parts, chosenId, quote]);
  const { messages } = useConversation();
  const table =
    cell && parts.flatMap((part) => ("table" in part ? [part.table] : [])).find((each) => holds(each, cell));
  useInView(list, chosenId, `${page} ${query.elements.length}`);
  const choose = ({ element_id }: Element) => goTo({ page, element: element_id ?? undefined });
  const hidden = query.elements[0] ? hiddenInWords(query.elements[0]) : "";
  return (
    <>
      <section ref={list} aria-label={name === undefined ? "Tables" : `Sheet ${name}`}>
        {hidden === "" ? null : <p className="label hiddens">{hidden}</p>}
        {parts.map((part, index) =>
          "table" in part ? (
            <SheetElement
              key={part.key}
              table={part.table}
              chosenId={chosenId}
              cell={cell && holds(part.table, cell) ? cell : undefined}
              onCell={setCell}
              onEnd={index === parts.length - 1 ? more : ignore}
            />
          ) : isSheetName(part.element, index) ? null : (
            <ElementEntry
              key={part.key}
              fileId={fileId}
              element={part.element}
              view="text"
              words=""
              isFirst={false}
              isLit={false}
              isChosen={chosenId !== undefined && part.element.element_id === chosenId}
              onLight={ignore}
              onChoose={choose}
            />
          ),
        )}
        {query.isPending ? <p className="wait">Reading the sheet</p> : null}
        {query.isError ? (
          <TroubleNote error={query.error} action="Read it again" onAction={() => void query.refetch()} />
        ) : null}
        {hasNextPage && !isError && !endsInTable(parts) ? (
          <MoreWhenSeen isLoading={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
        ) : null}
      </section>
      <aside aria-label="The chosen cell" aria-live="polite">
        {cell ? (
          <CellNote
            fileId={fileId}
            sheet={name}
            cell={cell}
            questions={table ? citingQuestions(messages, fileId, table, cell) : []}
          />
        ) : null}
      </aside>
    </>
  );
}

const holds = ({ pieces }: JoinedTable, { elementId }: ChosenCell): boolean =>
  pieces.some(({ element }) => element.element_id === elementId);

/** The tab says the name of the sheet already. */
const isSheetName = ({ element_type, metadata, text }: Element, index: number): boolean =>
  index === 0 && element_type === "Title" && metadata.sheet === text;

/** A table loads more when its end is in view. */
const endsInTable = (parts: readonly SheetPart[]): boolean => {
  const last = parts.at(-1);
  return last !== undefined && "table" in last;
};

const ignore = () => {};
