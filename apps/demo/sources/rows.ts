import type { Source } from "@headwater/client";
import type { Upload } from "@headwater/react-hooks";

/** A file that was rejected before it was sent. */
export type Refusal = { id: string; fileName: string; sizeBytes: number; why: string };

export type Row =
  | { kind: "refusal"; key: string; refusal: Refusal }
  | { kind: "upload"; key: string; upload: Upload }
  | { kind: "source"; key: string; source: Source };

/**
 * The lines of the list, newest first: rejected files, uploads, sources. An upload is replaced by its source as soon as
 * the list contains it.
 */
export function rowsOf(
  sources: readonly Source[],
  uploads: readonly Upload[],
  refusals: readonly Refusal[],
): Row[] {
  const isReplaced = listedIn(sources);
  return [
    ...refusals.map((refusal): Row => ({ kind: "refusal", key: refusal.id, refusal })),
    ...uploads
      .filter((upload) => upload.status !== "cancelled" && !isReplaced(upload))
      .map((upload): Row => ({ kind: "upload", key: upload.id, upload }))
      .reverse(),
    ...sources
      .toSorted((a, b) => (b.created_at ?? "").localeCompare(a.created_at ?? ""))
      .map((source): Row => ({ kind: "source", key: source.file_id, source })),
  ];
}

/**
 * The uploads to forget, because they are over. If they stayed, they would appear again when their source is deleted.
 * `isFresh` says that the list is complete and not loading: a ready upload that is not in it was deleted elsewhere.
 */
export function finishedUploads(
  sources: readonly Source[],
  uploads: readonly Upload[],
  isFresh: boolean,
): Upload[] {
  const isReplaced = listedIn(sources);
  return uploads.filter((upload) => {
    const isReady = upload.status === "ready" || upload.status === "partial";
    return isReady ? isFresh || isReplaced(upload) : upload.status === "failed" && isReplaced(upload);
  });
}

/** The uploads that made a source. They must disappear when the source is deleted. */
export const uploadsOf = (source: Source, uploads: readonly Upload[]): Upload[] =>
  uploads.filter(listedIn([source]));

function listedIn(sources: readonly Source[]): (upload: Upload) => boolean {
  const known = new Set(sources.flatMap(({ file_id, build_id }) => [file_id, build_id]));
  return ({ fileId, buildId }) =>
    (fileId !== undefined && known.has(fileId)) || (buildId !== undefined && known.has(buildId));
}
