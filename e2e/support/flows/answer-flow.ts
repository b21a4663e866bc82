import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf } from "../answers.ts";
import { changes } from "./differences.ts";
import { explanation } from "./explanation.ts";
import { type Flow, type Graph, outdated } from "./graph.ts";
import { itemsOf, passages } from "./items.ts";
import { names } from "./names.ts";
import { run, traced } from "./runs.ts";
import { page, send } from "./send.ts";
import type { FlowService } from "./service-state.ts";
import { detail, shown } from "./shown-flow.ts";
import { simulate } from "./simulate.ts";
import { now } from "./sources.ts";
import { casesOf, testRuns, testsOf } from "./tests.ts";

export async function answerFlow(
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
    case "GET tests":
      return send(response, 200, testsOf(isTested(flow)));
    case "GET runs": {
      const runs = [...(isTested(flow) ? testRuns : []), run];
      return send(response, 200, { runs, total: runs.length, page: 1, page_size: 20, total_pages: 1 });
    }
  }
  const revision = flow.revisions.find(({ revision_id }) => asked === `GET revisions/${revision_id}`);
  if (revision) return send(response, 200, { ...shown(flow, revision), graph: revision.graph });
  const [, runId = ""] = /^\w+ runs\/([^/]+)/.exec(asked) ?? [];
  const kept = [...testRuns, run].find(({ run_id }) => run_id === runId);
  if (asked === `GET runs/${runId}/cases`) return send(response, 200, casesOf(runId, query.get("question")));
  if (kept && asked === `GET runs/${runId}`)
    return send(response, 200, { ...kept, nodes: flow.graph.nodes.map(traced) });
  if (kept && asked === `POST runs/${runId}/replay`) {
    const { revision } = await bodyOf<{ revision?: string }>(request);
    service.replayed.push(`${runId} on ${revision ?? "what it ran on"}`);
    return send(response, 200, { ...kept, nodes: flow.graph.nodes.map(traced) });
  }
  if (/^GET graph-rag\/.*\/graph$/.test(asked)) return send(response, 200, names);
  send(response, 404, { detail: "Not found" });
}

const isTested = ({ graph }: Flow): boolean => graph.nodes.some(({ type }) => type === "evaluation");
