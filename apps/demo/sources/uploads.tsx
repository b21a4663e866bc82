"use client";

import { type IngestFiles, useIngestFiles } from "@headwater/react-hooks";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { plainName } from "./kinds.ts";

const UploadsContext = createContext<IngestFiles | undefined>(undefined);

/** Keeps the uploads above all rooms: they continue while the user asks or reads. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const [news, setNews] = useState("");
  const files = useIngestFiles({
    onReady: ({ fileName }) => setNews(`${plainName(fileName)} is ready.`),
    onFailed: ({ fileName }) => setNews(`${plainName(fileName)} could not be added.`),
  });
  useConfirmLeaving(files.uploads.some(({ status }) => status === "queued" || status === "uploading"));
  return (
    <UploadsContext value={files}>
      {children}
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

/** Makes the browser ask before it closes or reloads the page, which would abort the uploads. */
function useConfirmLeaving(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [isSending]);
}
