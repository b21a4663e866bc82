import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { bodyOf } from "./answers.ts";

type Node = {
  id: string;
  type: string;
  position: { x: number; y: number };
  style: { height: number; width: number };
  data: { name: string; config: Record<string, unknown>; result?: Record<string, unknown> };
};
type Graph = { nodes: Node[]; edges: { source: string; target: string }[] };
type Revision = { revision_id: string; number: number; created_at: string; graph: Graph };
type Flow = {
  name: string;
  description: string | null;
  graph: Graph;
  version: number;
  revisions: Revision[];
  deployed: string | null;
};

export type FlowService = {
  origin: string;
  flows: Map<string, Flow>;
  /** Holds each node of a simulation until it is called. Undefined: nodes do not wait. */
  gate: (() => Promise<void>) | undefined;
  /** Runs that were stopped. */
  stopped: string[];
  close(): Promise<void>;
};

const now = "2026-11-23T10:00:00Z";
const files = ["warranty.pdf", "handbook.pdf", "bulletin-26-04.pdf"];

/** Answers as a service with three sources and these flows: enough of it for the flow rooms, without an engine. */
export async function startFlowService(): Promise<FlowService> {
  const service: FlowService = {
    origin: "",
    flows: new Map(),
    gate: undefined,
    stopped: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    answer(service, request, response).catch((error) => send(response, 500, { detail: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

/** A flow in columns: a dataset, then `width` nodes that each feed one of the next column, then a response. */
export function wideGraph(count: number): Graph {
  const graph: Graph = { nodes: [], edges: [] };
  const width = Math.ceil(Math.sqrt(count));
  const at = (index: number) => ({ x: 260 * Math.floor(index / width), y: 150 * (index % width) });
  for (let index = 0; index < count; index++) {
    const column = Math.floor(index / width);
    const type = column === 0 ? "dataset" : column === 1 ? "smart-rag" : "reranking";
    graph.nodes.push({
      id: `n${index}`,
      type: index === count - 1 ? "response" : type,
      position: at(index),
      style: { width: 208, height: 116 },
      data: { name: `Node ${index}`, config: {}, result: { updated: index % 3 > 0 } },
    });
    if (column > 0) graph.edges.push({ source: `n${index - width}`, target: `n${index}` });
  }
  return graph;
}

async function answer(
  service: FlowService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://service");
  const [, surface, name, ...rest] = pathname.split("/");
  if (pathname.endsWith("/readyz"))
    return send(response, 200, {
      status: "ready",
      checks: {},
      capabilities: ["ask", "retrieve", "extract", "flows"],
    });
  if (surface === "sources") return send(response, 200, name ? {} : files.map(sourceNamed));
  if (surface !== "flows") return send(response, 404, { detail: "Not found" });
  if (!name) {
    const flows = [...service.flows.values()].map(summary);
    return send(response, 200, { flows, total: flows.length });
  }
  if (name === "prompts") return send(response, 200, { prompts: [], total: 0 });
  if (name === "create") return create(service, await bodyOf(request), response);
  const flow = service.flows.get(name);
  if (!flow) return send(response, 404, { detail: `Flow with name '${name}' not found` });
  await answerFlow(service, flow, `${request.method} ${rest.join("/")}`, request, response);
}

function create(
  { flows }: FlowService,
  body: { name: string; files?: string[]; graph?: Graph },
  response: ServerResponse,
): void {
  if (flows.has(body.name)) {
    send(response, 409, { detail: `Flow name '${body.name}' is taken` });
    return;
  }
  const node = (type: string, at: number, config = {}): Node => ({
    id: `${type}-1`,
    type,
    position: { x: 260 * at, y: 60 },
    style: { width: 208, height: 116 },
    data: { name: type, config },
  });
  const graph = body.graph ?? {
    nodes: [
      node("dataset", 0, { files: body.files ?? [] }),
      node("smart-rag", 1, { topK: 5 }),
      node("response", 2),
    ],
    edges: [
      { source: "dataset-1", target: "smart-rag-1" },
      { source: "smart-rag-1", target: "response-1" },
    ],
  };
  const flow = { name: body.name, description: null, graph, version: 1, revisions: [], deployed: null };
  flows.set(body.name, flow);
  send(response, 200, detail(flow));
}

async function answerFlow(
  service: FlowService,
  flow: Flow,
  asked: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const query = new URL(request.url ?? "/", "http://service").searchParams;
  const graphOf = (side: string | null) =>
    side === "draft" ? flow.graph : flow.revisions.find(({ revision_id }) => revision_id === side)?.graph;
  switch (asked) {
    case "GET graph":
      return send(response, 200, detail(flow), { etag: `"${flow.version}"` });
    case "PUT graph": {
      const { graph } = await bodyOf<{ graph: Graph }>(request);
      const wanted = request.headers["if-match"];
      if (wanted !== undefined && wanted !== `"${flow.version}"`)
        return send(response, 412, { detail: "The flow was changed meanwhile: read it again" });
      flow.graph = outdated(graph, flow.graph);
      flow.version += 1;
      return send(response, 200, detail(flow), { etag: `"${flow.version}"` });
    }
    case "POST deploy": {
      const revision_id = randomUUID();
      const graph = structuredClone(flow.graph);
      flow.revisions.unshift({ revision_id, number: flow.revisions.length + 1, created_at: now, graph });
      flow.deployed = revision_id;
      return send(response, 200, {
        success: true,
        message: "",
        revision_id,
        status: "Deployed",
        warnings: [],
      });
    }
    case "POST rollback":
      flow.deployed = (await bodyOf<{ revision_id: string }>(request)).revision_id;
      return send(response, 200, {
        success: true,
        message: "",
        revision_id: flow.deployed,
        status: "Deployed",
      });
    case "POST undeploy":
      flow.deployed = null;
      return send(response, 200, { success: true, message: "", status: "Not deployed" });
    case "DELETE ":
      service.flows.delete(flow.name);
      return send(response, 200, { success: true, message: "" });
    case "GET revisions":
      return send(response, 200, {
        revisions: flow.revisions.map((each) => shown(flow, each)),
        total: flow.revisions.length,
      });
    case "GET diff":
      return send(response, 200, {
        from: query.get("from"),
        to: query.get("to"),
        changes: changes(graphOf(query.get("from")), graphOf(query.get("to"))),
        text: "~ as shown",
      });
    case "POST explain":
      request.resume();
      return send(response, 200, explanation(flow));
    case "POST simulate":
      return simulate(service, flow, request, response);
    case "POST ":
      request.resume();
      return send(
        response,
        200,
        page(
          passages.map(({ content, metadata }) => ({
            page_content: content,
            metadata: { ...metadata, relevance_score: metadata.score },
          })),
        ),
      );
    case "POST nodes/results":
      return send(response, 200, {
        success: true,
        message: "",
        ...page(itemsOf(flow, (await bodyOf<{ node_id: string }>(request)).node_id)),
      });
    case `DELETE runs/${run.run_id}`:
      service.stopped.push(run.run_id);
      return send(response, 200, { run_id: run.run_id, stopped: true, message: "" });
    case "GET runs":
      return send(response, 200, { runs: [run], total: 1, page: 1, page_size: 20, total_pages: 1 });
    case `GET runs/${run.run_id}`:
      return send(response, 200, { ...run, nodes: flow.graph.nodes.map(traced) });
  }
  const revision = flow.revisions.find(({ revision_id }) => asked === `GET revisions/${revision_id}`);
  if (revision) return send(response, 200, { ...shown(flow, revision), graph: revision.graph });
  if (/^GET graph-rag\/.*\/graph$/.test(asked)) return send(response, 200, names);
  send(response, 404, { detail: "Not found" });
}

async function simulate(
  service: FlowService,
  flow: Flow,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  const tell = (event: string, data: unknown) =>
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  tell("status", { run_id: run.run_id });
  for (const node of flow.graph.nodes) {
    tell("node", { node_id: node.id, state: "running" });
    await service.gate?.();
    node.data.result = resultOf(node);
    tell("node", { node_id: node.id, state: "ran", why: "first run" });
  }
  tell("result", { ...page(passages), run_id: run.run_id });
  response.end();
}

const resultOf = ({ type, data }: Node): Record<string, unknown> => ({
  updated: true,
  ...(type === "dataset"
    ? { total_documents: (data.config.files as string[] | undefined)?.length ?? 0 }
    : {}),
  ...(type === "chunking" ? { total_chunks: 3 } : {}),
  ...(/rag$/.test(type) ? { total_processed: 3, total_chunks: 12, total_retrieved: 2 } : {}),
  ...(type === "graph-rag" ? { total_entities: 7, total_relationships: 9 } : {}),
});

/** Nodes whose settings changed, and all after them, need an update. */
function outdated(graph: Graph, before: Graph): Graph {
  const known = new Map(before.nodes.map((node) => [node.id, node]));
  const stale = new Set(
    graph.nodes.flatMap(({ id, data }) =>
      JSON.stringify(known.get(id)?.data.config) === JSON.stringify(data.config) ? [] : [id],
    ),
  );
  for (const id of stale) for (const { source, target } of graph.edges) if (source === id) stale.add(target);
  const nodes = graph.nodes.map((node) => {
    const result = known.get(node.id)?.data.result;
    const data = { name: node.data.name, config: node.data.config };
    return {
      ...node,
      data: result ? { ...data, result: { ...result, updated: !stale.has(node.id) } } : data,
    };
  });
  return { ...graph, nodes };
}

function changes(from: Graph | undefined, to: Graph | undefined): unknown[] {
  if (!from || !to) return [];
  const [left, right] = [from, to].map(({ nodes }) => new Map(nodes.map((node) => [node.id, node])));
  return [
    ...from.nodes
      .filter(({ id }) => !right?.has(id))
      .map(({ id }) => ({ path: `nodes[${id}]`, kind: "removed" })),
    ...to.nodes.filter(({ id }) => !left?.has(id)).map(({ id }) => ({ path: `nodes[${id}]`, kind: "added" })),
    ...to.nodes.flatMap(({ id, data }) =>
      Object.entries(data.config).flatMap(([name, after]) => {
        const before = left?.get(id)?.data.config[name];
        const isSame = !left?.has(id) || JSON.stringify(before) === JSON.stringify(after);
        return isSame ? [] : [{ path: `nodes[${id}].config.${name}`, kind: "changed", before, after }];
      }),
    ),
  ];
}

const passages = [
  {
    id: "c-1",
    content: "The warranty period is 24 months from start-up.",
    metadata: { source: "warranty.pdf", file_id: "f-0", page_number: 3, score: 0.873, chunk_id: "c-1" },
  },
  {
    id: "c-2",
    content: "E14 twice within a month: look up bulletin 26-04 before you order a compressor.",
    metadata: { source: "handbook.pdf", file_id: "f-1", page_number: 88, score: 0.702, chunk_id: "c-2" },
  },
];

const text = [
  "The unit stops when the low-pressure switch stays open for longer than 90 seconds. The display shows E14.",
  "The display shows E14. Before anything else, check that both stop valves are fully open.",
  "Write the reading into the start-up record.",
];

const itemsOf = ({ graph }: Flow, nodeId: string): unknown[] => {
  const node = graph.nodes.find(({ id }) => id === nodeId);
  if (!node?.data.result) return [];
  if (node.type !== "chunking") return passages;
  return text.map((content, chunk_index) => ({
    id: `k-${chunk_index}`,
    content,
    metadata: {
      chunk_index,
      source_file: "handbook.pdf",
      page_number: 31,
      chunk_size: content.length,
      embedding_model: "words",
    },
    embedding: [],
  }));
};

const run = {
  run_id: "r-1",
  kind: "simulation",
  revision_id: null,
  query: "How long is the warranty?",
  state: "done",
  error: null,
  started_at: now,
  elapsed_s: 0.42,
};

const traced = ({ id, type }: Node, at: number) => ({
  node_id: id,
  type,
  state: at === 0 ? "kept" : "ran",
  why: at === 0 ? "nothing changed" : "first run",
  elapsed_s: at * 0.1,
  items_in: at,
  items_out: 2,
  usage: {},
});

const explanation = ({ graph }: Flow) => ({
  nodes: graph.nodes.map(({ id, type, data }) => ({
    node_id: id,
    type,
    runs: !data.result?.updated,
    why: data.result ? (data.result.updated ? "nothing changed" : "its settings changed") : "first run",
    cost: data.result?.updated ? nothing : { files: 3, chunks: 12, model_calls: 0, tokens: 0 },
  })),
  cost: { files: 3, chunks: 12, model_calls: 0, tokens: 0 },
});
const nothing = { files: 0, chunks: 0, model_calls: 0, tokens: 0 };

const names = {
  entities: [
    ["e1", "Bulletin 26-04", "name", 9],
    ["e2", "fault E14", "name", 41],
    ["e3", "warranty period", "term", 38],
    ["e4", "low-pressure switch", "name", 33],
    ["e5", "11,800 units", "amount", 6],
    ["e6", "14 March 2026", "date", 5],
    ["e7", "authorised installer", "term", 4],
  ].map(([id, name, kind, mentions]) => ({ id, name, kind, mentions })),
  relationships: [
    ["e1", "e2", 5],
    ["e1", "e3", 4],
    ["e1", "e4", 3],
    ["e1", "e5", 2],
    ["e1", "e6", 1],
    ["e3", "e7", 3],
    ["e2", "e4", 2],
  ].map(([source, target, weight]) => ({ source, target, weight, files })),
};

const page = (items: unknown[]) => ({
  items,
  total: items.length,
  page: 1,
  page_size: 10,
  total_pages: items.length > 0 ? 1 : 0,
});

const status = ({ deployed, revisions }: Flow) =>
  deployed ? "Deployed" : revisions.length > 0 ? "Not deployed" : "New";

const summary = (flow: Flow) => ({
  name: flow.name,
  description: flow.description,
  status: status(flow),
  url: `http://${flow.name}.flows.localhost:4000`,
});

const detail = (flow: Flow) => ({
  ...summary(flow),
  graph: flow.graph,
  version: flow.version,
  revision_id: flow.deployed,
  created_at: now,
  updated_at: now,
});

const shown = ({ deployed }: Flow, { revision_id, number, created_at }: Revision) => ({
  ...{ revision_id, number, created_at },
  tool_description: null,
  deployed: revision_id === deployed,
});

const sourceNamed = (file_name: string, index: number) => ({
  file_id: `f-${index}`,
  file_name,
  file_type: "pdf",
  file_size: 1_000,
  file_source: "local file",
  project_id: "p",
  project_name: "p",
  status: "Completed",
  message: "Source processed successfully",
  method: "fast",
  build_id: null,
  total_pages: 1,
  created_at: now,
});

function send(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
