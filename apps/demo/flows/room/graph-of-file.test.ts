import { expect, it } from "vitest";
import { graphOfFile } from "./graph-of-file.ts";

const file = (text: string) => new File([text], "flow.json");
const nodes = [{ id: "d", type: "dataset" }];

it("finds the graph of a file, alone or within a flow", async () => {
  expect(await graphOfFile(file(JSON.stringify({ nodes })))).toEqual({ nodes, edges: [] });
  expect(await graphOfFile(file(JSON.stringify({ name: "a", graph: { nodes, edges: [] } })))).toEqual({
    nodes,
    edges: [],
  });
});

it("finds none in other files, nor in one that is too large", async () => {
  expect(await graphOfFile(file("nodes: []"))).toBeUndefined();
  expect(await graphOfFile(file("[]"))).toBeUndefined();
  expect(await graphOfFile(file(JSON.stringify({ nodes }) + " ".repeat(4_194_304)))).toBeUndefined();
});
