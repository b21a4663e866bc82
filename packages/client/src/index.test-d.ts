import { describe, expectTypeOf, it } from "vitest";
import { z } from "zod";
import {
  type Answer,
  type AnswerEvent,
  ask,
  type BuildResult,
  createFlowClient,
  createSourcesClient,
  type Element,
  extract,
  isApiError,
  iterateElements,
  iterateItems,
  type Source,
  streamAnswer,
  unwrap,
  waitForBuild,
} from "./index.ts";

const client = createSourcesClient({ baseUrl: "http://localhost:4000/sources" });
const flow = createFlowClient({ flowUrl: "http://localhost:4000/flows/support" });

describe("types", () => {
  it("follow the spec", () => {
    expectTypeOf(unwrap(client.GET("/"))).resolves.toEqualTypeOf<Source[]>();
    expectTypeOf(
      unwrap(client.POST("/ask-sources", { body: { question: "?" } })),
    ).resolves.toEqualTypeOf<Answer>();
    expectTypeOf(iterateElements(client, "f").next()).resolves.toExtend<IteratorResult<Element, void>>();
    const original = client.GET("/{file_id}/content", {
      params: { path: { file_id: "f" }, header: { Range: "bytes=0-99" } },
      parseAs: "blob",
    });
    expectTypeOf(unwrap(original)).resolves.toEqualTypeOf<Blob>();
    expectTypeOf(client.GET("/").then(({ error }) => error?.detail)).resolves.toEqualTypeOf<
      string | undefined
    >();
    // A field may be undefined when the application does not have its value yet.
    iterateElements(client, "f", { type: undefined, page_numbers: undefined }, { pageSize: undefined });
    expectTypeOf(waitForBuild(client, "b")).resolves.toEqualTypeOf<BuildResult>();
  });

  it("refuse what the spec does not know", () => {
    // @ts-expect-error: no such path
    client.GET("/nowhere");
    // @ts-expect-error: a question is required
    client.POST("/ask-sources", { body: {} });
    // @ts-expect-error: no such method
    client.POST("/reprocess", { body: { file_id: "f", method: "quick" } });
    // @ts-expect-error: this path has no DELETE
    client.DELETE("/ask-sources");
    // @ts-expect-error: the path needs its parameter
    client.GET("/builds/{build_id}");
    // @ts-expect-error: no such option; other clients let it pass
    client.GET("/", { timeoutMS: 5 });
    // @ts-expect-error: a flow has no sources
    flow.POST("/ask-sources", { body: { question: "?" } });
  });

  it("come from the schema for structured output", () => {
    const schema = z.object({
      total: z.number().nullable(),
      on: z.string().transform((text) => new Date(text)),
    });
    type Output = { total: number | null; on: Date };
    const answer = ask(client, { question: "?" }, { schema });
    expectTypeOf<Awaited<typeof answer>["structured_output"]>().toEqualTypeOf<Output>();
    type Streamed<Events> = Events extends AsyncGenerator<infer Event> ? Event : never;
    const request = { question: "?" };
    type Typed = Extract<Streamed<ReturnType<typeof typed>>, { type: "answer" }>["answer"];
    const typed = () => streamAnswer(client, request, { schema });
    expectTypeOf<Typed["structured_output"]>().toEqualTypeOf<Output>();
    const plain = streamAnswer(client, request);
    expectTypeOf<Streamed<typeof plain>>().toEqualTypeOf<AnswerEvent>();
    expectTypeOf<Extract<AnswerEvent, { type: "answer" }>["answer"]>().toEqualTypeOf<Answer>();
    const data = extract(client, { file_ids: ["f"], user_instruction: "?" }, { schema });
    expectTypeOf<Awaited<typeof data>["structured_output"]>().toEqualTypeOf<Output>();
  });

  it("narrow by guards and flow through the page helper", () => {
    const error: unknown = new Error();
    if (isApiError(error)) expectTypeOf(error.status).toEqualTypeOf<number>();
    const items = iterateItems((page) =>
      unwrap(flow.POST("/", { body: { query: "?", page, page_size: 10 } })),
    );
    expectTypeOf(items.next()).resolves.toExtend<IteratorResult<{ page_content: string }, void>>();
  });
});
