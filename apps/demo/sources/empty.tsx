"use client";

import { useState } from "react";
import { useAbilities } from "../shell/abilities.ts";
import { BusyButton } from "../shell/busy-button.tsx";
import { sampleAbout, sampleFile } from "./sample-file.ts";

/** Shown in the list before anything was added. */
export function Empty({ onAdd }: { onAdd(files: File[]): void }) {
  const { can } = useAbilities();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const add = () => {
    setBusy(true);
    setProblem(undefined);
    sampleFile()
      .then((file) => onAdd([file]))
      .catch((error: Error) => setProblem(error.message))
      .finally(() => setBusy(false));
  };
  return (
    <div className="blank columns">
      <span className="label">Start</span>
      <div>
        <h2 className="heading">Add a document and ask about it.</h2>
        <p>
          {can("ocr")
            ? "PDF, Word, web pages, tables, plain text and scans."
            : "PDF, Word, web pages, tables and plain text."}{" "}
          A page of text takes a second or two{can("ocr") ? "; a scan takes longer" : ""}.
        </p>
        <p>
          <BusyButton className="link" onClick={add} isBusy={isBusy}>
            {isBusy ? "Adding the sample document" : "Add the sample document"}
          </BusyButton>
          , {sampleAbout}.
        </p>
        {problem ? (
          <p className="bad" role="alert">
            {problem}
          </p>
        ) : null}
      </div>
    </div>
  );
}
