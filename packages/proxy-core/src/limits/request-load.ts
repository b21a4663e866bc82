import { limits, type OperationEntry, type OperationId, wantsEvents } from "@headwater/spec";
import type { HeaderLookup } from "../plan.ts";
import { waits } from "../polls/is-shared-poll.ts";

/** What a request takes up. */
export type RequestLoad = {
  isStream: boolean;
  isQuestion: boolean;
  /** 0 when it uploads nothing. */
  uploadBytes: number;
  /** Whether it may keep its connection to the service for long. */
  isLong: boolean;
};

const streaming = new Set<OperationId>([
  "askSources",
  "resumeAnswer",
  "runFlow",
  "simulateFlow",
  "resumeRun",
]);
/** What reads large files, or draws pages. */
const slow = new Set<OperationId>(["getPageScreenshot", "getSourceContent", "prebuiltRag"]);

export function requestLoad(
  operation: OperationId,
  entry: OperationEntry,
  header: HeaderLookup,
): RequestLoad {
  const isStream =
    streaming.has(operation) && (operation === "resumeAnswer" || wantsEvents(header("accept")));
  const isQuestion = entry.work === "asks";
  const isUpload = entry.body === "multipart";
  const isLong =
    isStream || isQuestion || isUpload || slow.has(operation) || (operation === "getBuild" && waits(header));
  return { isStream, isQuestion, uploadBytes: isUpload ? uploadBytes(header) : 0, isLong };
}

/** An upload that does not say its length counts as the largest that the service takes. */
function uploadBytes(header: HeaderLookup): number {
  const length = Number(header("content-length") ?? limits.maxFileBytes);
  return Number.isFinite(length) ? length : limits.maxFileBytes;
}
