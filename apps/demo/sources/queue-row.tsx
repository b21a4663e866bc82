"use client";

import { BuildProgress, type IngestFiles, type Upload } from "@headwater/react-hooks";
import { useRef } from "react";
import { focusNeighbour } from "./focus-neighbour.ts";
import { kindOfFile, plainName } from "./kinds.ts";
import type { Refusal } from "./queue.ts";
import { sizeInWords } from "./sizes.ts";
import { canRetry, type State } from "./state.ts";
import { StatusLabel } from "./status-label.tsx";
import { Told } from "./told.tsx";

type Properties = { upload: Upload; state: State; files: IngestFiles };

/** A file on its way: first its bytes, then its pages; or refused by the service. */
export function QueueRow({ upload, state, files }: Properties) {
  const row = useRef<HTMLLIElement>(null);
  const { id, status, build } = upload;
  const stop = () => {
    focusNeighbour(row.current);
    files.cancel(id);
  };
  return (
    <li className="lrow columns slim" ref={row}>
      <span className="label fmt">{kindOfFile(upload.fileName)}</span>
      <div className="what">
        <bdi className="title">{plainName(upload.fileName)}</bdi>
      </div>
      <span className="r num pp onlywide">{build?.total_pages?.toLocaleString("en")}</span>
      <span className="r num size">{sizeInWords(upload.sizeBytes)}</span>
      <span className="by onlywide">{build?.method ?? upload.method}</span>
      <div className="stat num">
        <StatusLabel {...state} />
        {state.why ? <p className="why">{state.why}</p> : null}
        <Told original={state.told} />
        <div className="way cluster">
          {status === "failed" && canRetry(upload) ? (
            <button type="button" className="link" onClick={() => files.retry(id)}>
              Try again
            </button>
          ) : null}
          {status === "failed" || state.shape === "ready" ? null : (
            <button type="button" className="link quiet" onClick={stop}>
              Stop
            </button>
          )}
        </div>
      </div>
      {state.fraction === undefined ? null : (
        <BuildProgress upload={upload} className="progress">
          {() => <span className="prog" style={{ width: `${100 * (state.fraction ?? 0)}%` }} />}
        </BuildProgress>
      )}
    </li>
  );
}

/** A file that was not sent, and why. */
export function RefusedRow({ refusal }: { refusal: Refusal }) {
  return (
    <li className="lrow columns slim">
      <span className="label fmt">{kindOfFile(refusal.fileName)}</span>
      <div className="what">
        <bdi className="title">{plainName(refusal.fileName)}</bdi>
      </div>
      <span className="r num pp onlywide" />
      <span className="r num size">{sizeInWords(refusal.sizeBytes)}</span>
      <span className="by onlywide" />
      <div className="stat">
        <StatusLabel shape="fail" words="Not added" />
        <p className="why">{refusal.why}</p>
      </div>
    </li>
  );
}
