import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { createManualTimer } from "../../../testing/manual-timer.ts";
import { removeStoreMove, writeStoreMove } from "../../adapters/sql/move/store-move.ts";
import { openSqlite } from "../../adapters/sql/open-database.ts";
import type { Database } from "../../adapters/sql/schema.ts";
import { createClosing } from "../closing.ts";
import { refuseMovedStore, watchMove, watchMoveMs } from "./watch-move.ts";

const move = {
  moveId: "m",
  state: "preparing" as const,
  place: "the fleet",
  filesPlace: "the bucket",
  startedAt: "2026-05-04T10:00:00.000Z",
};

describe("a service whose store is moved", () => {
  let folder: string;
  let database: Kysely<Database>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-watch-"));
    database = await openSqlite(join(folder, "a.sqlite"));
  });
  afterEach(async () => {
    await database.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  it("refuses changes from the mark on, and begins no builds once it has looked, until the move is given up", async () => {
    const { timer, pass } = createManualTimer(createManualClock());
    const closing = createClosing();
    const watch = watchMove(database, { timer, closing });
    await watch.mayChange();
    await writeStoreMove(database, move);
    await expect(watch.mayChange()).rejects.toMatchObject({ status: 503, headers: { "retry-after": "60" } });
    await removeStoreMove(database);
    await pass(watchMoveMs);
    await expect.poll(() => watch.isMoving()).toBe(false);
    await writeStoreMove(database, move);
    await pass(watchMoveMs);
    await expect.poll(() => watch.isMoving()).toBe(true);
    await closing.close();
  });

  it("is not started again: it says what to do in each state", async () => {
    await refuseMovedStore(database, "here");
    const refusal = (state: Parameters<typeof writeStoreMove>[1]["state"]) =>
      writeStoreMove(database, { ...move, state }).then(() => refuseMovedStore(database, "here"));
    await expect(refusal("copying")).rejects.toThrow(
      /^What is in here is being moved to the fleet, since 2026/,
    );
    await expect(refusal("moved")).rejects.toThrow(/^What is in here was moved to the fleet\..*--cancel/);
    await expect(refusal("arriving")).rejects.toThrow(/^here is being filled from the fleet/);
  });
});
