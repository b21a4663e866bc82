import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { SourceNames } from "../../sources/source-names.ts";
import { filesUnknown } from "../flow/errors.ts";
import type { FlowGraph, NodeId } from "../flow/flow.ts";

/** A name in a dataset, and the sources that it stands for. A source is listed once, with the first of its names. */
export type NamedFiles = { name: string; fileIds: FileId[] };

export type DatasetFiles = {
  /**
   * Throws 400, in the contract's words, when a dataset names a source that the project lacks. Names that a dataset of
   * `draft` has already are accepted: a source that was deleted since must not block another change.
   */
  check(projectId: ProjectId, graph: FlowGraph, draft?: FlowGraph): Promise<void>;
  /** The sources that the names of each dataset stand for now. A name stands for every source that bears it. */
  freeze(projectId: ProjectId, graph: FlowGraph): Promise<Record<NodeId, NamedFiles[]>>;
};

export function createDatasetFiles({
  sourceNames,
}: {
  sourceNames: Pick<SourceNames, "byNames">;
}): DatasetFiles {
  return {
    async check(projectId, graph, draft) {
      const before = new Set(draft ? allNames(draft) : []);
      const added = allNames(graph).filter((name) => !before.has(name));
      const found = await sourceNames.byNames(projectId, added);
      const unknown = [...found].filter(([, sources]) => sources.length === 0).map(([name]) => name);
      if (unknown.length > 0) throw filesUnknown(unknown);
    },
    async freeze(projectId, graph) {
      const found = await sourceNames.byNames(projectId, allNames(graph));
      return Object.fromEntries(
        datasetsOf(graph).map(({ id, names }) => {
          const listed = new Set<FileId>();
          const named = names.map((name): NamedFiles => {
            const fileIds = (found.get(name) ?? [])
              .map(({ fileId }) => fileId)
              .filter((fileId) => !listed.has(fileId));
            for (const fileId of fileIds) listed.add(fileId);
            return { name, fileIds };
          });
          return [id, named];
        }),
      );
    },
  };
}

/** The dataset nodes of a graph, each with its names in their order, each name once. */
export const datasetsOf = ({ nodes }: FlowGraph): { id: NodeId; names: string[] }[] =>
  nodes
    .filter(({ type }) => type === "dataset")
    .map(({ id, config }) => ({ id, names: [...new Set((config.files ?? []) as string[])] }));

const allNames = (graph: FlowGraph): string[] => datasetsOf(graph).flatMap(({ names }) => names);
