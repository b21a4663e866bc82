/** Maximum size of a picture kept inside an element, in bytes of the file. Larger ones keep only their description. */
const maxImageBytes = 4 * 1024 * 1024;
/** Maximum bytes of pictures kept per document. */
const maxTotalImageBytes = 32 * 1024 * 1024;

/** Keeps PNG and JPEG pictures of a document as base64, up to the maximum per document. */
export type ImageAllowance = (bytes: Uint8Array) => string | undefined;

/** Each document has one limit, so that files full of pictures do not fill the memory. */
export function imageAllowance(): ImageAllowance {
  let left = maxTotalImageBytes;
  return (bytes) => {
    if (!isPngOrJpeg(bytes) || bytes.length > Math.min(left, maxImageBytes)) return undefined;
    left -= bytes.length;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
  };
}

function isPngOrJpeg(bytes: Uint8Array): boolean {
  const png = bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
  const jpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
  return png || jpeg;
}
