import { describe, expectTypeOf, it } from "vitest";
import { createFlowClient } from "../flow-client.ts";
import { defineFlow, type FlowDefinition } from "./index.ts";

describe("a flow as code", () => {
  it("compiles where configuration and joins are right", () => {
    const flow = defineFlow("support", (flow) => {
      const files = flow.dataset({ files: ["warranty.pdf"] });
      const question = flow.question({ question: "How long is the warranty?" });
      const chunks = flow.chunking(files, { chunkingSplitter: "title", chunkSize: 400 });
      const found = flow.retrieval([chunks, question], { searchType: "hybrid" });
      const tree = flow.raptorRag(files, { topK: null, max_level: 3 }, { name: "Summaries" });
      const best = flow.reranking([found, tree]);
      return flow.response(flow.llm([best, question], { temperature: 0 }));
    });
    expectTypeOf(flow).toEqualTypeOf<FlowDefinition>();
    const root = createFlowClient({ flowUrl: "http://localhost:4000/flows" });
    root.POST("/create", { body: flow });
    root.PUT("/graph", { body: flow });
  });

  it("does not compile where they are wrong", () => {
    defineFlow("support", (flow) => {
      const files = flow.dataset();
      // @ts-expect-error: no such field
      flow.dataset({ file: ["warranty.pdf"] });
      // @ts-expect-error: a number
      flow.smartRag(files, { topK: "5" });
      // @ts-expect-error: a chunking node needs a splitter
      flow.chunking(files);
      // @ts-expect-error: a question has its text
      flow.question();
      // @ts-expect-error: a field of another type of node
      flow.graphRag(files, { searchType: "hybrid" });
      // @ts-expect-error: documents are not a result
      flow.response(files);
      // @ts-expect-error: one of them does not fit
      flow.reranking([flow.smartRag(files), files]);
    });
  });
});
