"use client";

import Link from "next/link";
import { PageCrop } from "../facsimile/page-crop.tsx";
import { documentAddress } from "../shell/addresses.ts";
import { shown } from "./cells.ts";
import type { ExtractionRow } from "./extraction-run.ts";

type Properties = { row: ExtractionRow; pointer: string; label: string; value: unknown };

/** Shows where a value was found, if the service tells it. */
export function EvidenceNote({ row, pointer, label, value }: Properties) {
  const evidence = row.evidence.find(({ path }) => path === pointer);
  return (
    <aside className="ev" id="evidence" aria-label="Where the value stands">
      <span className="ev-words">
        <span className="label">
          {label}, <bdi>{row.fileName}</bdi>
        </span>
        <span className="big">{shown(value)}</span>
        {evidence ? (
          <>
            Printed as “{evidence.text.trim()}” on page {evidence.page_number} of <bdi>{row.fileName}</bdi>.
            <br />
            <Link
              className="btn bare"
              href={documentAddress(evidence.file_id, {
                page: evidence.page_number,
                element: evidence.element_id,
              })}
            >
              Open page {evidence.page_number}
            </Link>
          </>
        ) : (
          <>
            The service does not say where. It was not found word for word in <bdi>{row.fileName}</bdi>.
          </>
        )}
      </span>
      {evidence ? (
        <span>
          <PageCrop
            key={evidence.element_id}
            fileId={evidence.file_id}
            page={evidence.page_number}
            elementId={evidence.element_id}
            alt={`The place on page ${evidence.page_number}`}
            maxHeightRatio={0.45}
          />
        </span>
      ) : null}
    </aside>
  );
}
