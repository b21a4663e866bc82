import { type Build, type BuildProgress, isApiError, type Source } from "@headwater/client";
import type { Upload } from "@headwater/react-hooks";
import { troubleOf } from "../shell/trouble.ts";
import { counted } from "./sizes.ts";
import { translated } from "./workbench-words.ts";

/** The shape beside the words: hollow circle, open ring, dot, square. */
export type Shape = "waits" | "busy" | "ready" | "fail" | "unknown";

export type State = {
  shape: Shape;
  /** "Reading page 31 of 76" */
  words: string;
  /** Share of the work that is done, 0 to 1, if known. */
  fraction?: number;
  /** Why it failed, and what helps. */
  why?: string;
  /** What the service itself said, when that is not the same. */
  told?: string;
};

/** The state of a source in words. `build` is its latest build if it is watched: it knows the progress. */
export function stateOfSource(source: Pick<Source, "status" | "error">, build?: Build): State {
  if (build && (build.status === "Pending" || build.status === "Processing")) return stateOfBuild(build);
  switch (source.status) {
    case "New":
      return { shape: "waits", words: "Waiting its turn" };
    case "Processing":
      return { shape: "busy", words: "Reading" };
    case "Processed":
    case "Completed":
      return { shape: "ready", words: "Ready" };
    case "Failed":
    case "Processing failed":
      return notRead(source.error);
    default:
      return { shape: "unknown", words: "State not known" };
  }
}

function stateOfBuild({ status, progress }: Build): State {
  if (status === "Pending") return { shape: "waits", words: "Waiting its turn" };
  if (!progress) return { shape: "busy", words: "Reading" };
  const words = readingWords(progress);
  if (!progress.total) return { shape: "busy", words };
  return { shape: "busy", words, fraction: Math.min(1, progress.done / progress.total) };
}

/** The unit that is being read is the one after those that are done. */
function readingWords({ done, total, unit }: BuildProgress): string {
  if (!total) return done > 0 ? `Reading, ${counted(done, unit)} so far` : "Reading";
  return done >= total ? `Ordering ${counted(total, unit)}` : `Reading ${unit} ${done + 1} of ${total}`;
}

/** The state of an upload: first the bytes that were sent, then its build. */
export function stateOfUpload({ status, sentBytes, sizeBytes, build, error }: UploadState): State {
  switch (status) {
    case "queued":
      return { shape: "waits", words: "Waiting its turn" };
    case "uploading": {
      const fraction = sizeBytes > 0 ? sentBytes / sizeBytes : 0;
      if (fraction >= 1) return { shape: "busy", words: "Sent, waiting for the service", fraction: 1 };
      return { shape: "busy", words: `Sending, ${Math.floor(100 * fraction)} %`, fraction };
    }
    case "building":
      return build ? stateOfBuild(build) : { shape: "waits", words: "Waiting its turn" };
    case "ready":
    case "partial":
      return { shape: "ready", words: "Ready" };
    case "failed":
      return build
        ? notRead(build.error ?? error?.message)
        : { shape: "fail", words: "Not added", why: whyNotAdded(error) };
    case "cancelled":
      return { shape: "fail", words: "Stopped by you" };
  }
}

/** Whether sending a failed file again may succeed. What the service refused, it would refuse again. */
export const canRetry = ({ error }: Pick<Upload, "error">): boolean =>
  !(isApiError(error, 400) || isApiError(error, 413));

type UploadState = Pick<Upload, "status" | "sentBytes" | "sizeBytes" | "build" | "error">;

/** Why a file or an address was not accepted. */
export function whyNotAdded(error: Error | undefined): string {
  if (error === undefined) return "The service gave no reason. Add the file again.";
  const { what, help } = troubleOf(error);
  return isApiError(error) && ![401, 403, 502, 504].includes(error.status) ? help : `${what} ${help}`.trim();
}

function notRead(error: string | null | undefined): State {
  const { words, original } = translated(error ?? "");
  const why = reasonAndRemedy(words);
  return {
    shape: "fail",
    words: "Could not be read",
    why,
    ...(original === undefined ? {} : { told: original }),
  };
}

/** The service's reason, and a remedy if it names none. */
function reasonAndRemedy(sentence: string): string {
  if (sentence === "") return "The service gave no reason. Read it again, or check the file and add it anew.";
  if (/\b(again|upload|try|remove|change|check)\b/i.test(sentence)) return sentence;
  if (/password/i.test(sentence)) return `${sentence} Remove the password and add the file again.`;
  return `${sentence} Read it again, or check the file and add it anew.`;
}
