import type { Flow, NodeId } from "../flow/flow.ts";
import type { NodeRecord } from "../flow/flow-store.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import { inOrder, sourcesOf } from "../graph/walk-graph.ts";
import { canonicalJson } from "../node/content-key.ts";
import type { NodeKinds } from "../node/node-kinds.ts";
import { partsOf } from "./run-graph.ts";

/**
 * The nodes of the draft whose results were made of what is not so any more: a document was read again or replaced, one was added
 * under its name, or a prompt was rewritten. The next simulation with the same query runs them. Runs nothing but the datasets, which look
 * up their files.
 */
export type OutdatedNodes = (
  flow: Pick<Flow, "draft" | "projectId">,
  records: readonly NodeRecord[],
) => Promise<ReadonlySet<NodeId>>;

const never = new AbortController().signal;

export const createOutdatedNodes =
  ({ kinds }: { kinds: NodeKinds }): OutdatedNodes =>
  async ({ draft: graph, projectId }, records) => {
    const outdated = new Set<NodeId>();
    if (!records.some(({ output }) => output)) return outdated;
    const kept = new Map(records.map((record) => [record.nodeId, record]));
    const outputs = new Map<NodeId, NodeOutput>();
    for (const node of inOrder(graph) ?? []) {
      const kind = kinds[node.type];
      const before = kept.get(node.id);
      if (kind.isVolatile) {
        const { output } = await kind.run({ node, projectId, inputs: [], query: null, signal: never });
        outputs.set(node.id, output);
        if (before?.output && canonicalJson(before.output) !== canonicalJson(output)) outdated.add(node.id);
        continue;
      }
      const waits = sourcesOf(graph, node.id).some((id) => !outputs.has(id));
      // The query that it ran with is not known here, and another one is not a change of what is stored.
      const query = null;
      const isSame =
        !waits &&
        before?.output &&
        isSameBesidesQuery(before.parts, await partsOf({ graph, projectId, query }, node, kind, outputs));
      if (isSame && before?.output) outputs.set(node.id, before.output);
      else outdated.add(node.id);
    }
    return outdated;
  };

const isSameBesidesQuery = (before: Record<string, string>, now: Record<string, string>): boolean =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].every(
    (name) => name === "query" || before[name] === now[name],
  );
