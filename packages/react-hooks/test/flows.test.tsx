import { QueryClient } from "@tanstack/react-query";
import { act, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { useSimulateFlow } from "../src/flows/flow-changes.ts";
import { useDatasets, useFlows, useGraphRag, useNodeResults, useSmartRag } from "../src/flows/flow-hooks.ts";
import { useUpdateChunking, useUpdateDataset } from "../src/flows/node-changes.ts";
import { useRunFlow } from "../src/flows/run-changes.ts";
import { example } from "../testing/example.ts";
import { renderHookAt } from "../testing/render.tsx";
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

test("the flows of the project", async () => {
  const { result } = renderHookAt(place(), () => useFlows());
  await waitFor(() => expect(result.current.data).toEqual(example("listFlows.200")));
  expect(received()).toEqual(["root: listFlows"]);
});

test("running a flow", async () => {
  const { result } = renderHookAt(place(), () => useRunFlow("support"));
  await act(() => result.current.mutateAsync({ query: "How long?", page_size: 5 }));
  await waitFor(() => expect(result.current.data).toEqual(example("runFlow.200")));
  expect(stack.examples.received).toMatchObject([
    { operation: "runFlow", flow: "support", body: { query: "How long?", page_size: 5 } },
  ]);
});

test("a flow that does not exist is an error with the service's words", async () => {
  const { result } = renderHookAt(place(), () => ({
    run: useRunFlow("unknown"),
    datasets: useDatasets("unknown"),
  }));
  act(() => result.current.run.mutate({}));
  await waitFor(() => expect(result.current.run.error).toMatchObject({ status: 404 }));
  await waitFor(() => expect(result.current.datasets.error).toMatchObject({ status: 404 }));
});

test("the nodes of two flows are kept apart", async () => {
  const { result, queryClient } = renderHookAt(place(), () => [useDatasets("one"), useDatasets("two")]);
  await waitFor(() => expect(result.current.map(({ data }) => data)).toHaveLength(2));
  await waitFor(() => expect(result.current[1]?.data).toEqual(example("listDatasets.200")));
  expect(received().sort()).toEqual(["one: listDatasets", "two: listDatasets"]);
  expect(queryClient.getQueryCache().getAll()).toHaveLength(2);
});

test("smart-rag and graph-rag nodes, and what a simulation left at a node", async () => {
  const request = { node_id: "chunking-1", page: 1, page_size: 20 };
  const { result } = renderHookAt(place(), () => ({
    smart: useSmartRag("support"),
    graph: useGraphRag("support"),
    results: useNodeResults("support", request),
    none: useNodeResults("support", undefined),
  }));
  await waitFor(() => expect(result.current.smart.data).toEqual(example("listSmartRag.200")));
  await waitFor(() => expect(result.current.graph.data).toEqual(example("listGraphRag.200")));
  await waitFor(() => expect(result.current.results.data).toEqual(example("getNodeResults.200")));
  expect(result.current.none.fetchStatus).toBe("idle");
  expect(stack.examples.received).toContainEqual(
    expect.objectContaining({ operation: "getNodeResults", body: request }),
  );
});

test.each([
  [
    "a simulation",
    "simulateFlow",
    () => {
      const { mutateAsync } = useSimulateFlow("support");
      return () => mutateAsync({ query: "How long?" });
    },
  ],
  [
    "a new list of files",
    "updateDataset",
    () => {
      const { mutateAsync } = useUpdateDataset("support");
      return () => mutateAsync({ node_id: "dataset-1", config: { files: ["warranty.pdf"] } });
    },
  ],
  [
    "new chunking",
    "updateChunking",
    () => {
      const { mutateAsync } = useUpdateChunking("support");
      return () => mutateAsync({ node_id: "chunking-1", config: { chunkingSplitter: "title" } });
    },
  ],
])(
  "after %s the flow's nodes are loaded again, another flow's are not",
  async (_title, operation, useChange) => {
    const { result } = renderHookAt(place(), () => ({
      change: useChange(),
      nodes: useSmartRag("support"),
      others: useSmartRag("other"),
    }));
    await waitFor(() => expect(result.current.others.isSuccess && result.current.nodes.isSuccess).toBe(true));
    const answer = await act<unknown>(() => result.current.change());
    expect(answer).toEqual(example(`${operation}.200`));
    await waitFor(() =>
      expect(received().slice(2)).toEqual([`support: ${operation}`, "support: listSmartRag"]),
    );
  },
);

test("a change that is refused is an error", async () => {
  const queryClient = new QueryClient();
  const { result } = renderHookAt(place(), () => useUpdateDataset("unknown"), { queryClient });
  act(() => result.current.mutate({ node_id: "dataset-1", config: { files: [] } }));
  await waitFor(() => expect(result.current.error).toMatchObject({ status: 404 }));
});
