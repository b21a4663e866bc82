import type { Build, BuildState } from "../src/builds/build.ts";
import type { BuildStore } from "../src/builds/build-store.ts";
import type { Lane } from "../src/builds/lane.ts";
import type { Clock } from "../src/kernel/clock.ts";

type Row = Build & { owner: string | null; until: number };

/** Keeps builds in memory, in the order they were added. It has no fairness over projects; only the real store has. */
export function createFakeBuildStore(clock: Clock) {
  const rows: Row[] = [];
  const now = () => clock.now().getTime();
  const held = async (buildId: string, owner: string, change: (row: Row) => void) => {
    const row = rows.find((each) => each.buildId === buildId && each.owner === owner);
    if (row) change(row);
    return row !== undefined;
  };
  const end = (row: Row, status: BuildState) => Object.assign(row, { status, owner: null, until: 0 });

  const store: Partial<BuildStore> = {
    async claim(lease, at, lane) {
      const row = rows.find(
        (each) =>
          each.lane === lane &&
          (each.status === "Pending" || (each.status === "Processing" && each.until <= at.getTime())),
      );
      if (!row) return null;
      Object.assign(row, { status: "Processing", owner: lease.owner, until: lease.until.getTime() });
      row.attempts += 1;
      return { ...row };
    },
    areLimited: async () => false,
    renew: (buildId, lease, progress) =>
      held(buildId, lease.owner, (row) => Object.assign(row, { until: lease.until.getTime(), progress })),
    complete: (buildId, owner, outcome) =>
      held(buildId, owner, (row) => Object.assign(end(row, "Completed"), outcome)),
    fail: (buildId, owner, error) =>
      held(buildId, owner, (row) => Object.assign(end(row, "Processing failed"), { error })),
    retry: (buildId, owner, from, { isCounted } = { isCounted: true }) =>
      held(buildId, owner, (row) => {
        Object.assign(row, { owner: null, until: from.getTime() });
        if (!isCounted) row.attempts -= 1;
      }),
    release: (buildId, owner) =>
      held(buildId, owner, (row) => {
        end(row, "Pending").attempts -= 1;
      }),
    turnHeavy: (buildId, owner) => held(buildId, owner, (row) => Object.assign(row, { lane: "heavy" })),
  };

  return {
    store: store as BuildStore,
    add(buildId: string, lane: Lane = "quick", attempts = 0) {
      const createdAt = new Date(now());
      const build = { buildId, lane, attempts, createdAt, fileId: `${buildId}-file`, projectId: "project" };
      rows.push({ ...build, status: "Pending", error: null, owner: null, until: 0 } as Row);
    },
    row(buildId: string): Row {
      const row = rows.find((each) => each.buildId === buildId);
      if (!row) throw new Error(`There is no build ${buildId}`);
      return row;
    },
    /** Another worker takes the build, as after an expired lease. */
    takeAway(buildId: string) {
      Object.assign(this.row(buildId), { owner: "another/1", until: now() + 60_000 });
    },
  };
}
