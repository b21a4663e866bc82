/** What the database holds, in figures for metrics. */
export type DatabaseMeasure = {
  /** Builds that wait or run: a row for each state and lane, also where there are none. */
  builds: { state: "Pending" | "Processing"; lane: string; count: number; oldest: Date | null }[];
  sources: number;
  /** The sum of the sizes of all sources. */
  originalBytes: number;
  databaseBytes: number;
};
