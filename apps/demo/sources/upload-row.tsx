"use client";

import { BuildProgress, type Upload } from "@headwater/react-hooks";
import { useRef } from "react";
import { focusNeighbour } from "./focus-neighbour.ts";
import { kindOfFile, plainName } from "./kinds.ts";
import { sizeInWords } from "./sizes.ts";
import { canRetry, stateOfUpload } from "./state.ts";
import { StatusLabel } from "./status-label.tsx";
import { Told } from "./told.tsx";

type Properties = { upload: Upload; onCancel(): void; onRetry(): void; onRemove(): void };

/** An upload: first its bytes, then its pages. */
export function UploadRow({ upload, onCancel, onRetry, onRemove }: Properties) {
  const state = stateOfUpload(upload);
  const failed = upload.status === "failed";
  const row = useRef<HTMLLIElement>(null);
  const leave = (end: () => void) => () => {
    focusNeighbour(row.current);
    end();
  };
  return (
    <li className="lrow line" ref={row}>
      <span className="label fmt">{kindOfFile(upload.fileName)}</span>
      <div className="what">
        <bdi className="title">{plainName(upload.fileName)}</bdi>
        <div className="under num">
          {upload.status === "uploading"
            ? `${sizeInWords(upload.sentBytes)} of ${sizeInWords(upload.sizeBytes)}`
            : null}
        </div>
      </div>
      <span className="r num pp" />
      <span className="r num size">{sizeInWords(upload.sizeBytes)}</span>
      <span className="by">{upload.method}</span>
      <div className="stat">
        <StatusLabel {...state} />
        {state.why ? <p className="why">{state.why}</p> : null}
        <Told original={state.told} />
        <div className="way">
          {failed ? (
            <>
              {canRetry(upload) ? (
                <button type="button" className="link" onClick={onRetry}>
                  Try again
                </button>
              ) : null}
              <button type="button" className="link" onClick={leave(onRemove)}>
                Remove from the list
              </button>
            </>
          ) : null}
          {failed || state.shape === "ready" ? null : (
            <button type="button" className="link" onClick={leave(onCancel)}>
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
