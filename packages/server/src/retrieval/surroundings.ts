import type { ChunkHit } from "./chunk-index.ts";

type Valued = { hit: Pick<ChunkHit, "fileId" | "position">; value: number };

/* Chosen on the collections for choosing; docs/decisions/retrieval.md has what others bring. */
/** Of what a neighbour has more than the worst hit. One further away by a chunk counts half. */
const share = 0.15;
const maxDistance = 2;
/** In shorter files each chunk has the others beside it: that says nothing. */
const minChunks = 3;

/**
 * Values of hits with a share of those of the hits that stand beside them in their file: where several chunks in a row are
 * about what was asked for, each of them is the likelier to answer it. The best value of each file stays what it was, so
 * that files compete as before: a long file is no better for being cut into many chunks.
 */
export function withSurroundings<V extends Valued>(hits: V[]): V[] {
  const worst = Math.min(...hits.map(({ value }) => value));
  const files = Map.groupBy(hits, ({ hit }) => hit.fileId);
  const values = new Map<V, number>();
  for (const inFile of files.values()) {
    const above = new Map(inFile.map(({ hit, value }) => [hit.position, value - worst]));
    if (Math.max(...above.keys()) < minChunks - 1) continue;
    const raised = inFile.map((valued) => valued.value + share * besideOf(valued.hit.position, above));
    const excess = Math.max(...raised) - Math.max(...inFile.map(({ value }) => value));
    for (const [at, valued] of inFile.entries()) values.set(valued, (raised[at] ?? 0) - excess);
  }
  return hits.map((valued) => ({ ...valued, value: values.get(valued) ?? valued.value }));
}

function besideOf(position: number, above: ReadonlyMap<number, number>): number {
  let beside = 0;
  for (let distance = 1; distance <= maxDistance; distance++)
    beside += ((above.get(position - distance) ?? 0) + (above.get(position + distance) ?? 0)) / distance;
  return beside;
}
