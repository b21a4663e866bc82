import type { NodeId } from "../flow/flow.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import { configPart, inputPart, type KeyParts, readPart } from "../node/content-key.ts";

/** What a node gave before, how many files of that were deleted since, and what it gives now. */
export type ChangedInput = {
  /** The node's display name. */
  name: string;
  before: NodeOutput | null;
  deleted: number;
  after: NodeOutput | null;
};

export const nothingChanged = "nothing changed";
/** Longer values are named by their field alone. */
const maxShownValue = 40;

/**
 * Why a node has to run, for a person to read: "chunkOverlap 0 → 50, 2 of 200 files changed". `before` is null when it
 * never ran.
 */
export function whyRun(
  before: KeyParts | null,
  after: KeyParts,
  inputs: (nodeId: NodeId) => ChangedInput,
): string {
  if (before === null || Object.keys(before).length === 0) return "first run";
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const reasons = names
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      if (name === "code") return "the code of the node changed";
      if (name === "query") return "the query changed";
      if (name.startsWith(configPart))
        return changedField(name.slice(configPart.length), before[name], after[name]);
      if (name.startsWith(readPart)) return `the ${name.slice(readPart.length)} changed`;
      const input = inputs(name.slice(inputPart.length));
      if (before[name] === undefined) return `'${input.name}' was joined to it`;
      if (after[name] === undefined) return "a node before it was taken away";
      return changedInput(input);
    });
  return reasons.length === 0 ? nothingChanged : [...new Set(reasons)].join(", ");
}

const changedField = (field: string, before: string | undefined, after: string | undefined): string => {
  const [was, is] = [before, after].map((value) => value ?? "unset");
  if (Math.max(was?.length ?? 0, is?.length ?? 0) > maxShownValue) return `${field} changed`;
  return `${field} ${was} → ${is}`;
};

/** What changed of what a node gives: "2 of 200 files changed". */
export function changedInput({ name, before, deleted, after }: ChangedInput): string {
  const [were, are] = [versionsOf(before), versionsOf(after)];
  if (!were || !are) return `what '${name}' gives changed`;
  const added = [...are].filter((version) => !were.has(version)).length;
  const gone = [...were].filter((version) => !are.has(version)).length;
  const ofDeleted = deleted > 0 ? [deletedOf(deleted, were.size + deleted)] : [];
  if (added > 0) return [`${added} of ${are.size} files changed`, ...ofDeleted].join(", ");
  if (deleted > 0) return ofDeleted.join();
  if (gone > 0) return gone === 1 ? "1 file is gone" : `${gone} files are gone`;
  return `what '${name}' gives changed`;
}

const deletedOf = (deleted: number, total: number): string =>
  `${deleted} of ${total} files ${deleted === 1 ? "was" : "were"} deleted`;

/** The document versions that an output stands for; null when it is made of something else. */
function versionsOf(output: NodeOutput | null): Set<string> | null {
  if (output?.kind === "documents") return new Set(output.documents.map(({ versionId }) => versionId));
  if (output?.kind === "chunks") return new Set(output.sets.map(({ versionId }) => versionId));
  return null;
}
