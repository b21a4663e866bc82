import { printFlowFile } from "@headwater/spec/flow-file";
import { describe, expect, test } from "vitest";
import { readFlowFile } from "./read-flow-file.ts";
import { updateFlowFile } from "./update-flow-file.ts";

const file = `# Answers about the warranty. Ask Ada before you change it.
name: support

nodes:
  # What the shop hands out.
  manuals:
    type: dataset
    config:
      files:
        - 'warranty.pdf' # from legal
        - bulletin.pdf
  found:
    type: smart-rag
    from: manuals
    config:
      topK: 5 # tried 10: slower, no better
  response:
    type: response
    from: [found]
`;

const changed = (change: (flow: ReturnType<typeof readFlowFile>) => void) => {
  const flow = readFlowFile(file, "support.yaml");
  change(flow);
  return updateFlowFile(file, flow, "support.yaml");
};

describe("a file that is brought up to date", () => {
  test("is the same, byte for byte, when the flow is", () => {
    expect(changed(() => {})).toBe(file);
  });

  test("keeps comments beside a value that becomes null", () => {
    const limited = file.replace("smart-rag", "graph-rag");
    const flow = readFlowFile(limited, "support.yaml");
    Object.assign(flow.graph.nodes[1]?.data.config ?? {}, { topK: null });
    expect(updateFlowFile(limited, flow, "support.yaml")).toBe(limited.replace("topK: 5", "topK: null"));
  });

  test("writes a text that no block of lines can hold in another way, and keeps comments", () => {
    const blocked = file.replace("name: support\n", "name: support\ndescription: |\n  one\n  two\n");
    const flow = { ...readFlowFile(blocked, "support.yaml"), description: "  " };
    expect(updateFlowFile(blocked, flow, "support.yaml")).toBe(
      file.replace("name: support\n", 'name: support\ndescription: "  "\n'),
    );
  });

  test("changes where the flow did and keeps every comment", () => {
    const updated = changed(({ graph }) => {
      const [manuals, found] = graph.nodes;
      Object.assign(found?.data.config ?? {}, { topK: 8 });
      Object.assign(manuals?.data.config ?? {}, { files: ["new.pdf", "warranty.pdf"] });
      manuals?.data && Object.assign(manuals.data, { name: "Manuals" });
    });
    expect(updated).toBe(
      file
        .replace("topK: 5", "topK: 8")
        .replace(
          "- 'warranty.pdf' # from legal\n        - bulletin.pdf",
          "- new.pdf\n        - 'warranty.pdf' # from legal",
        )
        .replace(
          "        - 'warranty.pdf' # from legal\n",
          "        - 'warranty.pdf' # from legal\n    name: Manuals\n",
        ),
    );
  });

  test("loses a node that is gone, and gains a new one at its place", () => {
    const updated = changed((flow) => {
      const [, , response] = flow.graph.nodes;
      const node = { type: "reranking", id: "best", data: { name: "Best first", config: {} } } as const;
      if (response) flow.graph.nodes = [response, { ...response, ...node }];
      flow.graph.edges = [{ source: "best", target: "response" }];
    });
    expect(updated).not.toContain("found");
    expect(updated).not.toContain("warranty.pdf");
    expect(updated).toContain("# Answers about the warranty. Ask Ada before you change it.");
    expect(updated).toContain("best:\n    type: reranking\n    name: Best first\n");
  });
});

test("a file that is written leaves out what equals its default", () => {
  expect(printFlowFile(readFlowFile(file, "support.yaml"))).toBe(`name: support
nodes:
  manuals:
    type: dataset
    config:
      files:
        - warranty.pdf
        - bulletin.pdf
  found:
    type: smart-rag
    from: manuals
    config:
      topK: 5
  response:
    type: response
    from: found
`);
});
