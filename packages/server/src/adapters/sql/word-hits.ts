import { CompiledQuery, type Kysely, sql } from "kysely";
import type { ChunkPlace, StoredHit, WordStore } from "../../retrieval/words/word-store.ts";
import { hashesOf } from "./chunk-row.ts";
import type { Database } from "./schema.ts";
import { slicesOf } from "./slices.ts";

/** Chunks looked up in one statement. */
const hitsPerStatement = 64;

type HitRow = { chunk_set_id: string; position: number; chunk_id: string; terms: Uint8Array | null };

/** See WordStore.hits. */
export const createFindHits = (database: Kysely<Database>): WordStore["hits"] => {
  const lookUp = createLookUp(database);
  return async (places) => {
    const found = new Map<string, StoredHit>();
    for (const slice of slicesOf(places, hitsPerStatement)) {
      for (const { chunk_set_id, position, chunk_id, terms } of await lookUp(slice)) {
        if (terms === null) continue;
        found.set(`${chunk_set_id} ${position}`, { chunkId: chunk_id, termHashes: hashesOf(terms) });
      }
    }
    return places.map(({ chunkSetId, position }) => found.get(`${chunkSetId} ${position}`) ?? null);
  };
};

/** Looks up chunks by set and position, always with a statement of the same text: preparing one costs more than running it. */
const createLookUp = (database: Kysely<Database>) => {
  const places = Array.from(
    { length: hitsPerStatement },
    () => sql`(cast(${""} as text), cast(${0} as integer))`,
  );
  const { sql: text } = sql`select chunk_set_id, position, chunk_id, terms from chunks
    where (chunk_set_id, position) in (values ${sql.join(places)})`.compile(database);
  return async (slice: ChunkPlace[]): Promise<HitRow[]> => {
    const parameters = Array.from({ length: hitsPerStatement }, (_, at) => slice[at]).flatMap((place) =>
      place ? [place.chunkSetId, place.position] : ["", -1],
    );
    return (await database.executeQuery<HitRow>(CompiledQuery.raw(text, parameters))).rows;
  };
};
