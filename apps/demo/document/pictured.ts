import type { Source } from "@headwater/client";

/** Sources without fixed pages: a word processor makes a new layout each time it opens them. */
const textual = new Set(["doc", "docx", "odt", "txt", "text", "md", "html", "htm", "csv", "tsv"]);
const heard = new Set(["mp3", "wav", "m4a", "ogg", "flac", "mp4", "mov", "avi", "mkv", "webm"]);

/** Whether a source may have page images. The service decides. */
export function mayHavePages({
  file_source,
  file_type,
  total_pages,
}: Pick<Source, "file_source" | "file_type" | "total_pages">): boolean {
  const type = file_type.toLowerCase();
  return file_source === "local file" && !textual.has(type) && !heard.has(type) && (total_pages ?? 0) > 0;
}
