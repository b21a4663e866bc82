"use client";

import type { Method, Source } from "@headwater/client";
import { UploadDropzone, useSources } from "@headwater/react-hooks";
import { limits } from "@headwater/spec";
import { useEffect, useRef, useState } from "react";
import { useAbilities } from "../shell/abilities.ts";
import { behindWords } from "../shell/behind-words.ts";
import { useService } from "../shell/service.ts";
import { TroubleNote } from "../shell/trouble-note.tsx";
import { AddLine } from "./add-line.tsx";
import { Empty } from "./empty.tsx";
import { acceptedFiles, nameOfSource } from "./kinds.ts";
import { type RejectionCode, refusalOf } from "./refusal.ts";
import { finishedUploads, type Refusal, rowsOf, uploadsOf } from "./rows.ts";
import { SourceList } from "./source-list.tsx";
import { useStrayDrops } from "./stray-drops.ts";
import { isNotAdded, summaryOf, summaryOfAdding } from "./summary.ts";
import { useUploads } from "./uploads.tsx";
import { useDeletions } from "./use-deletions.ts";

export function SourcesRoom() {
  const sources = useSources();
  const [method, setMethod] = useState<Method>();
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const [news, setNews] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const files = useUploads();
  const { fileTypes } = useAbilities();
  const { readiness } = useService();
  const behind = readiness && behindWords(readiness);
  useStrayDrops();

  const add = (chosen: Iterable<File>) => void files.add(chosen, method ? { method } : {});
  const refuse = (turnedAway: readonly File[], _reason: string, code: RejectionCode) =>
    setRefusals((before) => [...turnedAway.map((file) => refusalOf(file, code, fileTypes)), ...before]);
  const rows = rowsOf(sources.data ?? [], files.uploads, refusals);
  const over = finishedUploads(sources.data ?? [], files.uploads, sources.isSuccess && !sources.isFetching);
  useEffect(() => {
    for (const { id } of over) files.remove(id);
  });
  const deletions = useDeletions((source) => setNews(`${nameOfSource(source)} is deleted.`));
  const remove = (source: Source) => {
    for (const { id } of uploadsOf(source, files.uploads)) files.remove(id);
    deletions.remove(source);
  };
  const notAdded = rows.filter(isNotAdded);
  const dismissAll = () => {
    setRefusals([]);
    for (const { key } of notAdded) files.remove(key);
    heading.current?.focus();
  };
  const isEmpty = sources.data?.length === 0 && rows.length === 0;

  return (
    <main>
      <UploadDropzone
        className="room-drop"
        onFiles={add}
        accept={acceptedFiles(fileTypes)}
        maxBytes={limits.maxFileBytes}
        multiple
        onRejected={refuse}
      >
        {({ isOver, heldCount, open }) => (
          // A click beside the content must not open the file chooser, which the zone would do.
          // biome-ignore lint/a11y/noStaticElementInteractions: it only holds clicks back
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div className="sheet" onClick={(event) => event.stopPropagation()}>
            <h1 className="room" ref={heading} tabIndex={-1}>
              Sources
            </h1>
            <p className="lead">
              {sources.data ? `${summaryOf(sources.data)} ${summaryOfAdding(rows)} ` : null}
              {notAdded.length > 1 ? (
                <button type="button" className="link" onClick={dismissAll}>
                  Remove them from the list
                </button>
              ) : null}
            </p>
            {behind ? <p className="hint">{behind.long}</p> : null}
            <p className="off" role="status">
              {news}
            </p>
            <section className="source-list" aria-label="All sources">
              <AddLine
                isOver={isOver}
                heldCount={heldCount}
                onChoose={open}
                method={method}
                onMethod={setMethod}
              />
              {rows.length > 0 ? (
                <SourceList
                  rows={rows}
                  files={files}
                  deletions={{ ...deletions, remove }}
                  onDismiss={(id) => setRefusals((before) => before.filter((refusal) => refusal.id !== id))}
                />
              ) : null}
              {isEmpty ? <Empty onAdd={add} /> : null}
              {sources.isPending ? <p className="wait blank">Reading the list</p> : null}
              {sources.isError && !sources.data ? (
                <div className="blank">
                  <span className="label">Trouble</span>
                  <TroubleNote
                    error={sources.error}
                    action="Try again"
                    onAction={() => void sources.refetch()}
                  />
                </div>
              ) : null}
            </section>
            {rows.length > 0 ? (
              <p className="tail">
                <span>
                  Everything here is read into elements with a page and a place, so that an answer can be
                  checked.
                </span>
              </p>
            ) : null}
          </div>
        )}
      </UploadDropzone>
    </main>
  );
}
