import { expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { runFleet } from "../testing/fleet/run-fleet.ts";
import { postgresFolders } from "../testing/postgres-server.ts";
import { needsS3 } from "../testing/s3-server.ts";

/** A short form of `npm run test:fleet`. */
const kills = 8;

needs("postgres", postgresFolders())("a fleet of which parts are killed and cut off", () => {
  needsS3("with its files in a bucket", () => {
    it(
      "loses nothing that it acknowledged, answers from nothing deleted, and lets no call wait for ever",
      async () => {
        const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1e9));
        const lines = [`CRASH_SEED=${seed} repeats these moments`];
        const { faults, counts } = await runFleet({
          ...{ kills, minutes: 5, seed, search: false },
          note: (line) => lines.push(line),
        });
        expect(faults, lines.join("\n")).toEqual([]);
        expect(counts.kept + counts.deleted).toBeGreaterThan(0);
      },
      15 * 60_000,
    );
  });
});
