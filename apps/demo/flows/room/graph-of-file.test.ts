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

it("says what is wrong with other files, and where", async () => {
  await expect(graphOfFile(file("nodes: ["))).rejects.toThrow(/^flow\.json:1:\d+: /);
  await expect(graphOfFile(file("only words"))).rejects.toThrow("must be a mapping");
  await expect(graphOfFile(file("[]"))).rejects.toThrow("must be a mapping");
  await expect(graphOfFile(file("name: a\nnodes:\n  d:\n    type: datset\n"))).rejects.toThrow(
    "flow.json:4:5: nodes.d.type 'datset' is no type of node. Did you mean dataset?",
  );
  const large = file(JSON.stringify({ nodes }) + " ".repeat(4_194_304));
  await expect(graphOfFile(large)).rejects.toThrow("flow.json has more than 1 MB.");
});
