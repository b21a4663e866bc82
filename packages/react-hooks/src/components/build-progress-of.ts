import { type Build, buildPhase } from "@headwater/client";
import { reasonOf } from "../reason-of.ts";
import type { Upload } from "../sources/upload.ts";

/** What `BuildProgress` shows. */
export type ProgressStage =
  | "waiting"
  | "uploading"
  | "reading"
  | "ready"
  | "partial"
  | "failed"
  | "cancelled";

/** What `BuildProgress` knows: the stage, the fraction that is done, and words for both. */
export type ProgressState = {
  stage: ProgressStage;
  /** From 0 to 1. Undefined while it is unknown. */
  fraction: number | undefined;
  /** The progress in words. They are English unless `label` of `BuildProgress` returns others. */
  label: string;
};

/** The progress of a file: first of its upload, then of its build. */
export function buildProgressOf(build?: Build | undefined, upload?: Upload | undefined): ProgressState {
  const state = (stage: ProgressStage, label: string, fraction?: number): ProgressState => ({
    stage,
    fraction,
    label,
  });
  const known = build ?? upload?.build;
  const phase = known && buildPhase(known);

  if (upload?.status === "cancelled") return state("cancelled", "Cancelled");
  if (upload?.status === "uploading") {
    const sent = Math.min(1, upload.sentBytes / (upload.sizeBytes || 1));
    return state("uploading", `Uploading, ${Math.floor(sent * 100)} %`, sent);
  }
  if (upload?.status === "failed" || phase === "failed") {
    const reason = known?.error || (upload?.error && reasonOf(upload.error)) || known?.message;
    return state("failed", reason ? `Failed: ${reason}` : "Failed");
  }
  if (!known || phase === "missing" || known.status === "Pending") return state("waiting", "Waiting");
  if (phase === "partial") {
    const failed = known.failed_pages?.length;
    const what = failed === 1 ? "1 page" : `${failed ?? "some"} pages`;
    return state("partial", `Ready, but ${what} could not be read`, 1);
  }
  if (phase !== "waiting") return state("ready", "Ready", 1);
  if (!known.progress) return state("reading", "Reading");
  const { done, total, unit } = known.progress;
  // When 30 pages are done, the 31st is being read.
  const label = `Reading ${unit.replace(/s$/, "")} ${total ? Math.min(done + 1, total) : done + 1}`;
  return total
    ? state("reading", `${label} of ${total}`, Math.min(1, done / total))
    : state("reading", label);
}
