/** The bytes of an ArrayBuffer, a typed array or a Buffer, of any realm. Undefined for anything else. */
export function bytesOf(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (ArrayBuffer.isView(value)) return plain(value.buffer, value.byteOffset, value.byteLength);
  // The class of another window is another class, but it has the same tag.
  const tag = Object.prototype.toString.call(value);
  if (tag === "[object ArrayBuffer]" || tag === "[object SharedArrayBuffer]")
    return plain(value as ArrayBuffer, 0, (value as ArrayBuffer).byteLength);
  return undefined;
}

/** A Blob takes no shared memory: copy it. */
const plain = (buffer: ArrayBufferLike, start: number, length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(buffer, start, length);
  const isShared = Object.prototype.toString.call(buffer) === "[object SharedArrayBuffer]";
  return (isShared ? bytes.slice() : bytes) as Uint8Array<ArrayBuffer>;
};
