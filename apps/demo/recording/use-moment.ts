"use client";

import { useElements } from "@headwater/react-hooks";
import { isRecordingName } from "./recording-of.ts";

type Passage = {
  fileId: string | null | undefined;
  fileName: string | null | undefined;
  elementId: string | null | undefined;
  /** Its second, where the service has said it. Otherwise the passage itself is asked for. */
  startSeconds?: number | undefined;
};

/** Whether a passage was said in a recording, and at which second. A recording has no pages. */
export function useMoment({ fileId, fileName, elementId, startSeconds }: Passage): {
  isRecording: boolean;
  second: number | undefined;
} {
  const isRecording = isRecordingName(fileName ?? "");
  const isAsked = isRecording && startSeconds === undefined && fileId != null && elementId != null;
  const { elements } = useElements(isAsked ? fileId : undefined, {
    element_ids: isAsked ? [elementId] : [],
    suppress_img_base64: true,
    pageSize: 1,
  });
  const second = startSeconds ?? elements[0]?.metadata.start_seconds;
  return { isRecording, second: typeof second === "number" ? second : undefined };
}
