import type { StoreMove } from "../../adapters/sql/move/store-move.ts";
import { systemClock } from "../../kernel/clock.ts";
import { openMoveSource, openSourceDatabase, type StorePlace } from "./move-source.ts";
import { cancelMove, type MoveProgress, type MoveResult, moveStore } from "./move-store.ts";
import { openMoveTarget } from "./move-target.ts";

export type OpenMove = {
  /** Both ends, and where the files go, for people; `files` is null where they stay. */
  place: { from: string; to: string; files: string | null };
  run(onProgress: MoveProgress): Promise<MoveResult>;
  close(): Promise<void>;
};

/** Opens both ends of a move. Throws OperatorError where one can't be used; copies nothing. */
export async function openMove(from: StorePlace, to: StorePlace): Promise<OpenMove> {
  const source = await openMoveSource(from);
  const target = await openMoveTarget(to).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  return {
    place: {
      from: source.place,
      to: target.place,
      files: source.filesPlace === target.filesPlace ? null : target.filesPlace,
    },
    run: (onProgress) => moveStore(source, target, { clock: systemClock, onProgress }),
    async close() {
      await target.close();
      await source.close();
    },
  };
}

/** See `cancelMove`. */
export async function cancelStoreMove(where: StorePlace): Promise<StoreMove | null> {
  const source = await openSourceDatabase(where);
  try {
    return await cancelMove(source.database);
  } finally {
    await source.close();
  }
}
