/** How alike two things are: the cosine of their counts, by word. */
export function likenessOfCounts(one: Map<string, number>, other: Map<string, number>): number {
  let product = 0;
  for (const [term, count] of one) product += count * (other.get(term) ?? 0);
  return cosine(product, squares(one.values()), squares(other.values()));
}

/** How alike two things are: the cosine of their vectors. */
export function likenessOfVectors(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let product = 0;
  for (let at = 0; at < one.length; at++) product += (one[at] ?? 0) * (other[at] ?? 0);
  return cosine(product, squares(Array.from(one)), squares(Array.from(other)));
}

const cosine = (product: number, one: number, other: number): number =>
  product === 0 ? 0 : product / Math.sqrt(one * other);

function squares(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}
