import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { SourceStore } from "../sources/source-store.ts";
import { filesUnknown } from "./errors.ts";
import type { FlowGraph, NodeId } from "./flow.ts";

export type DatasetFiles = {
  /** Throws 400, in the contract's words, when a dataset names what is no source of the project. */
  check(projectId: ProjectId, graph: FlowGraph): Promise<void>;
  /** The sources that the names of each dataset stand for now. A name stands for every source that bears it. */
  freeze(projectId: ProjectId, graph: FlowGraph): Promise<Record<NodeId, FileId[]>>;
};

export function createDatasetFiles({ sources }: { sources: Pick<SourceStore, "findByName"> }): DatasetFiles {
  const idsOf = async (projectId: ProjectId, name: string): Promise<FileId[]> =>
    (await sources.findByName(projectId, name)).map(({ fileId }) => fileId);
  return {
    async check(projectId, graph) {
      const unknown: string[] = [];
      for (const name of new Set(datasetsOf(graph).flatMap(({ files }) => files)))
        if ((await idsOf(projectId, name)).length === 0) unknown.push(name);
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
