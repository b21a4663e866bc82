import { defineFlow, type FlowBuilder, type NodeHandle } from "@headwater/client/flows";
import { fits, type GraphNodeType, nodePorts } from "@headwater/spec";
import { canonicalFlow, type FlowFile, printFlowFile } from "@headwater/spec/flow-file";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createConfigSchemas } from "./config-schemas.ts";
import { readFlowFile } from "./read-flow-file.ts";
import { updateFlowFile } from "./update-flow-file.ts";

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20, unit: "binary" }).filter((value) => !/\p{Cs}/u.test(value)),
  fc.constantFrom(
    "yes",
    "null",
    "0x10",
    "~",
    "# not a comment",
    "a: b",
    "`back`ticks",
    "'\"\\",
    "  ",
    "line\nline\n",
    "-",
    "é",
    "1e3",
    "%",
    "</script>",
  ),
);
const label = fc.string({ unit: fc.constantFrom(..."abcxyz0189-"), minLength: 1, maxLength: 20 });
const topK = fc.integer({ min: 1, max: 100 });
const nullable = (value: fc.Arbitrary<number>) => fc.option(value, { nil: null });
const some = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T) =>
  fc.record(fields, { requiredKeys: [] });

const configs: Record<GraphNodeType, fc.Arbitrary<object>> = {
  dataset: some({ files: fc.uniqueArray(text, { maxLength: 4 }) }),
  chunking: fc.record(
    {
      chunkingSplitter: fc.constantFrom("character", "token", "semantic", "title", "element"),
      chunkSize: fc.integer({ min: 1, max: 5000 }),
      chunkSeparator: text,
      elementsToRemove: fc.array(fc.constantFrom("Header", "Footer", "PageBreak"), { maxLength: 3 }),
    },
    { requiredKeys: ["chunkingSplitter"] },
  ),
  question: fc.record({ question: text }),
  testset: fc.constant({ questions: [{ question: "How long?" }] }),
  retrieval: fc.record(
    {
      searchType: fc.constantFrom("similarity", "hybrid", "keyword", "semantic"),
      topK,
      scoreThreshold: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
      retrievalQuery: text,
    },
    { requiredKeys: ["searchType"] },
  ),
  "smart-rag": some({ topK }),
  "graph-rag": some({ topK: nullable(topK) }),
  "raptor-rag": some({ topK: nullable(topK), max_level: fc.integer({ min: 2, max: 8 }) }),
  reranking: some({ topK: nullable(topK) }),
  llm: some({ model: text, temperature: fc.constantFrom(0, 0.5, 2) }),
  evaluation: fc.constant({}),
  response: fc.constant({}),
};
const types = Object.keys(nodePorts) as GraphNodeType[];
const methods = Object.fromEntries(
  types.map((type) => [type, type.replace(/-(\w)/, (_, letter) => letter.toUpperCase())]),
);
const number = fc.integer({ min: -5000, max: 5000 });

const node = fc.constantFrom(...types).chain((type) =>
  fc.record({
    type: fc.constant(type),
    config: configs[type],
    options: some({
      name: text,
      id: label,
      position: fc.record({ x: number, y: number }),
      style: fc.record({ height: fc.nat(900), width: fc.nat(900) }),
    }),
    joins: fc.array(fc.nat(), { maxLength: 3 }),
  }),
);

/** Flows as a person would define them: any nodes, joined to earlier ones that fit. */
const flows = fc
  .record({
    name: label.map((name) => name.replace(/^-+|-+$/g, "") || "a"),
    description: fc.option(text, { nil: undefined }),
    nodes: fc.array(node, { maxLength: 12 }),
  })
  .map(({ name, description, nodes }) =>
    defineFlow(
      name,
      (flow) => {
        const made: NodeHandle[] = [];
        for (const { type, config, options, joins } of nodes) {
          const fitting = made.filter((each) => fits(each.type, type));
          const from = [...new Set(joins.map((join) => fitting[join % fitting.length]))].filter(Boolean);
          const add = flow[methods[type] as keyof FlowBuilder] as (...values: unknown[]) => NodeHandle;
          const begins = ["dataset", "question", "testset"].includes(type);
          try {
            made.push(begins ? add(config, options) : add(from, config, options));
          } catch (error) {
            // Two generated names may give one id. A person would choose another name.
            if (!/^Two nodes have the id/.test((error as Error).message)) throw error;
          }
        }
      },
      { description },
    ),
  );

const configSchemas = createConfigSchemas();
const asFile = (flow: unknown) => canonicalFlow(flow as FlowFile);

describe("a flow keeps all it has", () => {
  test("from code to a file of YAML or JSON and back", () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const wanted = asFile(flow);
        expect(readFlowFile(printFlowFile(wanted), "flow.yaml", configSchemas)).toEqual(wanted);
        const json = printFlowFile(wanted, "json");
        expect(readFlowFile(json, "flow.json", configSchemas)).toEqual(wanted);
        expect(Object.keys(JSON.parse(json).nodes).toSorted()).toEqual(
          wanted.graph.nodes.map(({ id }) => id).toSorted(),
        );
      }),
      { numRuns: 250 },
    );
  });

  test("from one file to another, with the comments of the first", () => {
    fc.assert(
      fc.property(flows, flows, (before, after) => {
        const file = `# Ours\n${printFlowFile(asFile(before))}`;
        const updated = updateFlowFile(file, asFile(after), "flow.yaml", configSchemas);
        expect(readFlowFile(updated, "flow.yaml", configSchemas)).toEqual(asFile(after));
        expect(updated).toContain("# Ours");
      }),
      { numRuns: 80 },
    );
  });
});
