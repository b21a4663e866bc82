import { z } from "../stored/schemas.ts";

const box = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });

const evidence = z.object({
  path: z.string(),
  file_id: z.string(),
  element_id: z.string(),
  page_number: z.number(),
  text: z.string(),
  // An older service sends none of these.
  file_name: z.string().optional(),
  quote: z.string().optional(),
  bounding_box: box.nullish(),
  metadata: z.object({ box: z.enum(["words", "block"]) }).optional(),
  score: z.number().optional(),
  verdict: z.enum(["verified", "repaired", "unverified"]).optional(),
});
/** Where a value stands. */
export type StoredEvidence = z.infer<typeof evidence>;

const row = z.object({
  fileId: z.string(),
  fileName: z.string(),
  state: z.enum(["waiting", "reading", "done", "failed", "stopped"]),
  /** Absent until the row is done: JSON cannot store `undefined`. */
  output: z.unknown().optional(),
  evidence: z.array(evidence),
  /** Why it failed, as a sentence. */
  why: z.string().optional(),
});
/** One source of a run. */
export type ExtractionRow = Omit<z.infer<typeof row>, "why"> & { why?: string | undefined };

/** The request to every source, and its progress. */
export const extractionRun = z.object({
  schema: z.record(z.string(), z.unknown()).nullable(),
  instruction: z.string(),
  /** Absent: the service decides. */
  thinking: z.enum(["fast", "balanced", "accurate", "max"]).optional(),
  rows: z.array(row),
});
export type ExtractionRun = Omit<z.infer<typeof extractionRun>, "rows" | "thinking"> & {
  thinking?: z.infer<typeof extractionRun>["thinking"] | undefined;
  rows: ExtractionRow[];
};

export const noRun: ExtractionRun = { schema: null, instruction: "", rows: [] };

export const waitingRow = (fileId: string, fileName: string): ExtractionRow => ({
  fileId,
  fileName,
  state: "waiting",
  output: undefined,
  evidence: [],
});

/** Marks unfinished rows as stopped when no page works on the run any more, for example after a reload. */
export const stopUnfinished = (rows: readonly ExtractionRow[]): ExtractionRow[] =>
  rows.map((each) =>
    each.state === "waiting" || each.state === "reading" ? { ...each, state: "stopped" } : each,
  );
