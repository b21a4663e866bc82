import {
  type DeriveDependencies,
  type DerivedFrom,
  notWhole,
  readChunks,
} from "../derived/derive-by-version.ts";
import type { NodeCost } from "../flow/shown.ts";
import type { EntityReader } from "./entity-reader.ts";
import { derivedBy, isReadWith, notIn, type ReadByModel } from "./read-by-model.ts";

/** What a run with so many calls would ask a model, and what that costs at most. */
export async function costOfReading(
  deps: DeriveDependencies,
  sources: DerivedFrom[],
  { reader, maxCalls, signal }: { reader: EntityReader; maxCalls: number; signal: AbortSignal },
): Promise<Pick<NodeCost, "modelCalls" | "tokens">> {
  const cost = { modelCalls: 0, tokens: 0 };
  const derivation = { ...derivedBy(reader), isWhole: isReadWith(maxCalls) };
  for (const { source, stored } of await notWhole<ReadByModel>(deps, sources, derivation)) {
    const chunks = await readChunks(deps.chunks, source.chunkSetId, signal);
    const batches = reader.batches(notIn(new Map(stored?.read), chunks));
    for (const batch of batches.slice(0, maxCalls - cost.modelCalls)) {
      cost.modelCalls += 1;
      cost.tokens += reader.tokens(batch);
    }
    if (cost.modelCalls === maxCalls) break;
  }
  return cost;
}
