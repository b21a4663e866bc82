import { describe, expect, test } from "vitest";
import { readFlowFile } from "./read-flow-file.ts";

const flow = `# Answers about the warranty.
name: support
nodes:
  manuals:
    type: dataset
    config: { files: [warranty.pdf] }
  found:
    type: smart-rag
    from: manuals
    config:
      topK: 5
  response: { type: response, from: [found] }
`;

describe("a flow in a file", () => {
  test("is the graph that the service takes", () => {
    const { name, description, graph } = readFlowFile(flow, "support.yaml");
    expect([name, description]).toEqual(["support", null]);
    expect(graph.nodes.map(({ id, type, data }) => [id, type, data])).toEqual([
      ["manuals", "dataset", { name: "Dataset", config: { files: ["warranty.pdf"] } }],
      ["found", "smart-rag", { name: "Smart RAG", config: { topK: 5 } }],
      ["response", "response", { name: "Response", config: {} }],
    ]);
    expect(graph.edges).toEqual([
      { source: "manuals", target: "found" },
      { source: "found", target: "response" },
    ]);
    expect(graph.nodes[1]?.position.x).toBeGreaterThan(graph.nodes[0]?.position.x as number);
  });

  test("may be JSON, and may share values by aliases", () => {
    const json =
      '{"name": "a", "nodes": {"10": {"type": "dataset"}, "9": {"type": "smart-rag", "from": "10"}}}';
    expect(readFlowFile(json, "a.json").graph.nodes.map(({ id }) => id)).toEqual(["10", "9"]);
    const shared =
      "name: a\nnodes:\n  a: { type: smart-rag, config: &c { topK: 3 } }\n  b: { type: smart-rag, config: *c }\n";
    expect(readFlowFile(shared, "a.yaml").graph.nodes[1]?.data.config).toEqual({ topK: 3 });
  });

  test.each([
    [
      "an unknown field of a configuration",
      "topK: 5",
      "topk: 5",
      "11:7: nodes.found.config.topk is not a field of smart-rag. Did you mean topK?",
    ],
    [
      "an unknown field of a node",
      "from: manuals",
      "form: manuals",
      "9:5: nodes.found.form is not a field. Did you mean from?",
    ],
    [
      "an unknown field of the file",
      "name: support",
      "name: support\ndescribtion: x",
      "3:1: describtion is not a field. Did you mean description?",
    ],
    ["a value out of range", "topK: 5", "topK: 0", "11:7: nodes.found.config.topK must be >= 1"],
    ["a value of another type", "topK: 5", 'topK: "5"', "11:7: nodes.found.config.topK must be integer"],
    [
      "a field that must be there",
      "type: smart-rag",
      "type: retrieval",
      "10:5: nodes.found.config has no searchType",
    ],
    [
      "an unknown type",
      "type: smart-rag",
      "type: smartrag",
      "8:5: nodes.found.type 'smartrag' is not a type of node. Did you mean smart-rag?",
    ],
    [
      "a node that is not there",
      "from: manuals",
      "from: manual",
      "9:5: nodes.found.from: there is no node 'manual'. Did you mean manuals?",
    ],
    [
      "nodes that can't be joined",
      "from: [found]",
      "from: [manuals]",
      "12:38: nodes.response.from.0: response can't take from dataset",
    ],
    [
      "a join that stands twice",
      "from: [found]",
      "from: [found, found]",
      "12:45: nodes.response.from.1: 'found' stands twice",
    ],
    ["a key that stands twice", "topK: 5", "topK: 5\n      topK: 6", "12:7: this key stands twice"],
    ["__proto__", "topK: 5", "__proto__: { topK: 5 }", "11:7: __proto__ can't be a key"],
    ["a key that is no text", "topK: 5", "5: topK", "11:7: a key must be text; write it in quotes"],
    ["a custom tag", "topK: 5", "topK: !!js/function 5", "11:13: custom tags are not allowed"],
    [
      "a name that is no DNS label",
      "name: support",
      "name: Support!",
      "2:1: name must be lower-case letters, digits and hyphens, at most 63",
    ],
    [
      "a text that YAML reads as a number",
      "name: support",
      "name: 12",
      "2:1: name must be text; write it in quotes",
    ],
    [
      "a place without a coordinate",
      "topK: 5",
      "topK: 5\n    position: { x: 1 }",
      "12:5: nodes.found.position.y must be a number",
    ],
  ])("refuses %s with line, column and path", (_what, before, after, message) => {
    expect(() => readFlowFile(flow.replace(before, after), "support.yaml")).toThrow(
      `support.yaml:${message}`,
    );
  });

  test.each([
    [
      "chunkSize: 100, chunkOverlap: 100",
      /^a\.yaml:3:\d+: nodes\.c\.config\.chunkOverlap \(100\) must be less than chunkSize \(100\)$/,
    ],
    [
      "elementsToRemove: [Tabel]",
      /^a\.yaml:3:\d+: nodes\.c\.config\.elementsToRemove must be a list of element types/,
    ],
  ])("names a setting that no run can use: %s", (setting, message) => {
    const text = `name: a\nnodes:\n  c: { type: chunking, config: { chunkingSplitter: character, ${setting} } }\n`;
    expect(() => readFlowFile(text, "a.yaml")).toThrow(message);
  });

  test("refuses more than 100 aliases, several documents, and more than 1 MB", () => {
    const many = `name: a\nx: &x 1\ny: [${"*x, ".repeat(101)}]\n`;
    expect(() => readFlowFile(many, "a.yaml")).toThrow("a.yaml:3:405: more than 100 aliases");
    expect(() => readFlowFile("name: a\n---\nname: b\n", "a.yaml")).toThrow(/^a\.yaml:2:1: /);
    expect(() => readFlowFile(`# ${"x".repeat(1024 * 1024)}\n`, "a.yaml")).toThrow(
      "a.yaml has more than 1 MB.",
    );
    const bomb = `name: a\na: &a [x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c]\n`;
    expect(() => readFlowFile(bomb, "a.yaml")).toThrow(/alias/i);
  });
});
