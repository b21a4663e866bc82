"use client";

import { useRef } from "react";
import { focusNeighbour } from "./focus-neighbour.ts";
import { kindOfFile, plainName } from "./kinds.ts";
import type { Refusal } from "./rows.ts";
import { sizeInWords } from "./sizes.ts";
import { StatusLabel } from "./status-label.tsx";

/** A file that was not sent, and why. */
export function RefusalRow({ refusal, onRemove }: { refusal: Refusal; onRemove(): void }) {
  const row = useRef<HTMLLIElement>(null);
  const remove = () => {
    focusNeighbour(row.current);
    onRemove();
  };
  return (
    <li className="lrow line" ref={row}>
      <span className="label fmt">{kindOfFile(refusal.fileName)}</span>
      <div className="what">
        <bdi className="title">{plainName(refusal.fileName)}</bdi>
      </div>
      <span className="r num pp" />
      <span className="r num size">{sizeInWords(refusal.sizeBytes)}</span>
      <span className="by" />
      <div className="stat">
        <StatusLabel shape="fail" words="Could not be added" />
        <p className="why">{refusal.why}</p>
        <div className="way">
          <button type="button" className="link" onClick={remove}>
            Remove from the list
          </button>
        </div>
      </div>
    </li>
  );
}
