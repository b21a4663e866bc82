import { expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { runUpgrade } from "../testing/fleet/run-upgrade.ts";
import { postgresFolders } from "../testing/postgres-server.ts";
import { needsS3 } from "../testing/s3-server.ts";

needs("postgres", postgresFolders())("a fleet whose processes are replaced one after the other", () => {
  needsS3("with its files in a bucket", () => {
    it(
      "answers every request of its clients meanwhile",
      async () => {
        const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1e9));
        const lines = [`CRASH_SEED=${seed} repeats these choices`];
        // By processes of the same version. `npm run test:upgrade` begins with an earlier one.
        const run = { processes: 1, calls: 40, seed, note: (line: string) => void lines.push(line) };
        const { faults, counts } = await runUpgrade(run);
        expect(faults, lines.join("\n")).toEqual([]);
        expect(counts.kept + counts.deleted).toBeGreaterThan(0);
      },
      15 * 60_000,
    );
  });
});
