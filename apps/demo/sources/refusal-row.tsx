"use client";

import { kindOfFile } from "./kinds.ts";
import type { Refusal } from "./rows.ts";
import { sizeInWords } from "./sizes.ts";
import { StatusWord } from "./status-word.tsx";

/** A file that was never sent, and why. */
export function RefusalRow({ refusal, onRemove }: { refusal: Refusal; onRemove(): void }) {
  return (
    <li className="lrow line">
      <span className="label fmt">{kindOfFile(refusal.fileName)}</span>
      <div className="what">
        <span className="title">{refusal.fileName}</span>
      </div>
      <span className="r num pp" />
      <span className="r num size">{sizeInWords(refusal.sizeBytes)}</span>
      <span className="by" />
      <div className="stat">
        <StatusWord shape="fail" words="Could not be added" />
        <p className="why">{refusal.why}</p>
        <div className="way">
          <button type="button" className="link" onClick={onRemove}>
            Remove from the list
          </button>
        </div>
      </div>
    </li>
  );
}
