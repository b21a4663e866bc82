import type { Contribution } from "./contribution.ts";
import type { EntityKind } from "./entity.ts";

/** Entities in all. Of more, those that most chunks name stay. */
const maxEntities = 100_000;
/** An entity in a larger share of the chunks than this joins nothing: it is what all documents are about. */
const hubShare = 0.1;
/** In fewer chunks than this nothing is a hub. */
const minHubChunks = 10;

export type GraphEntity = {
  key: string;
  kind: EntityKind;
  /** The spelling that most chunks have. */
  name: string;
  /** The chunks that name it, by place in `chunks` of the graph, ascending. */
  chunks: number[];
};

/** Which entities are in which chunks of a set of versions. Two entities are related when chunks name both. */
export type EntityGraph = {
  /** By key. */
  entities: Map<string, GraphEntity>;
  /** Chunks that name something, with whose contribution they are of. */
  chunks: { chunkId: string; contributor: string; entities: GraphEntity[] }[];
  /** What a chunk names; empty for what is not in the graph. */
  namedIn: (chunkId: string) => GraphEntity[];
  /** Whether it is in so many chunks that it joins nothing. */
  isHub: (entity: GraphEntity) => boolean;
};

type Counted = { kind: EntityKind; spellings: Map<string, number>; chunks: number[] };

/** Adds up contributions. Their order changes nothing, and neither does the history that led to them. */
export function sumContributions(contributions: ReadonlyMap<string, Contribution>): EntityGraph {
  const counted = new Map<string, Counted>();
  const places: { chunkId: string; contributor: string; keys: string[] }[] = [];
  for (const [contributor, { entities, chunks }] of inOrderOfId(contributions)) {
    for (const [key, kind, spellings] of entities) {
      const known = counted.get(key) ?? { kind, spellings: new Map(), chunks: [] };
      counted.set(key, known);
      // A term that one document defines is a term in all.
      if (kind === "term") known.kind = kind;
      for (const [spelling, count] of spellings)
        known.spellings.set(spelling, (known.spellings.get(spelling) ?? 0) + count);
    }
    for (const [chunkId, named] of chunks) {
      const keys = named.map((place) => entities[place]?.[0] ?? "");
      for (const key of keys) counted.get(key)?.chunks.push(places.length);
      places.push({ chunkId, contributor, keys });
    }
  }
  const kept = new Map(mostMentioned(counted).map((entity) => [entity.key, entity]));
  const chunks = places.map(({ keys, ...place }) => ({
    ...place,
    entities: keys.flatMap((key) => kept.get(key) ?? []),
  }));
  const byChunk = new Map(chunks.map(({ chunkId, entities }) => [chunkId, entities]));
  const maxChunks = Math.max(minHubChunks, chunks.length * hubShare);
  return {
    entities: kept,
    chunks,
    namedIn: (chunkId) => byChunk.get(chunkId) ?? [],
    isHub: (entity) => entity.chunks.length > maxChunks,
  };
}

const inOrderOfId = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1));

function mostMentioned(counted: Map<string, Counted>): GraphEntity[] {
  return [...counted]
    .map(([key, { kind, spellings, chunks }]) => ({ key, kind, name: commonest(spellings), chunks }))
    .sort((one, other) => other.chunks.length - one.chunks.length || (one.key < other.key ? -1 : 1))
    .slice(0, maxEntities);
}

function commonest(spellings: Map<string, number>): string {
  let [name, most] = ["", 0];
  for (const [spelling, count] of spellings)
    if (count > most || (count === most && spelling < name)) [name, most] = [spelling, count];
  return name;
}
