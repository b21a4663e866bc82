/**
 * A call about one source, as its client saw it. Times are in ms of one clock. `outcome`: `unknown` where no answer came
 * or one that says nothing (5xx): it may have had its effect, at any time after `start`. `absent`: 404, or not listed.
 */
export type Operation = {
  kind: "create" | "write" | "delete" | "read";
  /** What was written or read: the source's tag. */
  value: string | null;
  start: number;
  end: number;
  outcome: "done" | "absent" | "unknown";
  client: string;
};

/** What a source is: not there, or there with a value. */
type State = string | null;

const absent: State = null;

/** The state after an operation, or undefined where it can't have had its outcome in this state. */
const after = ({ kind, value, outcome }: Operation, state: State): State | undefined => {
  if (outcome === "absent") return state === absent ? absent : undefined;
  if (kind === "create") return state === absent ? value : undefined;
  if (kind === "read") return state === value ? state : undefined;
  if (state === absent) return outcome === "unknown" ? absent : undefined;
  return kind === "delete" ? absent : value;
};

/**
 * Whether there is an order of the operations on one source that explains every outcome, in which each took effect
 * between its start and its end, and those that are unknown at some time or never. (Wing and Gong's search, with what
 * was tried remembered.)
 */
export function isLinearizable(operations: Operation[]): boolean {
  const all = operations
    // A reading without an answer says nothing.
    .filter(({ kind, outcome }) => kind !== "read" || outcome !== "unknown")
    .map((operation) => (operation.outcome === "unknown" ? { ...operation, end: Infinity } : operation))
    .sort((a, b) => a.start - b.start);
  const tried = new Set<string>();
  const search = (done: bigint, state: State): boolean => {
    const left = all.filter((_, at) => ((done >> BigInt(at)) & 1n) === 0n);
    if (left.every(({ outcome }) => outcome === "unknown")) return true;
    const key = `${done} ${state}`;
    if (tried.has(key)) return false;
    tried.add(key);
    const firstEnd = Math.min(...left.map(({ end }) => end));
    return all.some((operation, at) => {
      if (((done >> BigInt(at)) & 1n) === 1n || operation.start > firstEnd) return false;
      const next = after(operation, state);
      return next !== undefined && search(done | (1n << BigInt(at)), next);
    });
  };
  return search(0n, absent);
}
