import type { FileId } from "../kernel/ids.ts";
import type { NodeRecord } from "./flow-store.ts";

/** The sources that outputs were drawn from: those of every dataset among the records. */
export function filesOfOutputs(records: Iterable<NodeRecord>): FileId[] {
  const files = new Set<FileId>();
  for (const { output } of records) {
    if (output?.kind === "documents") for (const { fileId } of output.documents) files.add(fileId);
  }
  return [...files];
}
