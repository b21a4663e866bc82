import type { PageScreenshot, Source } from "@headwater/client";

/** Sources without pages of any kind. */
const textual = new Set(["txt", "text", "md", "html", "htm", "csv", "tsv"]);
/** A word processor lays the text out anew each time it opens it, so the pages of a picture need not be the text's. */
const laidOut = new Set(["doc", "docx", "odt"]);
const heard = new Set(["mp3", "wav", "m4a", "ogg", "flac", "mp4", "mov", "avi", "mkv", "webm"]);

type Pictured = Pick<Source, "file_source" | "file_type" | "total_pages">;

/** Whether a source may have page images on this service. The service decides. */
export function mayHavePages(
  { file_source, file_type, total_pages }: Pictured,
  can: (capability: string) => boolean,
): boolean {
  const type = file_type.toLowerCase();
  if (file_source !== "local file" || textual.has(type) || heard.has(type)) return false;
  if (laidOut.has(type)) return can("screenshots") && can("office-screenshots");
  return can("screenshots") && (total_pages ?? 0) > 0;
}

/** Whether the pages of its pictures need not be those that its elements name. */
export const isLaidOut = ({ file_type }: Pick<Source, "file_type">): boolean =>
  laidOut.has(file_type.toLowerCase());

/** How many pages there are pictures of, if the service says it. */
export function pictureCount(picture: PageScreenshot | undefined): number | undefined {
  return picture?.total_pages ?? undefined;
}
