import type { Build } from "@headwater/client";
import type { ReactNode } from "react";
import type { Upload } from "../sources/upload.ts";
import { buildProgressOf, type ProgressState } from "./build-progress-of.ts";

/** The props of `BuildProgress`. */
export type BuildProgressProps = {
  /** The result of `useBuild`. */
  build?: Build | undefined;
  /** An upload of `useIngestFiles`. It contains its build. */
  upload?: Upload | undefined;
  /** Name of the progress bar for a screen reader. Default: the file's name. */
  name?: string | undefined;
  /** Returns the progress in words. Default English, such as "Reading page 31 of 76". */
  label?: ((progress: ProgressState) => string) | undefined;
  className?: string | undefined;
  /** Draws the progress bar. By default it shows the label as text. */
  children?: ((progress: ProgressState) => ReactNode) | undefined;
};

/**
 * A progress bar for an upload, a build, or an upload followed by its build (WAI-ARIA `progressbar`).
 *
 * @example <BuildProgress upload={upload}>{({ fraction, label }) => <><i style={{ width: `${(fraction ?? 0) * 100}%` }} />{label}</>}</BuildProgress>
 */
export function BuildProgress({
  build,
  upload,
  name,
  label,
  className,
  children,
}: BuildProgressProps): ReactNode {
  const known = buildProgressOf(build, upload);
  const progress = label ? { ...known, label: label(known) } : known;
  const { stage, fraction } = progress;
  return (
    <div
      className={className}
      data-part="progress"
      data-stage={stage}
      role="progressbar"
      aria-label={name ?? upload?.fileName ?? build?.file_name ?? "Document"}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={fraction === undefined ? undefined : Math.round(fraction * 100)}
      aria-valuetext={progress.label}
    >
      {children ? children(progress) : progress.label}
    </div>
  );
}
