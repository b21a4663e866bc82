import { Gauge, type Registry } from "prom-client";
import type { DatabaseMeasure } from "../../ports/database-measure.ts";

/** What a scrape asks of the service. */
export type ServiceState = {
  version: string;
  database: () => Promise<DatabaseMeasure>;
  /** Versions of documents that an index lacks. */
  missingIn: Record<"words" | "vectors", () => number | Promise<number>>;
  /** Bytes that are free on the disk of the data folder. */
  freeBytes: () => Promise<number>;
  now: () => Date;
};

/** Scrapes that come sooner after another get the same measure of the database, in ms. */
const measureMs = 5_000;

/** Gauges of what is, in contrast to what happened. While the database is down, its gauges are left out. */
export function addStateGauges(registry: Registry, state: ServiceState): void {
  const measure = rememberFor(measureMs, state);
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    collect: (gauge: Gauge<Label>) => Promise<void>,
  ) =>
    new Gauge({
      name: `headwater_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        // The other figures are worth the more when one of them can't be had.
        await collect(this).catch(() => (labelNames.length === 0 ? this.remove() : this.reset()));
      },
    });

  new Gauge({
    name: "headwater_build_info",
    help: "1, with the version of the service.",
    labelNames: ["version"],
    registers: [registry],
  }).set({ version: state.version }, 1);
  gauge("builds_open", "Builds waiting or running, by state and lane.", ["state", "lane"], async (builds) => {
    for (const each of (await measure()).builds)
      builds.set({ state: each.state, lane: each.lane }, each.count);
  });
  gauge(
    "builds_oldest_age_seconds",
    "Time since the oldest build that waits or runs was asked for, by state and lane; 0 without one.",
    ["state", "lane"],
    async (ages) => {
      const now = state.now().getTime();
      for (const { state, lane, oldest } of (await measure()).builds)
        ages.set({ state, lane }, oldest === null ? 0 : Math.max(0, now - oldest.getTime()) / 1000);
    },
  );
  gauge("sources", "Sources of all projects.", [], async (sources) => sources.set((await measure()).sources));
  gauge(
    "index_missing_versions",
    "Document versions that an index lacks: they are not found by it yet.",
    ["index"],
    async (missing) => {
      for (const index of ["words", "vectors"] as const)
        missing.set({ index }, await state.missingIn[index]());
    },
  );
  gauge(
    "storage_bytes",
    "Bytes that are stored: originals as they were uploaded (equal ones count each), and the database.",
    ["content"],
    async (bytes) => {
      const { originalBytes, databaseBytes } = await measure();
      bytes.set({ content: "originals" }, originalBytes);
      bytes.set({ content: "database" }, databaseBytes);
    },
  );
  gauge("storage_free_bytes", "Bytes that are free on the disk of the data folder.", [], async (bytes) =>
    bytes.set(await state.freeBytes()),
  );
}

/** The gauges of one scrape share a measure, and so do scrapes that come close together. */
function rememberFor(milliseconds: number, { database, now }: ServiceState): () => Promise<DatabaseMeasure> {
  let measured: { at: number; measure: Promise<DatabaseMeasure> } | undefined;
  return () => {
    const at = now().getTime();
    if (!measured || Math.abs(at - measured.at) >= milliseconds) {
      const measure = database();
      const kept = { at, measure };
      measured = kept;
      measure.catch(() => {
        if (measured === kept) measured = undefined;
      });
    }
    return measured.measure;
  };
}
