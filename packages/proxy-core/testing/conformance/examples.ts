import { existsSync, readFileSync } from "node:fs";
import { operations } from "../../../../spec/generated/operations.ts";

export { operations };
export type OperationId = keyof typeof operations;
export const operationIds = Object.keys(operations) as OperationId[];

const folder = new URL("../../../../spec/examples/", import.meta.url);

/** Returns the spec's example of an operation's answer; of one that only streams, its text. */
export function readExample(operation: OperationId): unknown {
  const file = new URL(`${operation}.200.json`, folder);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const stream = new URL(`${operation}.200.txt`, folder);
  return existsSync(stream) ? readFileSync(stream, "utf8") : undefined;
}

export const ids = {
  build_id: "b8a2c1d4-3e5f-4071-8293-a4b5c6d7e8f9",
  file_id: "0b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10",
  page_number: "1",
  node_id: "node-1767225600000",
  answer_id: "5d41402a-bc4b-4a76-b971-9d911017c592",
  conversation_id: "9f86d081-884c-4d65-9a2f-eaa0c55ad015",
  token_id: "0199f0c2-7b1e-7d55-8f0a-2c4e6a8b0d1f",
  run_id: "0199f0c2-7b1e-7d55-8f0a-2c4e6a8b0d2a",
  prompt_id: "0199f0c2-7b1e-7d55-8f0a-2c4e6a8b0d3b",
  revision_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
} as const;

/** The path of an operation below a proxy's mount point. */
export function addressOf(operation: OperationId): string {
  const { surface, path } = operations[operation];
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: keyof typeof ids) => ids[name]);
  if (surface === "flows-root") return `/flows${filled === "/" ? "" : filled}`;
  return surface === "flows" ? `/flows/support${filled === "/" ? "" : filled}` : filled;
}

/** The path of the same operation at the upstream. */
export function upstreamAddressOf(operation: OperationId): string {
  const { surface, auth } = operations[operation];
  return surface === "sources" && auth ? `/sources${addressOf(operation)}` : addressOf(operation);
}

/** Returns a valid body for the operation. */
export const bodies: Partial<Record<OperationId, Record<string, unknown>>> = {
  ingestUrl: { url: "https://example.com" },
  uploadUrlSource: { url: "https://example.com" },
  ingestGithub: { url: "https://github.com/example/pump" },
  ingestYoutube: { url: "https://youtube.com/watch?v=1" },
  uploadGithubSource: { url: "https://github.com/example/pump" },
  uploadYoutubeSource: { url: "https://youtube.com/watch?v=1" },
  reprocess: { file_id: ids.file_id },
  processSource: { file_id: ids.file_id },
  listSourcesByBody: { file_ids: [ids.file_id] },
  createToken: { name: "nightly reports" },
  listElements: { file_id: ids.file_id },
  deleteSource: { file_id: ids.file_id },
  updateSource: { tags: ["invoices"] },
  renameConversation: { title: "Warranty" },
  askSources: { question: "How long is the warranty?" },
  prebuiltRag: { query: "warranty" },
  runExtraction: {
    file_ids: [ids.file_id],
    user_instruction: "Extract",
    output_schema: { type: "object", properties: {} },
  },
  runFlow: { query: "warranty" },
  simulateFlow: { query: "warranty" },
  getNodeResults: { node_id: ids.node_id },
  simulateNode: { node_id: ids.node_id },
  deployFlow: {},
  updateDataset: { config: { files: ["warranty.pdf"] } },
  updateChunking: { config: { chunkingSplitter: "title" } },
  updateRetrieval: { config: { searchType: "hybrid" } },
  updateReranking: { config: { topK: 3 } },
  updateSmartRag: { config: { topK: 3 } },
  updateGraphRag: { config: { topK: 3 } },
  updateRaptorRag: { config: { topK: 3 } },
  updateLlm: { config: { temperature: 0 } },
  createFlow: { name: "support", template: "search" },
  replaceFlow: { graph: { nodes: [], edges: [] } },
  rollbackFlow: { revision_id: ids.revision_id },
  explainFlow: { query: "warranty" },
  replayRun: { revision: "draft" },
  createPrompt: { name: "Short answers", text: "{context} {question}" },
  replacePrompt: { name: "Short answers", text: "{context} {question}" },
};

const matchers = operationIds.map((operation) => {
  const pattern = upstreamAddressOf(operation);
  return { operation, method: operations[operation].method, path: pattern.replace(/(.)\/$/, "$1") };
});

/** Returns the example for an address of the service, whatever its parameters are. */
export function exampleOf(method: string, path: string): unknown {
  const bare = path.replace(/(.)\/$/, "$1");
  const having = matchers.filter((matcher) => matcher.method === method);
  const found =
    having.find((matcher) => matcher.path === bare) ?? having.find((matcher) => isLike(matcher.path, bare));
  return found && readExample(found.operation);
}

const known = new Set<string>([...Object.values(ids), "support"]);

function isLike(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const parts = path.split("/");
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => part === parts[index] || (known.has(part) && parts[index] !== ""))
  );
}
