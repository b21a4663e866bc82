"use client";

import type { Method, Source } from "@headwater/client";
import { UploadDropzone, useSources } from "@headwater/react-hooks";
import { limits } from "@headwater/spec";
import { useCallback, useMemo, useState } from "react";
import { useAbilities } from "../shell/abilities.ts";
import { behindWords } from "../shell/behind-words.ts";
import { Link } from "../shell/link.tsx";
import { useService } from "../shell/service.ts";
import { TroubleNote } from "../shell/trouble-note.tsx";
import { AddLine } from "./add-line.tsx";
import { Empty } from "./empty.tsx";
import { acceptedFiles } from "./kinds.ts";
import { inQueue, queueOf, type Refusal, uploadsOf } from "./queue.ts";
import { QueueList } from "./queue-list.tsx";
import { type RejectionCode, refusalOf } from "./refusal.ts";
import { WorkLines } from "./several/work-lines.tsx";
import { leaving, useWorks } from "./several/works-provider.tsx";
import { isNarrowed, type Sieve, sieveQuery } from "./sieve.ts";
import { SieveLines } from "./sieve-lines.tsx";
import { SourceList } from "./source-list.tsx";
import { useStrayDrops } from "./stray-drops.ts";
import { summaryOf } from "./summary.ts";
import { useUploads } from "./uploads.tsx";
import { useDeletions } from "./use-deletions.ts";

/** Sources that are found at a glance; with more there are lines to find, filter and order them. */
const atAGlance = 10;

export function SourcesRoom({ asked }: { asked: Sieve }) {
  const sources = useSources();
  const [method, setMethod] = useState<Method>();
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const [sieve, setSieve] = useState(asked);
  const [news, setNews] = useState("");
  const files = useUploads();
  const { fileTypes, can } = useAbilities();
  const { readiness } = useService();
  const behind = readiness && behindWords(readiness);
  useStrayDrops();

  const narrow = useCallback((next: Sieve) => {
    setSieve(next);
    // A reload and a shared address show the same.
    window.history.replaceState(null, "", window.location.pathname + sieveQuery(next));
  }, []);
  const add = (chosen: Iterable<File>) => void files.add(chosen, method ? { method } : {});
  const refuse = (turnedAway: readonly File[], _reason: string, code: RejectionCode) =>
    setRefusals((before) => [...turnedAway.map((file) => refusalOf(file, code, fileTypes)), ...before]);
  const { works } = useWorks();
  const all = useMemo(() => {
    const gone = leaving(works);
    const list = sources.data ?? [];
    return gone.size > 0 ? list.filter(({ file_id }) => !gone.has(file_id)) : list;
  }, [sources.data, works]);
  const queue = useMemo(() => queueOf(files.uploads, refusals, all), [files.uploads, refusals, all]);
  const listed = useMemo(() => {
    const onTheirWay = inQueue(all, queue);
    return onTheirWay.size > 0 ? all.filter(({ file_id }) => !onTheirWay.has(file_id)) : all;
  }, [all, queue]);
  const summary = useMemo(() => summaryOf(all), [all]);
  const deletions = useDeletions({
    onDeleted: setNews,
    onRemove: (source: Source) => {
      for (const { id } of uploadsOf(source, files.uploads)) files.remove(id);
    },
  });
  const clear = () => {
    setRefusals([]);
    for (const { id } of queue.failed) files.remove(id);
  };
  const isQueueEmpty =
    queue.running.length + queue.waiting.length + queue.failed.length + refusals.length === 0;
  const hasSieve =
    listed.length > atAGlance || isNarrowed(sieve) || listed.some(({ tags }) => tags && tags.length > 0);

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
          <div className="sheet many" onClick={(event) => event.stopPropagation()}>
            <h1 className="room" tabIndex={-1}>
              Sources
            </h1>
            <p className="lead">{sources.data ? summary : null}</p>
            {behind ? <p className="hint">{behind.long}</p> : null}
            <p className="off" role="status">
              {news}
            </p>
            <section className="source-list" aria-label="Add">
              <AddLine
                isOver={isOver}
                heldCount={heldCount}
                onChoose={open}
                method={method}
                onMethod={setMethod}
              />
              <QueueList queue={queue} files={files} onClear={clear} />
              {sources.data?.length === 0 && isQueueEmpty ? <Empty onAdd={add} /> : null}
              {sources.isPending ? <p className="wait blank columns">Reading the list</p> : null}
              {sources.isError && !sources.data ? (
                <div className="blank columns">
                  <span className="label">Trouble</span>
                  <TroubleNote
                    error={sources.error}
                    action="Try again"
                    onAction={() => void sources.refetch()}
                  />
                </div>
              ) : null}
            </section>
            <WorkLines />
            {listed.length > 0 ? (
              <section
                className={`source-list${isQueueEmpty ? " joined" : " apart"}${hasSieve ? " sieved" : ""}`}
                aria-label="All sources"
              >
                {hasSieve ? (
                  <SieveLines sources={listed} sieve={sieve} onSieve={narrow} canAsk={can("ask")} />
                ) : null}
                <SourceList sources={listed} sieve={sieve} onSieve={narrow} deletions={deletions} />
              </section>
            ) : null}
            {listed.length > 0 ? (
              <p className="tail strip">
                <Link href="/usage">What this project has used</Link>
              </p>
            ) : null}
          </div>
        )}
      </UploadDropzone>
    </main>
  );
}
