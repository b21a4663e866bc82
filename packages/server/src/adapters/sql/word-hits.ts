import { CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import type { ChunkPlace, StoredHit, WordStore } from "../../retrieval/words/word-store.ts";
import { hashesOf } from "./chunk-row.ts";
import type { Database } from "./schema.ts";
import { slicesOf } from "./slices.ts";

/** Chunks looked up in one statement. */
const hitsPerStatement = 64;

type HitRow = { chunk_set_id: string; position: number; chunk_id: string; terms: Uint8Array | null };

/** See WordStore.hits. */
export const createFindHits = (database: Kysely<Database>): WordStore["hits"] => {
  const whole = createLookUp(database, sql`terms`);
  // Chunks that are not indexed yet have no terms, so they are not hits.
  const bare = createLookUp(database, sql`case when terms is null then null else '' end as terms`);
  return async (places, isBare = false) => {
    const lookUp = isBare ? bare : whole;
    const found = new Map<string, StoredHit>();
    for (const slice of slicesOf(places, hitsPerStatement)) {
      for (const { chunk_set_id, position, chunk_id, terms } of await lookUp(slice)) {
        if (terms === null) continue;
        const termHashes = isBare ? new Uint32Array() : hashesOf(terms);
        found.set(`${chunk_set_id} ${position}`, { chunkId: chunk_id, termHashes });
      }
    }
    return places.map(({ chunkSetId, position }) => found.get(`${chunkSetId} ${position}`) ?? null);
  };
};

/**
 * Looks up chunks by set and position, always with a statement of the same text: preparing one costs more than
 * running it.
 */
const createLookUp = (database: Kysely<Database>, terms: RawBuilder<unknown>) => {
  const places = Array.from(
    { length: hitsPerStatement },
    () => sql`(cast(${""} as text), cast(${0} as integer))`,
  );
  const { sql: text } = sql`select chunk_set_id, position, chunk_id, ${terms} from chunks
    where (chunk_set_id, position) in (values ${sql.join(places)})`.compile(database);
  return async (slice: ChunkPlace[]): Promise<HitRow[]> => {
    const parameters = Array.from({ length: hitsPerStatement }, (_, at) => slice[at]).flatMap((place) =>
      place ? [place.chunkSetId, place.position] : ["", -1],
    );
    return (await database.executeQuery<HitRow>(CompiledQuery.raw(text, parameters))).rows;
  };
};
