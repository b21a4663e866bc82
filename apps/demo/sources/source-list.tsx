"use client";

import { type IngestFiles, useBuilds } from "@headwater/react-hooks";
import { RefusalRow } from "./refusal-row.tsx";
import type { Row } from "./rows.ts";
import { SourceRow } from "./source-row.tsx";
import { stateOfSource } from "./state.ts";
import { UploadRow } from "./upload-row.tsx";
import type { Deletions } from "./use-deletions.ts";

type Properties = {
  rows: readonly Row[];
  files: IngestFiles;
  deletions: Deletions;
  onDismiss(id: string): void;
};

export function SourceList({ rows, files, deletions, onDismiss }: Properties) {
  // Running builds are watched. When one ends, the hook reloads the list.
  const running = rows.flatMap((row) =>
    row.kind === "source" && row.source.build_id && isRunning(stateOfSource(row.source).shape)
      ? [row.source.build_id]
      : [],
  );
  const builds = new Map(useBuilds(running).map(({ data }, index) => [running[index], data]));
  return (
    <>
      <div className="lrow cols" aria-hidden="true">
        <span>Kind</span>
        <span>Name</span>
        <span className="r">Pages</span>
        <span className="r">Size</span>
        <span className="by">Read with</span>
        <span>State</span>
      </div>
      <ul>
        {rows.map((row) => {
          if (row.kind === "refusal") {
            return <RefusalRow key={row.key} refusal={row.refusal} onRemove={() => onDismiss(row.key)} />;
          }
          if (row.kind === "upload") {
            return (
              <UploadRow
                key={row.key}
                upload={row.upload}
                onCancel={() => files.cancel(row.key)}
                onRetry={() => files.retry(row.key)}
                onRemove={() => files.remove(row.key)}
              />
            );
          }
          return (
            <SourceRow
              key={row.key}
              source={row.source}
              build={builds.get(row.source.build_id ?? "")}
              onDelete={() => deletions.remove(row.source)}
              notDeleted={deletions.failures.get(row.key)}
            />
          );
        })}
      </ul>
    </>
  );
}

const isRunning = (shape: string) => shape === "waits" || shape === "busy";
