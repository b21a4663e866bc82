/**
 * Whether an MP4 holds tracks whose key its seller has: a box `sinf` (protection scheme) that begins with the box `frma`
 * (the form without protection). FFmpeg reads such files, and decodes noise.
 */
export function isProtected(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf("sinf"); at >= 0; at = buffer.indexOf("sinf", at + 1)) {
    if (buffer.toString("latin1", at + 8, at + 12) === "frma") return true;
  }
  return false;
}
