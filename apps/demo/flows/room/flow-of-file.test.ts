import { expect, it } from "vitest";
import { flowOfFile } from "./flow-of-file.ts";

const file = (text: string) => new File([text], "flow.json");
const nodes = [{ id: "d", type: "dataset" }];

it("finds the graph of a file, alone or within a flow", async () => {
  const read = { graph: { nodes, edges: [] }, prompts: [] };
  expect(await flowOfFile(file(JSON.stringify({ nodes })))).toEqual(read);
  expect(await flowOfFile(file(JSON.stringify({ name: "a", graph: { nodes, edges: [] } })))).toEqual(read);
});

it("says what is wrong with other files, and where", async () => {
  await expect(flowOfFile(file("nodes: ["))).rejects.toThrow(/^flow\.json:1:\d+: /);
  await expect(flowOfFile(file("only words"))).rejects.toThrow("must be a mapping");
  await expect(flowOfFile(file("[]"))).rejects.toThrow("must be a mapping");
  await expect(flowOfFile(file("name: a\nnodes:\n  d:\n    type: datset\n"))).rejects.toThrow(
    "flow.json:4:5: nodes.d.type 'datset' is not a type of node. Did you mean dataset?",
  );
  const large = file(JSON.stringify({ nodes }) + " ".repeat(4_194_304));
  await expect(flowOfFile(large)).rejects.toThrow("flow.json has more than 1 MB.");
});
