import type { Source } from "@headwater/client";
import { capitalised, numberInWords } from "./sizes.ts";
import { type Shape, stateOfSource } from "./state.ts";

const says: Record<Shape, [one: string, many: string]> = {
  ready: ["is ready", "are ready"],
  busy: ["is being read", "are being read"],
  waits: ["waits", "wait"],
  fail: ["could not be read", "could not be read"],
  unknown: ["is in a state not known", "are in a state not known"],
};

/** "Ten sources. Seven are ready, one is being read, one waits, one could not be read." */
export function summaryOf(sources: readonly Pick<Source, "status" | "error">[]): string {
  const [first] = sources;
  if (!first) return "Nothing has been added yet.";
  const total = `${capitalised(numberInWords(sources.length))} ${sources.length === 1 ? "source" : "sources"}.`;
  const counts = new Map<Shape, number>();
  for (const source of sources) {
    const { shape } = stateOfSource(source);
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  if (counts.size === 1) return `${total} ${oneState(stateOfSource(first).shape, sources.length)}`;
  const parts = (Object.keys(says) as Shape[]).flatMap((shape) => {
    const count = counts.get(shape);
    return count === undefined ? [] : [`${numberInWords(count)} ${says[shape][count === 1 ? 0 : 1]}`];
  });
  return `${total} ${capitalised(parts.join(", "))}.`;
}

/** "It is ready.", "Both are ready.", "All are ready." */
function oneState(shape: Shape, count: number): string {
  const who = count === 1 ? "It" : count === 2 ? "Both" : "All";
  return `${who} ${says[shape][count === 1 ? 0 : 1]}.`;
}
