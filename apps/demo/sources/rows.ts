import type { Source } from "@headwater/client";
import type { Upload } from "@headwater/react-hooks";

/** A file that was turned away before it was sent. */
export type Refusal = { id: string; fileName: string; sizeBytes: number; why: string };

export type Row =
  | { kind: "refusal"; key: string; refusal: Refusal }
  | { kind: "upload"; key: string; upload: Upload }
  | { kind: "source"; key: string; source: Source };

/**
 * The lines of the ledger, newest first: what was turned away, what is on its way, what is there. An upload gives way
 * to its source as soon as the list has it.
 */
export function rowsOf(
  sources: readonly Source[],
  uploads: readonly Upload[],
  refusals: readonly Refusal[],
): Row[] {
  const known = new Set(sources.flatMap(({ file_id, build_id }) => [file_id, build_id]));
  return [
    ...refusals.map((refusal): Row => ({ kind: "refusal", key: refusal.id, refusal })),
    ...uploads
      .filter(({ status, fileId, buildId }) => {
        const listed = (fileId && known.has(fileId)) || (buildId && known.has(buildId));
        return !listed && status !== "cancelled";
      })
      .map((upload): Row => ({ kind: "upload", key: upload.id, upload }))
      .reverse(),
    ...sources
      .toSorted((a, b) => (b.created_at ?? "").localeCompare(a.created_at ?? ""))
      .map((source): Row => ({ kind: "source", key: source.file_id, source })),
  ];
}
