import type { Source } from "@headwater/client";
import type { Row } from "./rows.ts";
import { capitalised, numberInWords } from "./sizes.ts";
import { type Shape, stateOfSource, stateOfUpload } from "./state.ts";

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

/** The lines that are not sources yet: "Three files are on their way. One could not be added." */
export function summaryOfAdding(rows: readonly Row[]): string {
  const refused = rows.filter(isNotAdded).length;
  const running = rows.filter(({ kind }) => kind !== "source").length - refused;
  const sentences: string[] = [];
  if (running === 1) sentences.push("One file is on its way.");
  else if (running > 1) sentences.push(`${capitalised(numberInWords(running))} files are on their way.`);
  if (refused > 0) sentences.push(`${capitalised(numberInWords(refused))} could not be added.`);
  return sentences.join(" ");
}

/** Whether this line is a file that was not added. */
export const isNotAdded = (row: Row): boolean =>
  row.kind === "refusal" || (row.kind === "upload" && stateOfUpload(row.upload).shape === "fail");

/** "It is ready.", "Both are ready.", "All are ready." */
function oneState(shape: Shape, count: number): string {
  const who = count === 1 ? "It" : count === 2 ? "Both" : "All";
  return `${who} ${says[shape][count === 1 ? 0 : 1]}.`;
}
