"use client";

import type { Source } from "@headwater/client";
import { type IngestFiles, useBuilds, useDeleteSource } from "@headwater/react-hooks";
import { RefusalRow } from "./refusal-row.tsx";
import type { Row } from "./rows.ts";
import { SourceRow } from "./source-row.tsx";
import { stateOfSource } from "./state.ts";
import { UploadRow } from "./upload-row.tsx";

type Properties = {
  rows: readonly Row[];
  files: IngestFiles;
  onDismiss(id: string): void;
  onDeleted(source: Source): void;
};

export function Ledger({ rows, files, onDismiss, onDeleted }: Properties) {
  // Builds that run are watched; when one ends the list is read again by the hook.
  const running = rows.flatMap((row) =>
    row.kind === "source" && row.source.build_id && isRunning(stateOfSource(row.source).shape)
      ? [row.source.build_id]
      : [],
  );
  const builds = new Map(useBuilds(running).map(({ data }, index) => [running[index], data]));
  // Here and not in the line: it goes at once, and has to say so when it comes back.
  const deletion = useDeleteSource();
  const remove = (source: Source) =>
    deletion.mutate({ file_id: source.file_id }, { onSuccess: () => onDeleted(source) });
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
              onDelete={() => remove(row.source)}
              notDeleted={deletion.variables?.file_id === row.key ? (deletion.error ?? undefined) : undefined}
            />
          );
        })}
      </ul>
    </>
  );
}

const isRunning = (shape: string) => shape === "waits" || shape === "busy";
