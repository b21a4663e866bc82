import type { Source } from "@headwater/client";

const audio = new Set(["mp3", "wav", "m4a", "ogg", "flac"]);
const video = new Set(["mp4", "mov", "avi", "mkv", "webm"]);

type Kind = "audio" | "video" | "youtube";

/** What kind of recording a source is. Undefined for documents. YouTube keeps its videos: only the captions are here. */
export function recordingKind({
  file_source: from,
  file_type: type,
}: Pick<Source, "file_source" | "file_type">): Kind | undefined {
  if (from === "youtube") return "youtube";
  return from === "local file" ? kindOfType(type) : undefined;
}

/** Whether a file is a recording, by its name. */
export const isRecordingName = (fileName: string): boolean =>
  kindOfType(fileName.split(".").pop() ?? "") !== undefined || /^https?:\/\/[^/]*youtu/i.test(fileName);

function kindOfType(fileType: string): "audio" | "video" | undefined {
  const type = fileType.toLowerCase();
  return audio.has(type) ? "audio" : video.has(type) ? "video" : undefined;
}
