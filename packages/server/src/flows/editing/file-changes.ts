import type { FileId } from "../../kernel/ids.ts";
import { type DatasetFiles, datasetsOf, type NamedFiles } from "../chunk-sets/dataset-files.ts";
import type { Flow, FlowId, NodeId, Revision, RevisionId } from "../flow/flow.ts";
import type { FlowStore } from "../flow/flow-store.ts";
import type { GraphChange } from "../graph/diff-graphs.ts";

/** A name in a dataset that stands for other files than when a revision froze them. */
export type FileChange = {
  nodeId: NodeId;
  /** As the dataset spells it. Null for files of a revision that does not say by which name it took them. */
  name: string | null;
  /** `replaced`: some are gone and there are new ones. `missing`: there was none, and there is none. */
  kind: "deleted" | "replaced" | "added" | "missing";
  /** How many files of the revision are still there. */
  kept: number;
  removed: FileId[];
  added: FileId[];
};

export type FilesOfNames = Record<NodeId, { name: string | null; fileIds: FileId[] }[]>;
type FrozenFiles = Pick<Revision, "graph" | "files" | "filesOfNames">;

/**
 * The files that a revision froze, by name. A revision that did not keep by which name it took them has them by the names that they
 * have now; what is not there any more has the name null.
 */
export function filesOfRevision(
  { graph, files, filesOfNames }: FrozenFiles,
  now: Record<NodeId, NamedFiles[]>,
): FilesOfNames {
  return Object.fromEntries(
    datasetsOf(graph).map(({ id, names }) => {
      const lists = filesOfNames?.[id];
      if (lists) return [id, names.map((name, index) => ({ name, fileIds: lists[index] ?? [] }))];
      const left = new Set(files[id]);
      const named = (now[id] ?? []).map(({ name, fileIds }) => ({
        name,
        fileIds: fileIds.filter((fileId) => left.delete(fileId)),
      }));
      return [id, left.size === 0 ? named : [...named, { name: null, fileIds: [...left] }]];
    }),
  );
}

/** What differs between the files of names that both have. `missing` names are among them. */
export function changesOfFiles(before: FilesOfNames, after: FilesOfNames): FileChange[] {
  return Object.entries(before).flatMap(([nodeId, named]) => {
    const now = new Map((after[nodeId] ?? []).map(({ name, fileIds }) => [name, fileIds]));
    return named.flatMap(({ name, fileIds }) => {
      const files = name === null && nodeId in after ? [] : now.get(name);
      return files ? (changeOf(nodeId, name, fileIds, files) ?? []) : [];
    });
  });
}

function changeOf(
  nodeId: NodeId,
  name: string | null,
  before: FileId[],
  after: FileId[],
): FileChange | undefined {
  const [was, is] = [new Set(before), new Set(after)];
  const removed = before.filter((fileId) => !is.has(fileId));
  const added = after.filter((fileId) => !was.has(fileId));
  const change = { nodeId, name, kept: before.length - removed.length, removed, added };
  if (removed.length > 0) return { ...change, kind: added.length > 0 ? "replaced" : "deleted" };
  if (added.length > 0) return { ...change, kind: "added" };
  return is.size === 0 ? { ...change, kind: "missing" } : undefined;
}

/** For a person to read, with what to do. */
export function fileChangeText({ nodeId, name, kind, kept, removed, added }: FileChange): string {
  const total = kept + removed.length;
  const gone =
    name === null
      ? `${removed.length} of its files ${removed.length === 1 ? "was" : "were"} deleted`
      : total === 1
        ? `'${name}' was deleted`
        : `${removed.length} of ${total} files named '${name}' ${removed.length === 1 ? "was" : "were"} deleted`;
  switch (kind) {
    case "deleted":
      return `${nodeId}: ${gone}, so what answers finds nothing in ${removed.length === 1 ? "it" : "them"}. Upload it again or take it out of the dataset, and deploy again.`;
    case "replaced":
      return `${nodeId}: ${gone}, and ${added.length === 1 ? "a new file has" : `${added.length} new files have`} its name. Deploy again to take ${added.length === 1 ? "the new one" : "the new ones"}.`;
    case "added":
      return `${nodeId}: ${added.length === 1 ? `a new file named '${name}' is` : `${added.length} new files named '${name}' are`} not in what answers. Deploy again to take ${added.length === 1 ? "it" : "them"}.`;
    case "missing":
      return `${nodeId}: there is no file named '${name}'. Upload it or take it out of the dataset, and deploy again.`;
  }
}

type ChangedFiles = { change: GraphChange; text: string };

/** Changes as a comparison of two versions shows them, with a line for a person to read. What is missing on both sides is equal. */
export const filesDiff = (changes: FileChange[]): ChangedFiles[] =>
  changes.flatMap(({ nodeId, name, kind, removed, added }): ChangedFiles[] => {
    if (kind === "missing") return [];
    const path = `nodes[${nodeId}].files${name === null ? "" : `[${name}]`}`;
    const counts = [count(removed, "file gone", "files gone"), count(added, "new file", "new files")];
    const words = counts.filter((each) => each !== "").join(", ");
    if (kind === "added") return [{ change: { path, kind, after: added }, text: `+ ${path}: ${words}` }];
    if (kind === "deleted")
      return [{ change: { path, kind: "removed", before: removed }, text: `- ${path}: ${words}` }];
    return [
      { change: { path, kind: "changed", before: removed, after: added }, text: `~ ${path}: ${words}` },
    ];
  });

const count = ({ length }: FileId[], one: string, many: string): string =>
  length === 0 ? "" : `${length} ${length === 1 ? one : many}`;

/** How the files of the revisions that answer changed since they were deployed, by flow. Unchanged ones are not listed. */
export type DeployedFileChanges = (
  flows: readonly Pick<Flow, "flowId" | "projectId" | "deployedRevisionId">[],
) => Promise<Map<FlowId, FileChange[]>>;

/** Deployed revisions whose changes are remembered. */
const maxKnown = 1_000;

/** Revisions never change, and the stamp of a project says when its sources did: until then each is compared once. */
export function createDeployedFileChanges({
  flows: { findRevision },
  files,
  stamp,
}: {
  flows: Pick<FlowStore, "findRevision">;
  files: Pick<DatasetFiles, "freeze">;
  /** As `SourceStore.stamp`. */
  stamp: (projectId: string) => Promise<string>;
}): DeployedFileChanges {
  const known = new Map<RevisionId, { stamp: string; changes: FileChange[] }>();
  return async (flows) => {
    const stamps = new Map<string, string>();
    const changed = new Map<FlowId, FileChange[]>();
    for (const { flowId, projectId, deployedRevisionId } of flows) {
      if (deployedRevisionId === null) continue;
      const current = stamps.get(projectId) ?? (await stamp(projectId));
      stamps.set(projectId, current);
      let entry = known.get(deployedRevisionId);
      if (entry?.stamp !== current) {
        const revision = await findRevision(flowId, deployedRevisionId);
        const changes = revision ? await changesSince(files, projectId, revision) : [];
        entry = { stamp: current, changes };
        if (known.size >= maxKnown) known.clear();
        known.set(deployedRevisionId, entry);
      }
      if (entry.changes.length > 0) changed.set(flowId, entry.changes);
    }
    return changed;
  };
}

/** What changed of the files of a revision since it was deployed. */
export async function changesSince(
  files: Pick<DatasetFiles, "freeze">,
  projectId: string,
  revision: FrozenFiles,
): Promise<FileChange[]> {
  const now = await files.freeze(projectId, revision.graph);
  return changesOfFiles(filesOfRevision(revision, now), now);
}
