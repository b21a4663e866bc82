"use client";

import Link from "next/link";
import { PageCrop } from "../facsimile/page-crop.tsx";
import { clockTime } from "../recording/clock.ts";
import { useMoment } from "../recording/use-moment.ts";
import { documentAddress } from "../shell/addresses.ts";
import { shown } from "./cells.ts";
import type { ExtractionRow } from "./extraction-run.ts";

type Properties = { row: ExtractionRow; pointer: string; label: string; value: unknown };

/** Shows where a value was found, if the service tells it. */
export function EvidenceNote({ row, pointer, label, value }: Properties) {
  const evidence = row.evidence.find(({ path }) => path === pointer);
  const { isRecording, second } = useMoment({
    fileId: evidence?.file_id,
    fileName: row.fileName,
    elementId: evidence?.element_id,
  });
  const page = evidence?.page_number;
  const time = second === undefined ? "" : ` at ${clockTime(second)}`;
  return (
    <aside className="ev" id="evidence" aria-label="Where the value stands">
      <span className="ev-words">
        <span className="label">
          {label}, <bdi>{row.fileName}</bdi>
        </span>
        <span className="big">{shown(value)}</span>
        {evidence ? (
          <>
            {isRecording ? "Said" : "Printed"} as “{evidence.text.trim()}”
            {isRecording ? time : ` on page ${page}`} {isRecording ? "in" : "of"} <bdi>{row.fileName}</bdi>.
            <br />
            <Link
              className="btn bare"
              href={documentAddress(evidence.file_id, {
                page: isRecording ? undefined : page,
                element: evidence.element_id,
                time: second,
              })}
            >
              {isRecording ? `Play${time.replace(" at", " from")}` : `Open page ${page}`}
            </Link>
          </>
        ) : (
          <>
            The service does not say where. It was not found word for word in <bdi>{row.fileName}</bdi>.
          </>
        )}
      </span>
      {evidence && !isRecording ? (
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
