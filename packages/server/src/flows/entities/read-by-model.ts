import { forEachParallel } from "../../kernel/for-each-parallel.ts";
import type { TokenUsage } from "../../models/usage.ts";
import type { Contribution, ReadElsewhere } from "../../retrieval/graph/contribution.ts";
import type { Named } from "../../retrieval/graph/mention-of.ts";
import type { Derivation } from "../derived/derive-by-version.ts";
import type { EntityReader, ReadableChunk } from "./entity-reader.ts";

/** Raised when the model is asked something else, or the same answers give another contribution. */
const readingVersion = 1;
/** Calls for one version at the same time. */
const callsAtOnce = 4;

/** What a model read of a version. */
export type ReadByModel = {
  contribution: Contribution;
  /** What the model said of each chunk, while some chunks are left: nothing is asked twice. */
  read: [chunkId: string, named: Named[]][];
  /** Chunks that the rules read, because the calls of a run were used up or an answer was of no use. */
  left: number;
  /** The calls that a run had when these were left. One that has more asks for them. */
  calls: number;
};

/** The calls of one run, over all its files. */
export type CallsOfRun = {
  max: number;
  used: number;
  onUsage: (usage: TokenUsage) => void;
};

export const isReadWith =
  (maxCalls: number) =>
  ({ left, calls }: ReadByModel): boolean =>
    left === 0 || calls >= maxCalls;

export const derivedBy = ({ model }: EntityReader) => ({
  kind: "graph-by-model",
  version: readingVersion,
  config: model,
});

type SumUp = (
  chunks: ReadableChunk[],
  elsewhere: ReadElsewhere,
  signal: AbortSignal,
) => Promise<Contribution>;

/**
 * Reads a version by a model as far as the calls of the run go, and the rest by the rules. What was answered before a call
 * fails is kept.
 */
export const readByModel = (
  reader: EntityReader,
  run: CallsOfRun,
  sumUp: SumUp,
): Derivation<ReadByModel> => ({
  ...derivedBy(reader),
  isWhole: isReadWith(run.max),
  derive: async (chunks, signal, { stored, keep }) => {
    const read = new Map(stored?.read);
    const asked = reader.batches(notIn(read, chunks)).slice(0, run.max - run.used);
    let failure: { error: unknown } | null = null;
    await forEachParallel(asked, callsAtOnce, async (batch) => {
      if (failure) return;
      run.used += 1;
      try {
        const { named, usage } = await reader.read(batch, signal);
        run.onUsage(usage);
        for (const [at, ofChunk] of named?.entries() ?? []) read.set(batch[at]?.chunkId ?? "", ofChunk);
      } catch (error) {
        // The calls that are under way may end, and what they say be kept.
        failure ??= { error };
      }
    });
    const value = async (calls: number, stop: AbortSignal): Promise<ReadByModel> => {
      const left = notIn(read, chunks).length;
      const contribution = await sumUp(chunks, read, stop);
      return { contribution, read: left === 0 ? [] : [...read], left, calls };
    };
    const failed = failure as { error: unknown } | null;
    if (!failed) return value(run.max, signal);
    // Zero: the next run asks for the rest, however many calls it has.
    if (read.size > 0) await keep(await value(0, new AbortController().signal));
    throw failed.error;
  },
});

export const notIn = (read: ReadonlyMap<string, unknown>, chunks: ReadableChunk[]): ReadableChunk[] =>
  chunks.filter(({ chunkId }) => !read.has(chunkId));
