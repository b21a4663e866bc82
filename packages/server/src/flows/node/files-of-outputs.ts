import type { FileId } from "../../kernel/ids.ts";
import type { NodeRecord } from "../flow/flow-store.ts";
import type { OutputDocument } from "../flow/node-output.ts";

/** The sources that outputs were drawn from: those of every dataset among the records. */
export type FilesOfOutputs = (records: Iterable<NodeRecord>) => FileId[];

/** A dataset that stays the same from run to run gives the same list of files: a store that knows it need not read it. */
export function createFilesOfOutputs(): FilesOfOutputs {
  const listed = new WeakMap<OutputDocument[], FileId[]>();
  const filesOf = (documents: OutputDocument[]): FileId[] => {
    const files = listed.get(documents) ?? documents.map(({ fileId }) => fileId);
    listed.set(documents, files);
    return files;
  };
  return (records) => {
    const datasets = [...records].flatMap(({ output }) =>
      output?.kind === "documents" ? [output.documents] : [],
    );
    const [only] = datasets;
    return only && datasets.length === 1 ? filesOf(only) : [...new Set(datasets.flatMap(filesOf))];
  };
}
