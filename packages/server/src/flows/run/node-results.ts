import type { FileId } from "../../kernel/ids.ts";
import type { Page } from "../../kernel/page.ts";
import type { SourceNames } from "../../sources/source-names.ts";
import { chunkedFiles } from "../chunk-sets/chunked-files.ts";
import { nodeNotFound } from "../flow/errors.ts";
import type { Flow, NodeId } from "../flow/flow.ts";
import type { FlowStore } from "../flow/flow-store.ts";
import type { NodeResults, ReadItems } from "../flow/shown.ts";
import type { OutdatedNodes } from "./outdated-nodes.ts";

type Dependencies = {
  flows: FlowStore;
  readItems: ReadItems;
  sourceNames: Pick<SourceNames, "byIds">;
  outdatedNodes: OutdatedNodes;
};

const outdatedNote = "What they were made of has changed since. Simulate again to see what is there now";

/**
 * A page of what a node gave in the latest simulation; empty when there was none. It runs nothing. Of a chunking,
 * `fileId` leaves the chunks of that source.
 */
export const createNodeResults =
  ({ flows, readItems, sourceNames, outdatedNodes }: Dependencies) =>
  async (flow: Flow, nodeId: NodeId, page: Page, fileId?: FileId): Promise<NodeResults> => {
    const node = flow.draft.nodes.find(({ id }) => id === nodeId);
    if (!node) throw nodeNotFound(nodeId, flow.name);
    const records = await flows.records(flow.flowId);
    const record = records.find((each) => each.nodeId === nodeId);
    if (!record?.output) return { items: [], total: 0, notes: record?.notes ?? [] };
    const { output } = record;
    // Without a key, what it gave is incomplete: a source of it was deleted.
    const isOutdated =
      record.key === "" || (record.state === "done" && (await outdatedNodes(flow, records)).has(nodeId));
    const notes = isOutdated ? [...record.notes, outdatedNote] : record.notes;
    if (output.kind !== "chunks")
      return { ...(await readItems(flow.projectId, { output, node }, page)), notes };
    const wanted = output.sets.filter((set) => fileId === undefined || set.fileId === fileId);
    const items = await readItems(flow.projectId, { output: { ...output, sets: wanted }, node }, page);
    return { ...items, notes, files: await chunkedFiles(sourceNames, flow.projectId, output) };
  };
