"use client";

import type { Source } from "@headwater/client";
import { useElements } from "@headwater/react-hooks";
import { useAllElements } from "../document/all-elements.ts";
import { counted } from "../sources/sizes.ts";
import { hiddenSheetsOf } from "./sheets-of.ts";

/** How many sheets, tables and other elements a workbook has, in the head of its document. */
export function WorkbookFacts({ source }: { source: Source }) {
  const { file_id: fileId, total_pages: shown } = source;
  const titles = useAllElements(fileId, { type: "Title" });
  const count = { suppress_img_base64: true, pageSize: 1 };
  const tables = useElements(fileId, { ...count, type: "Table" }).total;
  const others = useElements(fileId, { ...count, elementsToRemove: ["Table"] }).total;
  const hidden = hiddenSheetsOf(titles.elements).length;
  return (
    <>
      {shown ? <span>{sheetsInWords(shown, hidden)}</span> : null}
      {tables !== undefined && others !== undefined ? (
        <span>
          {[
            tables > 0 ? counted(tables, "table") : "",
            others > 0 ? counted(others, tables > 0 ? "other element" : "element") : "",
          ]
            .filter((part) => part !== "")
            .join(", ")}
        </span>
      ) : null}
    </>
  );
}

const sheetsInWords = (shown: number, hidden: number): string =>
  hidden === 0
    ? counted(shown, "sheet")
    : `${counted(shown + hidden, "sheet")}, ${hidden === 1 ? "one" : hidden} of them hidden`;
