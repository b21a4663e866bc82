/**
 * Number of bytes searched for a declared encoding. Browsers stop at 1,024 bytes, but real pages need a little more.
 */
const prescanBytes = 4096;

/** The encoding a page declares in `<meta charset>`, `<meta http-equiv>` or an XML declaration. */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, prescanBytes)).toString(
    "latin1",
  );
  const head = start.replace(/<!--[\s\S]*?-->/g, "");
  const found =
    /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ??
    /^\s*<\?xml\b[^>]*\bencoding\s*=\s*["']([\w:.-]+)/i.exec(head);
  return found?.[1]?.toLowerCase();
}
