import type { Flow } from "../../flows/flow/flow.ts";
import { defineRoute } from "../define-route.ts";
import { presentRevision, presentRevisionDetail } from "../present/flow.ts";

export const deployFlow = defineRoute(
  "deployFlow",
  async ({ flow, body, caller }, { findFlow, manageRevisions }) => {
    const found = await findFlow.toChange(caller.projectId, flow);
    const { revision, warnings } = await manageRevisions.deploy(found, body.tool_description);
    const message = `Flow '${found.name}' deployed successfully`;
    return {
      success: true,
      message,
      revision_id: revision.revisionId,
      status: "Deployed" as const,
      warnings,
    };
  },
  { elsewhere: "always", stores: true, failure: "Failed to deploy flow" },
);

export const undeployFlow = defineRoute(
  "undeployFlow",
  async ({ flow, caller }, { findFlow, manageRevisions }) => {
    const found = await findFlow.toChange(caller.projectId, flow);
    await manageRevisions.undeploy(found);
    const message = `Flow '${found.name}' undeployed successfully`;
    return {
      success: true,
      message,
      status: found.wasDeployed ? ("Not deployed" as const) : ("New" as const),
    };
  },
  { elsewhere: "always", failure: "Failed to undeploy flow" },
);

export const rollbackFlow = defineRoute(
  "rollbackFlow",
  async ({ flow, body, caller }, { findFlow, manageRevisions }) => {
    const found = await findFlow.toChange(caller.projectId, flow);
    const { revision, warnings } = await manageRevisions.rollback(found, body.revision_id);
    const message = `Flow '${found.name}' rolled back to revision ${revision.number}`;
    return {
      success: true,
      message,
      revision_id: revision.revisionId,
      status: "Deployed" as const,
      warnings,
    };
  },
  {
    elsewhere: "always",
    stores: true,
    failure: "Failed to roll back flow",
    required: { revision_id: "revision_id is required in request body" },
  },
);

export const listRevisions = defineRoute(
  "listRevisions",
  async ({ flow, caller }, { findFlow, manageRevisions }) => {
    const found: Flow = await findFlow.toRead(caller.projectId, flow);
    const revisions = await manageRevisions.list(found);
    return { revisions: revisions.map((each) => presentRevision(each, found)), total: revisions.length };
  },
  { elsewhere: "always", failure: "Failed to retrieve revisions" },
);

export const getRevision = defineRoute(
  "getRevision",
  async ({ flow, params, caller }, { findFlow, manageRevisions, managePrompts }) => {
    const found = await findFlow.toRead(caller.projectId, flow);
    const revision = await manageRevisions.find(found, params.revision_id);
    const nodes = await managePrompts.withNames(caller.projectId, revision.graph.nodes);
    return presentRevisionDetail({ ...revision, graph: { ...revision.graph, nodes } }, found);
  },
  { elsewhere: "always", failure: "Failed to retrieve revision" },
);

export const diffFlow = defineRoute(
  "diffFlow",
  async ({ flow, query, caller }, { findFlow, manageRevisions }) => {
    const found = await findFlow.toRead(caller.projectId, flow);
    return manageRevisions.compare(found, query.from, query.to);
  },
  { elsewhere: "always", failure: "Failed to compare flow" },
);
