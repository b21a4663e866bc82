/** A vector of length 1 in a byte a dimension. Its cosines are off by less than .005. */
export type PackedVector = { bytes: Int8Array; scale: number };

const maxByte = 127;

export function packVector(vector: Float32Array): PackedVector {
  const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / maxByte || 1;
  return { bytes: Int8Array.from(vector, (value) => Math.round(value / scale)), scale };
}

/** The cosine of a vector of length 1 and a packed one. */
export function cosineTo(vector: Float32Array, { bytes, scale }: PackedVector): number {
  let sum = 0;
  for (const [index, value] of bytes.entries()) sum += value * (vector[index] ?? 0);
  return sum * scale;
}
