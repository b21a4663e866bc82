/** Scales to length 1. A vector of zeros, or one that holds no numbers, becomes zeros: it is near to nothing. */
export function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return vector.fill(0);
  return vector.map((value) => value / length);
}
