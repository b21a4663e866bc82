import { act, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  useCreateFlow,
  useDeleteFlow,
  useDeployFlow,
  useReplaceFlow,
  useRollbackFlow,
  useUndeployFlow,
} from "../src/flows/flow-changes.ts";
import {
  useEntityGraph,
  useExplainFlow,
  useFlow,
  useFlowDiff,
  useFlowNodes,
  useFlowRun,
  useFlowRuns,
  useFlows,
  useFlowTests,
  usePrompts,
  useRevision,
  useRevisions,
  useRunCases,
} from "../src/flows/flow-hooks.ts";
import { useSimulateNode, useUpdateNode } from "../src/flows/node-changes.ts";
import { useCreatePrompt, useDeletePrompt, useReplacePrompt } from "../src/flows/prompt-changes.ts";
import { useReplayRun, useStopRun } from "../src/flows/run-changes.ts";
import { example } from "../testing/example.ts";
import { renderHookAt } from "../testing/render.tsx";
import { scriptedFetch } from "../testing/scripted-fetch.ts";
import { type Stack, startStack } from "../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());
afterEach(() => {
  stack.examples.received.length = 0;
});

const place = () => ({ basePath: stack.examplesPath });
const received = () =>
  stack.examples.received.map(({ operation, flow }) => `${flow ?? "root"}: ${operation}`);
const run_id = "0199f0c2-7b1e-7d55-8f0a-2c4e6a8b0d2a";
const revision_id = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

test.each([
  ["getFlow", () => useFlow("support")],
  ["listRevisions", () => useRevisions("support")],
  ["getRevision", () => useRevision("support", revision_id)],
  ["diffFlow", () => useFlowDiff("support", { from: revision_id, to: "draft" })],
  ["explainFlow", () => useExplainFlow("support", "How long?")],
  ["listRuns", () => useFlowRuns("support", { number: 1, size: 20 })],
  ["getRun", () => useFlowRun("support", run_id)],
  ["getTests", () => useFlowTests("support")],
  ["listRunCases", () => useRunCases("support", run_id, { question: "How long is the warranty?" })],
  ["getEntityGraph", () => useEntityGraph("support", "graph-rag-1", 50)],
  ["listPrompts", () => usePrompts()],
  ["listChunking", () => useFlowNodes("support", "chunking")],
  ["listRaptorRag", () => useFlowNodes("support", "raptor-rag")],
] as const)("%s is loaded", async (operation, useOne) => {
  const { result } = renderHookAt(place(), () => useOne() as { data: unknown });
  await waitFor(() => expect(result.current.data).toEqual(example(`${operation}.200`)));
  expect(received()).toHaveLength(1);
  expect(received()[0]).toContain(operation);
});

test("nothing is loaded without an id", () => {
  const { result } = renderHookAt(place(), () => [
    useRevision("support", undefined),
    useFlowRun("support", undefined),
    useEntityGraph("support", undefined),
  ]);
  expect(result.current.map(({ fetchStatus }) => fetchStatus)).toEqual(["idle", "idle", "idle"]);
});

const graph = { nodes: [], edges: [] };

test.each([
  ["replaceFlow", () => useReplaceFlow("support"), { graph, version: 3 }],
  ["deployFlow", () => useDeployFlow("support"), { tool_description: "Answers" }],
  ["undeployFlow", () => useUndeployFlow("support"), undefined],
  ["rollbackFlow", () => useRollbackFlow("support"), { revision_id }],
  ["replayRun", () => useReplayRun("support"), { run_id, revision: "draft" }],
  ["simulateNode", () => useSimulateNode("support"), { node_id: "chunking-1" }],
  ["updateLlm", () => useUpdateNode("support", "llm"), { node_id: "llm-1", config: { temperature: 0 } }],
] as const)("after %s the flow is loaded again, another is not", async (operation, useChange, variables) => {
  const { result } = renderHookAt(place(), () => ({
    change: useChange() as unknown as { mutateAsync(variables: unknown): Promise<unknown> },
    flow: useFlow("support"),
    other: useFlow("other"),
  }));
  await waitFor(() => expect(result.current.flow.isSuccess && result.current.other.isSuccess).toBe(true));
  const answer = await act(() => result.current.change.mutateAsync(variables));
  expect(answer).toEqual(example(`${operation}.200`));
  await waitFor(() => expect(received().slice(2)).toEqual([`support: ${operation}`, "support: getFlow"]));
});

test.each([
  ["createFlow", () => useCreateFlow(), { name: "support", template: "search" }],
  ["deployFlow", () => useDeployFlow("support"), {}],
  ["deleteFlow", () => useDeleteFlow("support"), { confirm: "support" }],
] as const)("after %s the list of flows is loaded again", async (operation, useChange, variables) => {
  const { result } = renderHookAt(place(), () => ({
    change: useChange() as unknown as { mutateAsync(variables: unknown): Promise<unknown> },
    list: useFlows(),
  }));
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true));
  await act(() => result.current.change.mutateAsync(variables));
  await waitFor(() =>
    expect(received().map((each) => each.replace(/.*: /, ""))).toEqual(["listFlows", operation, "listFlows"]),
  );
});

test.each([
  ["createPrompt", () => useCreatePrompt(), { name: "Short", text: "{context} {question}" }],
  ["replacePrompt", () => useReplacePrompt(), { prompt_id: run_id, name: "Short", text: "{context}" }],
  ["deletePrompt", () => useDeletePrompt(), { prompt_id: run_id }],
] as const)("after %s the prompts are loaded again", async (operation, useChange, variables) => {
  const { result } = renderHookAt(place(), () => ({
    change: useChange() as unknown as { mutateAsync(variables: unknown): Promise<unknown> },
    prompts: usePrompts(),
  }));
  await waitFor(() => expect(result.current.prompts.isSuccess).toBe(true));
  await act(() => result.current.change.mutateAsync(variables));
  await waitFor(() => expect(stack.examples.received).toHaveLength(3));
  expect(stack.examples.received[1]?.operation).toBe(operation);
  expect(stack.examples.received[2]?.operation).toBe("listPrompts");
});

test("a streamed run can be stopped", async () => {
  const { result } = renderHookAt(place(), () => useStopRun("support"));
  await act(() => result.current.mutateAsync({ run_id }));
  await waitFor(() => expect(result.current.data).toEqual(example("stopRun.200")));
});

test("a draft is replaced only in the version that was read, and deleted with its name", async () => {
  const fetch = scriptedFetch(Response.json({}));
  const { result } = renderHookAt({ basePath: "/api/documents", fetch }, () => ({
    replacement: useReplaceFlow("support"),
    deletion: useDeleteFlow("support"),
  }));
  await act(() => result.current.replacement.mutateAsync({ graph, version: 3 }));
  await act(() => result.current.replacement.mutateAsync({ graph }));
  await act(() => result.current.deletion.mutateAsync({ confirm: "support" }));
  expect(fetch.requests.map(({ headers }) => headers.get("if-match"))).toEqual(['"3"', null, null]);
  expect(await fetch.requests[0]?.clone().json()).toEqual({ graph });
  expect(new URL(fetch.requests[2]?.url ?? "").search).toBe("?confirm=support");
});
