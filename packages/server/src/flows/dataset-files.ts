import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { SourceStore } from "../sources/source-store.ts";
import { filesUnknown } from "./errors.ts";
import type { FlowGraph, NodeId } from "./flow.ts";

export type DatasetFiles = {
  /**
   * Throws 400, in the contract's words, when a dataset names a source that the project lacks. Names that a dataset of
   * `draft` has already are accepted: a source that was deleted since must not block another change.
   */
  check(projectId: ProjectId, graph: FlowGraph, draft?: FlowGraph): Promise<void>;
  /** The sources that the names of each dataset stand for now. A name stands for every source that bears it. */
  freeze(projectId: ProjectId, graph: FlowGraph): Promise<Record<NodeId, FileId[]>>;
};

export function createDatasetFiles({ sources }: { sources: Pick<SourceStore, "findByName"> }): DatasetFiles {
  const idsOf = async (projectId: ProjectId, name: string): Promise<FileId[]> =>
    (await sources.findByName(projectId, name)).map(({ fileId }) => fileId);
  return {
    async check(projectId, graph, draft) {
      const unknown: string[] = [];
      const before = new Set(draft ? namesIn(draft) : []);
      for (const name of new Set(namesIn(graph)))
        if (!before.has(name) && (await idsOf(projectId, name)).length === 0) unknown.push(name);
      if (unknown.length > 0) throw filesUnknown(unknown);
    },
    async freeze(projectId, graph) {
      const frozen: [NodeId, FileId[]][] = [];
      for (const { id, files } of datasetsOf(graph)) {
        const ids = new Set<FileId>();
        for (const name of new Set(files)) for (const fileId of await idsOf(projectId, name)) ids.add(fileId);
        frozen.push([id, [...ids]]);
      }
      return Object.fromEntries(frozen);
    },
  };
}

const datasetsOf = ({ nodes }: FlowGraph) =>
  nodes
    .filter(({ type }) => type === "dataset")
    .map(({ id, config }) => ({ id, files: (config.files ?? []) as string[] }));

const namesIn = (graph: FlowGraph): string[] => datasetsOf(graph).flatMap(({ files }) => files);
