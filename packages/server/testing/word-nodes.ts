import type { FlowGraph, FlowNode, FlowNodeType } from "../src/flows/flow/flow.ts";
import type { NodeOutput } from "../src/flows/flow/node-output.ts";
import { NodeError, type NodeKind } from "../src/flows/node/node-kind.ts";
import type { NodeKinds } from "../src/flows/node/node-kinds.ts";

/** Nodes that work on words instead of documents: what runs them can be tested without any store. */
export function wordNodes(files: Map<string, string>) {
  const ran: string[] = [];
  const kind = (type: FlowNodeType, run: NodeKind["run"], more: Partial<NodeKind> = {}): NodeKind => ({
    type,
    version: 1,
    needs: [],
    takes: [],
    gives: "input",
    readsQuery: false,
    run: async (input) => {
      ran.push(input.node.id);
      if (input.node.config.fails) throw new NodeError("it was told to fail");
      if (input.node.config.breaks) throw new Error("a secret of the database");
      return run(input);
    },
    ...more,
  });
  const pass = kind("response", async ({ inputs }) => ({ output: inputs[0] as NodeOutput, counts: {} }));
  const passages: NodeKind["run"] = async ({ node, inputs, query }) => {
    const documents = inputs.flatMap((input) => (input.kind === "documents" ? input.documents : []));
    const from = inputs.flatMap((input) => (input.kind === "chunks" ? input.sets : []));
    const ids = [...documents, ...from].map(({ versionId }) => versionId);
    const found = ids.slice(0, Number(node.config.topK ?? 5));
    return {
      output: {
        kind: "passages",
        lists: [
          {
            query: { id: "q", text: query ?? "" },
            passages: found.map((id) => ({ id: `${id} ${query}`, chunkIds: [id], score: 1 })),
          },
        ],
      },
      counts: { total_retrieved: found.length },
    };
  };
  const kinds: Partial<NodeKinds> = {
    dataset: kind(
      "dataset",
      async ({ node }) => ({
        output: {
          kind: "documents",
          documents: (node.config.files as string[]).flatMap((name) => {
            const versionId = files.get(name);
            return versionId ? [{ fileId: name, fileName: name, versionId }] : [];
          }),
        },
        counts: {},
      }),
      { isVolatile: true },
    ),
    chunking: kind("chunking", async ({ node, inputs }) => ({
      output: {
        kind: "chunks",
        sets: inputs.flatMap((input) =>
          input.kind === "documents"
            ? input.documents.map(({ fileId, versionId }) => ({
                chunkSetId: `${versionId}/${node.config.chunkSize}`,
                fileId,
                versionId: `${versionId}/${node.config.chunkSize}`,
                chunks: 1,
              }))
            : [],
        ),
      },
      counts: {},
    })),
    retrieval: kind("retrieval", passages, { readsQuery: true, defaults: { topK: 5 } }),
    reranking: kind("reranking", async ({ inputs }) => ({ output: inputs[0] as NodeOutput, counts: {} })),
    response: pass,
  };
  return { kinds: kinds as NodeKinds, ran };
}

/** A graph whose nodes are joined in a row. */
export function rowOf(...nodes: [type: FlowNodeType, config: Record<string, unknown>][]): FlowGraph {
  const made = nodes.map(
    ([type, config]): FlowNode => ({
      id: type,
      type,
      position: { x: 0, y: 0 },
      style: { height: 80, width: 200 },
      name: type,
      config,
    }),
  );
  return {
    nodes: made,
    edges: made.slice(1).map(({ id }, at) => ({ source: made[at]?.id ?? "", target: id })),
  };
}
