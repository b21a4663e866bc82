import type { Source } from "@headwater/client";
import type { Upload } from "@headwater/react-hooks";
import type { Batch } from "./batch.ts";
import { isRead } from "./batch.ts";
import { capitalised, numberInWords } from "./sizes.ts";

/** A file that was rejected before it was sent. */
export type Refusal = { id: string; fileName: string; sizeBytes: number; why: string };

/** The files that were chosen here and are not sources yet. */
export type Queue = {
  /** Being sent or read, in the order they were added. */
  running: Upload[];
  /** Those behind them; the first is next. */
  waiting: Upload[];
  /** Sent and refused. */
  failed: Upload[];
  /** Rejected before they were sent. */
  refusals: readonly Refusal[];
};

/**
 * Sorts uploads into what is being read, what waits and what was refused. An upload leaves when it is stopped, and when
 * the list has what became of it.
 */
export function queueOf(
  uploads: readonly Upload[],
  refusals: readonly Refusal[],
  sources: readonly Source[],
): Queue {
  const isListed = listedIn(sources);
  const here = uploads.filter((upload) => upload.status !== "cancelled");
  const over = (upload: Upload) => isRead(upload) || upload.status === "failed";
  const stays = here.filter((upload) => !over(upload) || !isListed(upload));
  const waits = ({ status, build }: Upload) =>
    status === "queued" || (status === "building" && (build?.status ?? "Pending") === "Pending");
  return {
    running: stays.filter((upload) => !waits(upload) && upload.status !== "failed"),
    waiting: stays.filter(waits),
    failed: stays.filter(({ status }) => status === "failed"),
    refusals,
  };
}

/** Sources that are in the queue, and so not in the list yet. */
export function inQueue(sources: readonly Source[], { running, waiting }: Queue): ReadonlySet<string> {
  const uploads = [...running, ...waiting];
  const ids = new Set(uploads.flatMap(({ fileId, buildId }) => [fileId ?? [], buildId ?? []].flat()));
  return new Set(
    sources
      .filter(({ file_id, build_id }) => ids.has(file_id) || (build_id && ids.has(build_id)))
      .map(({ file_id }) => file_id),
  );
}

/** "12 of 30 are read. Three were not added." */
export function queueWords(
  { running, waiting, failed, refusals }: Queue,
  batch: (Batch & { minutesToGo?: number | undefined }) | undefined,
): string {
  const onTheirWay = running.length + waiting.length;
  const sentences: string[] = [];
  if (onTheirWay > 0 && batch && batch.done > 0)
    sentences.push(
      `${batch.done} of ${batch.total} ${batch.done === 1 ? "is" : "are"} read${toGo(batch.minutesToGo)}.`,
    );
  else if (onTheirWay === 1) sentences.push("One file is on its way.");
  else if (onTheirWay > 1)
    sentences.push(`${capitalised(numberInWords(onTheirWay))} files are on their way.`);
  const notAdded = failed.length + refusals.length;
  if (notAdded > 0)
    sentences.push(`${capitalised(numberInWords(notAdded))} ${notAdded === 1 ? "was" : "were"} not added.`);
  return sentences.join(" ");
}

const toGo = (minutes: number | undefined): string =>
  minutes === undefined
    ? ""
    : `, about ${numberInWords(minutes)} ${minutes === 1 ? "minute" : "minutes"} to go`;

/** The uploads that made a source. They must disappear when the source is deleted. */
export const uploadsOf = (source: Source, uploads: readonly Upload[]): Upload[] =>
  uploads.filter(listedIn([source]));

function listedIn(sources: readonly Source[]): (upload: Upload) => boolean {
  const known = new Set(sources.flatMap(({ file_id, build_id }) => [file_id, build_id]));
  return ({ fileId, buildId }) =>
    (fileId !== undefined && known.has(fileId)) || (buildId !== undefined && known.has(buildId));
}
