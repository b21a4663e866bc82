import { useChat } from "@ai-sdk/react";
import { AssistantRuntimeProvider, useLocalRuntime } from "@assistant-ui/react";
import { type Citation, createSourcesClient, ingestFile, waitForBuild } from "@headwater/client";
import { useChat as useTanStackChat } from "@tanstack/ai-react";
import { act, render, renderHook, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocumentsMessage, documentsTransport } from "../src/chat-adapters/ai-sdk.ts";
import { citationOf, documentsModel } from "../src/chat-adapters/assistant-ui.ts";
import type { ChatAdapterOptions } from "../src/chat-adapters/chat-events.ts";
import { citationEvent, documentsConnection } from "../src/chat-adapters/tanstack-ai.ts";
import { type Stack, startStack } from "../testing/stack.ts";

const text = "# Pump\n\nThe pump is warranted for two years.\n\n# Seals\n\nSeals wear out within one year.\n";
const first = "How long is the pump warranted?";
const second = "And how soon do the seals wear out?";

let stack: Stack;
let fileId = "";
beforeAll(async () => {
  stack = await startStack();
  const client = createSourcesClient({ baseUrl: stack.basePath });
  const { build_id } = await ingestFile(client, { file: new File([text], "pump.md") });
  ({ fileId } = await waitForBuild(client, build_id));
});
afterAll(() => stack.close());

/** Options whose requests can be counted by what they ask. */
function asking(basePath = stack.basePath) {
  const bodies: { conversation_id?: string; file_ids?: string[] }[] = [];
  const client = createSourcesClient({
    baseUrl: basePath,
    maxRetries: 0,
    fetch: async (request) => {
      if (request.url.endsWith("/ask-sources")) bodies.push(await request.clone().json());
      return fetch(request);
    },
  });
  const options: ChatAdapterOptions = { client, settings: () => ({ file_ids: [fileId] }) };
  return { options, bodies };
}

/** Both questions went to one conversation, and only to the chosen source. */
const expectOneConversation = (bodies: ReturnType<typeof asking>["bodies"]) => {
  expect(bodies).toHaveLength(2);
  expect(bodies[0]?.conversation_id).toBeUndefined();
  expect(bodies[1]?.conversation_id).toEqual(expect.any(String));
  expect(bodies[1]?.file_ids).toEqual([fileId]);
};
const cited = () => expect.objectContaining({ file_id: fileId, page_number: 1 });

describe("useChat of the AI SDK", () => {
  test("shows answers with their citations, in one conversation", async () => {
    const { options, bodies } = asking();
    const { result } = renderHook(() =>
      useChat<DocumentsMessage>({ transport: documentsTransport(options) }),
    );
    await act(() => result.current.sendMessage({ text: first }));
    const parts = result.current.messages[1]?.parts ?? [];
    expect(parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("")).toContain("two years");
    expect(parts.flatMap((part) => (part.type === "data-citation" ? part.data : []))).toContainEqual(cited());
    await act(() => result.current.sendMessage({ text: second }));
    expect(result.current.messages).toHaveLength(4);
    expect(result.current.status).toBe("ready");
    expectOneConversation(bodies);
  });

  test("says why there is no answer", async () => {
    const { result } = renderHook(() =>
      useChat({ transport: documentsTransport(asking(stack.nowherePath).options) }),
    );
    await act(() => result.current.sendMessage({ text: first }));
    expect(result.current.status).toBe("error");
    expect(result.current.error?.message).toBeTruthy();
    expect(result.current.error?.message).not.toMatch(/127\.0\.0\.1|undefined|\[object/);
  });
});

describe("useLocalRuntime of assistant-ui", () => {
  test("shows answers with their citations, in one conversation", async () => {
    const { options, bodies } = asking();
    const model = documentsModel(options);
    const { result } = renderHook(() => useLocalRuntime(model));
    render(<AssistantRuntimeProvider runtime={result.current}>thread</AssistantRuntimeProvider>);
    const thread = result.current.thread;
    const ask = async (question: string, messages: number) => {
      act(() => thread.append(question));
      await waitFor(() => {
        expect(thread.getState().messages).toHaveLength(messages);
        expect(thread.getState().isRunning).toBe(false);
        expect(thread.getState().messages.at(-1)?.status).toMatchObject({ type: "complete" });
      });
      return thread.getState().messages.at(-1)?.content ?? [];
    };
    const content = await ask(first, 2);
    expect(content[0]).toMatchObject({ type: "text", text: expect.stringContaining("two years") });
    expect(content.flatMap((part) => (part.type === "source" ? citationOf(part) : []))).toContainEqual(
      cited(),
    );
    await ask(second, 4);
    expectOneConversation(bodies);
  });
});

describe("useChat of TanStack AI", () => {
  test("shows answers, tells their citations, in one conversation", async () => {
    const { options, bodies } = asking();
    const connection = documentsConnection(options);
    const citations: Citation[] = [];
    const { result } = renderHook(() =>
      useTanStackChat({
        connection,
        onCustomEvent: (name, value) => void (name === citationEvent && citations.push(value as Citation)),
      }),
    );
    await act(() => result.current.sendMessage(first));
    const parts = result.current.messages[1]?.parts ?? [];
    expect(parts.flatMap((part) => (part.type === "text" ? part.content : [])).join("")).toContain(
      "two years",
    );
    expect(citations).toContainEqual(cited());
    await act(() => result.current.sendMessage(second));
    expect(result.current.messages).toHaveLength(4);
    expectOneConversation(bodies);
  });

  test("says why there is no answer", async () => {
    const connection = documentsConnection(asking(stack.nowherePath).options);
    const { result } = renderHook(() => useTanStackChat({ connection }));
    await act(() => result.current.sendMessage(first));
    expect(result.current.error?.message).toBeTruthy();
    expect(result.current.error?.message).not.toMatch(/127\.0\.0\.1|undefined|\[object/);
  });
});
