"use client";
import { type FlowClient, unwrap } from "@headwater/client";
import type { FlowReplacement, NewFlow, SimulationRequest, Undeployment } from "@headwater/spec";
import { changeHook, defineChange } from "../query/define-change.ts";
import { ofFlow, ofFlowsRoot } from "../query/define-query.ts";
import { documentsKeys } from "../query-keys.ts";
import { reloadFlow, reloadFlowData, reloadFlows } from "./reload-flow.ts";

/** The mutation of `useCreateFlow`. */
export const createFlowOptions = /* @__PURE__ */ defineChange("create-flow", {
  send: (flowsRoot: FlowClient, body: NewFlow) => unwrap(flowsRoot.POST("/create", { body })),
  done: reloadFlows,
});

/**
 * Makes a flow from a template, a graph or `defineFlow`. The list of flows is reloaded.
 *
 * @example const creation = useCreateFlow(); creation.mutate({ name: "support", template: "search", files: ["warranty.pdf"] });
 */
export const useCreateFlow = /* @__PURE__ */ changeHook(ofFlowsRoot, createFlowOptions);

/** The new draft of a flow. */
export type FlowChangeRequest = FlowReplacement & {
  /** The version that was read. When the draft has changed since, the request is refused with 412. */
  version?: number | undefined;
};

/** The mutation of `useReplaceFlow`. */
export const replaceFlowOptions = /* @__PURE__ */ defineChange("replace-flow", {
  send: (flow: FlowClient, { version, ...body }: FlowChangeRequest) => {
    const header = version === undefined ? {} : { "If-Match": `"${version}"` };
    return unwrap(flow.PUT("/graph", { params: { header }, body }));
  },
  // After a refusal too: the draft was changed elsewhere.
  over: reloadFlow,
});

/**
 * Replaces the draft of a flow. The deployed revision goes on answering. The flow's cached data is reloaded.
 *
 * @example const replacement = useReplaceFlow("support"); replacement.mutate({ graph, version: flow.version });
 */
export const useReplaceFlow = /* @__PURE__ */ changeHook(ofFlow, replaceFlowOptions);

/** The mutation of `useDeleteFlow`. */
export const deleteFlowOptions = /* @__PURE__ */ defineChange("delete-flow", {
  send: (flow: FlowClient, { confirm }: { confirm?: string | undefined }) =>
    unwrap(flow.DELETE("/", { params: { query: confirm === undefined ? {} : { confirm } } })),
  done(queryClient, flow) {
    queryClient.removeQueries({ queryKey: documentsKeys.flow(flow) });
    reloadFlows(queryClient);
  },
});

/**
 * Deletes a flow with its revisions and runs, for good. One that is deployed needs its name as `confirm`.
 *
 * @example const deletion = useDeleteFlow("support"); deletion.mutate({ confirm: "support" });
 */
export const useDeleteFlow = /* @__PURE__ */ changeHook(ofFlow, deleteFlowOptions);

/** The mutation of `useDeployFlow`. */
export const deployFlowOptions = /* @__PURE__ */ defineChange("deploy-flow", {
  send: (flow: FlowClient, body: { tool_description?: string }) => unwrap(flow.POST("/deploy", { body })),
  done: reloadFlow,
});

/**
 * Lets the draft of a flow answer from now on. `warnings` say what will not work as it stands.
 *
 * @example const deployment = useDeployFlow("support"); deployment.mutate({});
 */
export const useDeployFlow = /* @__PURE__ */ changeHook(ofFlow, deployFlowOptions);

/** The mutation of `useRollbackFlow`. */
export const rollbackFlowOptions = /* @__PURE__ */ defineChange("rollback-flow", {
  send: (flow: FlowClient, body: { revision_id: string }) => unwrap(flow.POST("/rollback", { body })),
  done: reloadFlow,
});

/**
 * Lets an earlier revision of a flow answer again, unchanged.
 *
 * @example const rollback = useRollbackFlow("support"); rollback.mutate({ revision_id });
 */
export const useRollbackFlow = /* @__PURE__ */ changeHook(ofFlow, rollbackFlowOptions);

/** The mutation of `useUndeployFlow`. */
export const undeployFlowOptions = /* @__PURE__ */ defineChange<FlowClient, Undeployment, void>(
  "undeploy-flow",
  {
    send: (flow) => unwrap(flow.POST("/undeploy")),
    done: reloadFlow,
  },
);

/**
 * Lets no revision of a flow answer. The revisions stay.
 *
 * @example const undeployment = useUndeployFlow("support"); undeployment.mutate();
 */
export const useUndeployFlow = /* @__PURE__ */ changeHook(ofFlow, undeployFlowOptions);

/** The mutation of `useSimulateFlow`. */
export const simulateFlowOptions = /* @__PURE__ */ defineChange("simulate-flow", {
  send: (flow: FlowClient, body: SimulationRequest) => unwrap(flow.POST("/simulate", { body })),
  over: reloadFlowData,
});

/**
 * Runs a flow with its current configuration, deployed or not. Every node then has new results, so the flow's cached
 * data is reloaded. This happens after a failure too, because some nodes may have run.
 *
 * @example const simulation = useSimulateFlow("support"); simulation.mutate({ query: "How long is the warranty?" });
 */
export const useSimulateFlow = /* @__PURE__ */ changeHook(ofFlow, simulateFlowOptions);
