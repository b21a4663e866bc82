import type { FileId } from "../../kernel/ids.ts";
import type { NodeRecord } from "./flow-store.ts";
import type { NodeOutput } from "./node-output.ts";

/**
 * What a node's record is once a source that it was drawn from is deleted: without all that came from it, and in need of an
 * update. Notes and errors may name the source, so they go. The same record where nothing came from any source.
 */
export function recordWithoutFile(record: NodeRecord, fileId: FileId): NodeRecord {
  if (record.output?.kind === "queries") return record;
  const { output, deletedFiles = 0 } = record;
  const left = output && outputWithoutFile(output, fileId);
  const isFewerFiles = output !== null && left !== null && filesIn(left) < filesIn(output);
  return {
    ...record,
    // An output with a part missing is that of no input.
    ...(output && left && sizeOf(left) < sizeOf(output) && { key: "" }),
    output: left,
    ...(isFewerFiles && { deletedFiles: deletedFiles + 1 }),
    state: "stale",
    notes: [],
    error: null,
  };
}

function outputWithoutFile(output: NodeOutput, fileId: FileId): NodeOutput {
  const isOther = (part: { fileId: FileId }) => part.fileId !== fileId;
  // What does not say where it is from may be from there.
  const isFromElsewhere = ({ fileIds }: { fileIds?: FileId[] | undefined }) =>
    fileIds !== undefined && !fileIds.includes(fileId);
  switch (output.kind) {
    case "documents":
      return { ...output, documents: output.documents.filter(isOther) };
    case "chunks":
      return { ...output, sets: output.sets.filter(isOther) };
    case "passages":
      return {
        ...output,
        lists: output.lists.map((list) => ({ ...list, passages: list.passages.filter(isFromElsewhere) })),
      };
    case "answers":
      return { ...output, answers: output.answers.filter(isFromElsewhere) };
    case "queries":
    case "scores":
      return output;
  }
}

const filesIn = (output: NodeOutput): number =>
  output.kind === "documents" || output.kind === "chunks" ? sizeOf(output) : 0;

function sizeOf(output: NodeOutput): number {
  switch (output.kind) {
    case "documents":
      return output.documents.length;
    case "chunks":
      return output.sets.length;
    case "passages":
      return output.lists.reduce((sum, { passages }) => sum + passages.length, 0);
    case "answers":
      return output.answers.length;
    case "queries":
      return output.queries.length;
    case "scores":
      return output.scores.length;
  }
}
