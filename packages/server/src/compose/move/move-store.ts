import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { createStores } from "../../adapters/sql/create-stores.ts";
import { compareTable } from "../../adapters/sql/move/compare-table.ts";
import { copyTable } from "../../adapters/sql/move/copy-table.ts";
import { freezeTables, thawTables } from "../../adapters/sql/move/freeze-tables.ts";
import { countHeldBuilds } from "../../adapters/sql/move/held-builds.ts";
import { countContents, listContents } from "../../adapters/sql/move/list-contents.ts";
import { type MovedTable, readMovedTables } from "../../adapters/sql/move/moved-tables.ts";
import { countRowsOf } from "../../adapters/sql/move/row-pages.ts";
import {
  readStoreMove,
  removeStoreMove,
  type StoreMove,
  writeStoreMove,
} from "../../adapters/sql/move/store-move.ts";
import type { Database } from "../../adapters/sql/schema.ts";
import { readStoreId } from "../../adapters/sql/store-id.ts";
import type { Clock } from "../../kernel/clock.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { Content } from "../../ports/blob-store.ts";
import { createKeepSidecar } from "../../sources/keep-sidecar.ts";
import { markMove, planMove } from "./begin-move.ts";
import { checkFile, copyFile, type LostFile, someAtATime } from "./move-files.ts";
import type { MoveSource } from "./move-source.ts";
import type { MoveTarget } from "./move-target.ts";
import { watchMoveMs } from "./watch-move.ts";

/** What a move does one after the other. `waiting` counts builds, `rows` and `checking rows` rows, the others files. */
export type MoveStep = "waiting" | "rows" | "files" | "checking rows" | "checking files";

export type MoveProgress = (step: MoveStep, done: number, total: number) => void;

export type MoveResult = {
  /** Of all tables. */
  rows: number;
  files: number;
  /** Whether the files stayed where they are. */
  keptFiles: boolean;
  lost: LostFile[];
};

/** Between two looks at the builds that are still read, in ms. */
const lookMs = 500;

/**
 * Copies a store to an empty place, and compares every row and every file there with it. Services of the old place answer
 * questions until only what questions write is left to copy; they change nothing else from the start of the move on, and
 * nothing at all once it is over. Interrupted, it goes on where it was. Throws OperatorError, also where the place is taken.
 */
export async function moveStore(
  source: MoveSource,
  target: MoveTarget,
  { clock, onProgress }: { clock: Clock; onProgress: MoveProgress },
): Promise<MoveResult> {
  const tables = await readMovedTables();
  const early = tables.filter(({ isLate }) => !isLate);
  const late = tables.filter(({ isLate }) => isLate);
  const storeId = await readStoreId(source.database);
  const move = await planMove(source, target, { storeId, clock });
  if (move === "done") return wholeAlready(source, target, tables);
  const files = source.filesPlace === target.filesPlace ? null : await target.openFiles(storeId);
  const to = await markMove(source, target, { move, storeId, tables });
  const enter = (state: StoreMove["state"]) => writeStoreMove(source.database, { ...move, state });

  if (move.state === "preparing") {
    await buildsEnded(source, clock, (count) => onProgress("waiting", 0, count));
    await enter("copying");
  }
  await freezeTables(source.database, early);
  await copyTables(source.database, to, early, onProgress);
  const lost = files ? await moveFiles(source, { ...files, database: to, storeId }, clock, onProgress) : [];
  const checked = await checkTables(source.database, to, early, onProgress);

  await enter("finishing");
  await freezeTables(source.database, late);
  await copyTables(source.database, to, late, onProgress);
  const checkedLate = await checkTables(source.database, to, late, onProgress);

  await enter("moved");
  await target.copyToken(source.folder.token);
  await removeStoreMove(to);
  await target.finish();
  return {
    rows: checked + checkedLate,
    files: await countContents(source.database),
    keptFiles: files === null,
    lost,
  };
}

/** Lets a store be changed again that is being moved, or was. Answers where it was moved to; null when it was not. */
export async function cancelMove(database: Kysely<Database>): Promise<StoreMove | null> {
  const move = await readStoreMove(database);
  if (move?.state === "arriving")
    throw new OperatorError(
      "This is the place that a move fills: cancel it with the settings of the place that it comes from.",
    );
  await thawTables(database, await readMovedTables());
  await removeStoreMove(database);
  return move;
}

async function wholeAlready(
  source: MoveSource,
  target: MoveTarget,
  tables: MovedTable[],
): Promise<MoveResult> {
  const counts = await Promise.all(tables.map((table) => countRowsOf(source.database, table)));
  return {
    rows: counts.reduce((sum, count) => sum + count, 0),
    files: await countContents(source.database),
    keptFiles: source.filesPlace === target.filesPlace,
    lost: [],
  };
}

/** Services have seen the mark by then and begin no build. What one still reads is waited for. */
async function buildsEnded(
  { database, mayBeServed }: MoveSource,
  clock: Clock,
  onCount: (count: number) => void,
): Promise<void> {
  if (mayBeServed) await pause(2 * watchMoveMs);
  for (;;) {
    const count = await countHeldBuilds(database, clock.now());
    if (count === 0 || !mayBeServed) return;
    onCount(count);
    await pause(lookMs);
  }
}

async function copyTables(
  from: Kysely<Database>,
  to: Kysely<Database>,
  tables: MovedTable[],
  onProgress: MoveProgress,
): Promise<void> {
  const total = await countAll(from, tables);
  let done = 0;
  for (const table of tables) {
    let rows = 0;
    await copyTable(from, to, table, (count) => {
      rows = count;
      onProgress("rows", done + rows, total);
    });
    done += rows;
  }
}

async function checkTables(
  from: Kysely<Database>,
  to: Kysely<Database>,
  tables: MovedTable[],
  onProgress: MoveProgress,
): Promise<number> {
  const total = await countAll(from, tables);
  let done = 0;
  for (const table of tables) {
    const { rows } = await compareTable(from, to, table, (count) =>
      onProgress("checking rows", done + count, total),
    );
    done += rows;
  }
  return done;
}

/** Copies the files and writes what lies beside them, then reads all of them through. */
async function moveFiles(
  source: MoveSource,
  to: Awaited<ReturnType<MoveTarget["openFiles"]>> & { database: Kysely<Database>; storeId: string },
  clock: Clock,
  onProgress: MoveProgress,
): Promise<LostFile[]> {
  const { projects, sources } = createStores(to.database, clock);
  const keepSidecar = createKeepSidecar({ ...to, projects, sources });
  const total = await countContents(to.database);
  const each = async (step: MoveStep, work: (content: Content) => Promise<LostFile | null>) => {
    const lost: LostFile[] = [];
    let done = 0;
    await someAtATime(listContents(to.database), async (content) => {
      const problem = await work(content);
      if (problem) lost.push(problem);
      done += 1;
      onProgress(step, done, total);
    });
    return lost;
  };
  await each("files", async (content) => {
    const lost = await copyFile(source.files, to.blobs, content);
    if (!lost) await keepSidecar(content);
    return lost;
  });
  return each("checking files", (content) => checkFile(source.files, to.blobs, content));
}

async function countAll(database: Kysely<Database>, tables: MovedTable[]): Promise<number> {
  let total = 0;
  for (const table of tables) total += await countRowsOf(database, table);
  return total;
}
