import { expect, it } from "vitest";
import type { GraphNode, NodeResult } from "./graph.ts";
import { nodeState } from "./node-state.ts";

const node = (result?: NodeResult): GraphNode => ({
  id: "chunking-1",
  type: "chunking",
  position: { x: 0, y: 0 },
  style: { width: 208, height: 116 },
  data: { name: "By heading", config: {}, ...(result ? { result } : {}) },
});

it("reads the flags of a result, failures first", () => {
  expect(nodeState(node()).words).toBe("Not run yet");
  expect(nodeState(node({ updated: true, total_chunks: 4318 })).words).toBe("4,318 chunks");
  expect(nodeState(node({ updated: true, total_chunks: 1 })).words).toBe("1 chunk");
  expect(nodeState(node({ updated: false, total_chunks: 5 })).words).toBe("Needs an update");
  expect(nodeState(node({ updated: false, has_error: true })).shape).toBe("fail");
  expect(nodeState(node({ processing: true, updated: false })).shape).toBe("busy");
  expect(nodeState(node({ waiting: true })).shape).toBe("waits");
});

it("prefers what runs now, and what is not saved, to the latest result", () => {
  const done = node({ updated: true, total_chunks: 3 });
  expect(nodeState(done, { state: "running" }, "changed").words).toBe("Running");
  expect(nodeState(done, undefined, "changed").words).toBe("Edited, not saved");
  expect(nodeState(done, { state: "kept" }).words).toBe("3 chunks");
});
