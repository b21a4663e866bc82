import { mediaErrors } from "./media-errors.ts";
import { mediaExtension } from "./media-signature.ts";

const sampleBytes = 4_096;

/** Throws ParseError for files that only bear the name of a recording: empty ones, playlists, texts. */
export function refuseOtherFiles(bytes: Uint8Array, extension: string): void {
  if (bytes.length === 0) throw mediaErrors.empty();
  if (mediaExtension(bytes) !== undefined) return;
  const start = Buffer.from(bytes.subarray(0, sampleBytes))
    .toString("latin1")
    .replace(/^\u00ef\u00bb\u00bf/, "");
  if (
    /^\s*(?:#EXTM3U|\[playlist\]|ffconcat version|<\?xml[^>]*>\s*<(?:playlist|MPD|asx)|<asx|<MPD)/i.test(
      start,
    )
  )
    throw mediaErrors.playlist();
  // No form of sound or video is text for as long as this.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence identifies text
  if (!/[\u0000-\u0008\u000e-\u001a\u007f-\u009f]/.test(start)) throw mediaErrors.notMedia(extension);
  if (bytes.every((byte) => byte === 0)) throw mediaErrors.damaged();
}
