"use client";

import type { IngestFiles } from "@headwater/react-hooks";
import { useRef, useState } from "react";
import { type Queue, queueWords } from "./queue.ts";
import { QueueRow, RefusedRow } from "./queue-row.tsx";
import { numberInWords } from "./sizes.ts";
import { stateOfUpload } from "./state.ts";
import { useReading } from "./uploads.tsx";

/** Files that wait and are shown at once; the others are behind a button. */
const shownWaiting = 2;

type Properties = { queue: Queue; files: IngestFiles; onClear(): void };

/** The files on their way: what is being read first, then those that wait, refusals last. */
export function QueueList({ queue, files, onClear }: Properties) {
  const batch = useReading();
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { running, waiting, failed, refusals } = queue;
  const notAdded = failed.length + refusals.length;
  if (running.length + waiting.length + notAdded === 0) return null;
  // One alone is not hidden behind a button of the same size.
  const folded = showsAll || waiting.length <= shownWaiting + 1 ? [] : waiting.slice(shownWaiting);
  const stopAll = () => {
    // From the end: else each place that gets free is taken by the next file.
    for (const { id } of [...waiting, ...running].reverse()) files.cancel(id);
    focusHeading(list.current);
  };
  const clear = () => {
    focusHeading(list.current);
    onClear();
  };
  const rest = running.length + waiting.length;
  return (
    <>
      <div className="lgroup columns" id="queue">
        <span className="label">This upload</span>
        <p className="num">{queueWords(queue, batch)}</p>
        <div className="way cluster">
          {rest > 1 ? (
            <button type="button" className="link" onClick={stopAll}>
              Stop the rest
            </button>
          ) : null}
          {notAdded > 0 ? (
            <button type="button" className="link" onClick={clear}>
              {notAdded === 1 ? "Clear it" : `Clear the ${numberInWords(notAdded)}`}
            </button>
          ) : null}
        </div>
      </div>
      <ul ref={list} aria-label="This upload">
        {running.map((upload) => (
          <QueueRow key={upload.id} upload={upload} state={stateOfUpload(upload)} files={files} />
        ))}
        {waiting.slice(0, waiting.length - folded.length).map((upload, index) => (
          <QueueRow
            key={upload.id}
            upload={upload}
            state={{ shape: "waits", words: index === 0 && rest > 1 ? "Next" : "Waiting its turn" }}
            files={files}
          />
        ))}
        {folded.length > 0 ? (
          <li className="lgroup columns">
            <span />
            <p>
              <button type="button" className="link" onClick={() => setShowsAll(true)}>
                {`Show the ${numberInWords(folded.length)} that wait behind these`}
              </button>
            </p>
          </li>
        ) : null}
        {failed.map((upload) => (
          <QueueRow key={upload.id} upload={upload} state={stateOfUpload(upload)} files={files} />
        ))}
        {refusals.map((refusal) => (
          <RefusedRow key={refusal.id} refusal={refusal} />
        ))}
      </ul>
    </>
  );
}

/** What was pressed disappears. */
const focusHeading = (list: HTMLElement | null) =>
  list?.closest("main")?.querySelector<HTMLElement>("h1")?.focus();
