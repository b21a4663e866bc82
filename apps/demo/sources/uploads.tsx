"use client";

import { type IngestFiles, useIngestFiles } from "@headwater/react-hooks";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useUnsettledSources } from "../shell/unsettled-sources.ts";
import { useConfirmLeaving } from "../shell/use-confirm-leaving.ts";
import { type Batch, countBatch, isRead, minutesToGo, nextPace, type Pace } from "./batch.ts";
import { plainName } from "./kinds.ts";

const ReadingContext = createContext<Reading | undefined>(undefined);
const UploadsContext = createContext<IngestFiles | undefined>(undefined);

/** Keeps the uploads above all rooms: they continue while the user asks or reads. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const [news, setNews] = useState("");
  const files = useIngestFiles({
    onReady: ({ fileName }) => setNews(`${plainName(fileName)} is ready.`),
    onFailed: ({ fileName }) => setNews(`${plainName(fileName)} could not be added.`),
  });
  useConfirmLeaving(files.uploads.some(({ status }) => status === "queued" || status === "uploading"));
  const batch = useBatch(files);
  return (
    <UploadsContext value={files}>
      <ReadingContext value={batch}>{children}</ReadingContext>
      <p className="off" role="status">
        {news}
      </p>
    </UploadsContext>
  );
}

export function useUploads(): IngestFiles {
  const files = useContext(UploadsContext);
  if (!files) throw new Error("useUploads needs an UploadsProvider above it");
  return files;
}

/** How many documents are read, of those that wait or were read with them. Undefined when none waits. */
export const useReading = (): Reading | undefined => useContext(ReadingContext);

type Reading = Batch & { minutesToGo: number | undefined };

function useBatch({ uploads, remove }: IngestFiles): Reading | undefined {
  const unsettled = useUnsettledSources().data;
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [pace, setPace] = useState<Pace>();
  const buildIds = unsettled?.flatMap(({ build_id }) => build_id ?? []) ?? [];
  const counted = countBatch({ uploads, buildIds }, seen);
  useEffect(() => {
    if (counted.seen.size !== seen.size || [...counted.seen].some((buildId) => !seen.has(buildId)))
      setSeen(counted.seen);
    setPace((before) => nextPace(before, counted.batch, performance.now()));
    // A batch is over: the next one counts from nothing.
    if (!counted.batch) for (const { id } of uploads.filter(isRead)) remove(id);
  });
  return counted.batch && { ...counted.batch, minutesToGo: minutesToGo(counted.batch, pace) };
}
