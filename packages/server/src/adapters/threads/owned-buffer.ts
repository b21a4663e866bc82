/** What to transfer with the bytes: their buffer, when they fill it, so that they are moved to the other thread, not copied. */
export const ownedBuffer = (bytes: Uint8Array | null): ArrayBuffer[] =>
  bytes !== null && bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? [bytes.buffer]
    : [];
