"use client";

import { quotedPlace, wordsBox } from "../evidence/box-text.ts";
import { VerdictMark } from "../evidence/verdict-mark.tsx";
import { PageCrop } from "../facsimile/page-crop.tsx";
import { clockTime } from "../recording/clock.ts";
import { useMoment } from "../recording/use-moment.ts";
import { documentAddress } from "../shell/addresses.ts";
import { Link } from "../shell/link.tsx";
import { shown } from "./cells.ts";
import type { ExtractionRow, StoredEvidence } from "./extraction-run.ts";

type Properties = { row: ExtractionRow; pointer: string; label: string; value: unknown };

/** Shows where a value was found, if the service says it. Clicking the place opens it in its document. */
export function EvidenceNote({ row, pointer, label, value }: Properties) {
  const [evidence, ...further] = row.evidence.filter(({ path }) => path === pointer);
  return (
    <aside className="ev columns" id="evidence" aria-label="The place of the value">
      <span className="ev-words">
        <span className="label">
          {label}, <bdi>{row.fileName}</bdi>
        </span>
        <span className="big clamp">{shown(value)}</span>
        {evidence ? (
          <>
            <Place evidence={evidence} fileName={row.fileName} />
            {further.map((each) => (
              <Further key={each.element_id} evidence={each} fileName={row.fileName} />
            ))}
          </>
        ) : (
          <>
            The service does not say where. It was not found word for word in <bdi>{row.fileName}</bdi>.
          </>
        )}
      </span>
      {evidence ? <Picture key={evidence.element_id} evidence={evidence} fileName={row.fileName} /> : null}
    </aside>
  );
}

type PlaceProperties = { evidence: StoredEvidence; fileName: string };

function Place({ evidence, fileName }: PlaceProperties) {
  const { isRecording, time, href } = useEvidencePlace(evidence, fileName);
  const page = evidence.page_number;
  return (
    <>
      {isRecording ? "Said" : "Printed"} as “{(evidence.quote ?? evidence.text).trim()}”
      {isRecording ? (time === undefined ? "" : ` at ${time}`) : ` on page ${page}`}{" "}
      {isRecording ? "in" : "of"} <bdi>{fileName}</bdi>.
      <VerdictMark verdict={evidence.verdict} of="value" isOpen />
      <Link className="btn bare" href={href}>
        {isRecording ? (time === undefined ? "Play" : `Play from ${time}`) : `Open page ${page}`}
      </Link>
    </>
  );
}

/** Another element that has words of the value. */
function Further({ evidence, fileName }: PlaceProperties) {
  const { isRecording, time, href } = useEvidencePlace(evidence, fileName);
  return (
    <span className="further">
      Also as “{(evidence.quote ?? evidence.text).trim()}”,{" "}
      <Link href={href}>{isRecording ? (time ?? "in the recording") : `page ${evidence.page_number}`}</Link>.
    </span>
  );
}

function Picture({ evidence, fileName }: PlaceProperties) {
  const { isRecording, href } = useEvidencePlace(evidence, fileName);
  if (isRecording) return null;
  const page = evidence.page_number;
  return (
    // The same link is beside it in words, for the keyboard.
    <Link className="ev-picture" href={href} tabIndex={-1} aria-label={`The place on page ${page}`}>
      <PageCrop
        fileId={evidence.file_id}
        page={page}
        elementId={evidence.element_id}
        box={wordsBox(evidence)}
        alt={`The place on page ${page}`}
        maxHeightRatio={0.45}
      />
    </Link>
  );
}

function useEvidencePlace(evidence: StoredEvidence, fileName: string) {
  const { file_id: fileId, element_id: element, page_number: page } = evidence;
  const { isRecording, second } = useMoment({ fileId, fileName, elementId: element });
  const href = documentAddress(
    fileId,
    isRecording
      ? { element, time: second }
      : { page, element, ...quotedPlace(evidence, evidence.quote ?? evidence.text) },
  );
  return { isRecording, time: second === undefined ? undefined : clockTime(second), href };
}
