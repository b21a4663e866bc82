import {
  type Answer,
  createSourcesClient,
  ingestFile,
  type SourcesClient,
  waitForBuild,
} from "@headwater/client";
import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { example } from "../../testing/example.ts";
import { startUpstream, type Upstream } from "../../testing/handwritten-upstream.ts";
import { renderHookAt } from "../../testing/render.tsx";
import { type Stack, startStack } from "../../testing/stack.ts";
import { DocumentsProvider } from "../provider/documents-provider.tsx";
import type { AnswerMessage, Conversation } from "./ask-message.ts";
import { localConversationStorage } from "./local-conversation-storage.ts";
import { type UseAskOptions, useAsk } from "./use-ask.ts";

const answer = example<Answer>("askSources.200");
const structured = example<Answer>("askSources.200.structured");

const providerOf =
  (client: SourcesClient) =>
  ({ children }: { children?: ReactNode }) => (
    <DocumentsProvider client={client}>{children}</DocumentsProvider>
  );

/** A component as an application would write it. */
function Chat() {
  const { ask, messages, status } = useAsk();
  const [text, setText] = useState("");
  const send = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    void ask(text);
  };
  return (
    <form onSubmit={send}>
      <input aria-label="Question" value={text} onChange={({ target }) => setText(target.value)} />
      <output>{status}</output>
      {messages.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </form>
  );
}

const conversation: Conversation = {
  conversationId: "c1",
  messages: [{ id: "a", role: "user", text: "Before?", settings: {} }],
};
function KeptChat() {
  const { messages } = useAsk({
    initialConversation: conversation,
    storage: localConversationStorage("chat"),
  });
  return (
    <ul>
      {messages.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  );
}

let upstream: Upstream;
beforeEach(async () => {
  upstream = await startUpstream();
});
afterEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await upstream.close();
});

const use = (options: UseAskOptions = {}) =>
  renderHook((props: UseAskOptions) => useAsk(props), {
    initialProps: options,
    wrapper: providerOf(upstream.client),
    // Use StrictMode, as applications do in development: some bugs show only at a second mount.
    reactStrictMode: true,
  });
const last = ({ result }: ReturnType<typeof use>) => result.current.messages.at(-1) as AnswerMessage;

describe("useAsk over a stream", () => {
  it("shows the answer grow, then its citations, and keeps the conversation", async () => {
    const hook = use({ fileIds: ["f1"], thinkingLevel: "fast" });
    expect(hook.result.current).toMatchObject({ status: "ready", messages: [], conversationId: undefined });
    let done: Promise<void> | undefined;
    act(() => {
      done = hook.result.current.ask("How long?");
    });
    expect(hook.result.current.status).toBe("submitted");
    const asked = await upstream.asked(0);
    expect(asked.request.headers.accept).toMatch(/text\/event-stream/);
    expect(asked.body).toEqual({ question: "How long?", file_ids: ["f1"], thinking_level: "fast" });
    asked.delta("The warranty ");
    await waitFor(() => expect(hook.result.current.status).toBe("streaming"));
    expect(last(hook)).toMatchObject({ text: "The warranty ", status: "streaming", citations: [] });
    asked.delta("lasts two years");
    await waitFor(() => expect(last(hook).text).toBe("The warranty lasts two years"));
    asked.end();
    await act(() => done);
    expect(hook.result.current).toMatchObject({ status: "ready", conversationId: answer.conversation_id });
    expect(last(hook)).toMatchObject({ text: answer.answer, citations: answer.citations, status: "done" });

    act(() => void hook.result.current.ask("And seals?"));
    const next = await upstream.asked(1);
    expect(next.body).toMatchObject({ conversation_id: answer.conversation_id });
    next.end({ answer: "One year." });
    await waitFor(() => expect(last(hook).text).toBe("One year."));
    expect(hook.result.current.messages).toHaveLength(4);
  });

  it("takes plain JSON by the same way", async () => {
    const hook = use();
    act(() => void hook.result.current.ask("How long?"));
    (await upstream.asked(0)).json(answer);
    await waitFor(() => expect(hook.result.current.status).toBe("ready"));
    expect(last(hook)).toMatchObject({ text: answer.answer, status: "done" });
  });

  it("asks with the options of the moment, and a call's own before them", async () => {
    const hook = use({ fileIds: ["f1"], thinkingLevel: "fast" });
    const { ask } = hook.result.current;
    hook.rerender({ fileIds: ["f2"], thinkingLevel: "max", stream: false });
    expect(hook.result.current.ask).toBe(ask);
    act(() => void ask("?", { thinkingLevel: "balanced", includeCitationImages: true }));
    const { body, request } = await upstream.asked(0);
    expect(body).toEqual({
      question: "?",
      file_ids: ["f2"],
      thinking_level: "balanced",
      include_citation_images: true,
    });
    expect(request.headers.accept).toBe("application/json");
  });

  it("never lets an older answer overwrite a newer one", async () => {
    const hook = use();
    act(() => void hook.result.current.ask("One?"));
    const first = await upstream.asked(0);
    first.delta("First");
    await waitFor(() => expect(last(hook).text).toBe("First"));
    act(() => void hook.result.current.ask("Two?"));
    await first.closed;
    (await upstream.asked(1)).end({ answer: "Second" });
    await waitFor(() => expect(hook.result.current.status).toBe("ready"));
    expect(hook.result.current.messages.map(({ text }) => text)).toEqual(["One?", "First", "Two?", "Second"]);
  });

  it("stops the answer at the service, too, but leaves it there when its page goes away", async () => {
    const hook = use();
    act(() => void hook.result.current.ask("How long?"));
    (await upstream.asked(0)).event("status", { answer_id: "a 1" }, 1).delta("Begun");
    await waitFor(() => expect(last(hook).text).toBe("Begun"));
    act(() => hook.result.current.stop());
    const stopped = await upstream.asked(1);
    expect([stopped.request.method, stopped.request.url]).toEqual(["DELETE", "/answers/a%201"]);
    stopped.json({ answer_id: "a 1", stopped: true, message: "" });

    act(() => void hook.result.current.ask("How long?"));
    const left = await upstream.asked(2);
    left.event("status", { answer_id: "a 2" }, 1).delta("Begun");
    await waitFor(() => expect(last(hook).text).toBe("Begun"));
    hook.unmount();
    await left.closed;
    expect(upstream.arrived).toHaveLength(3);
  });

  it("goes on where its connection was lost", async () => {
    const hook = use();
    act(() => void hook.result.current.ask("How long?"));
    const asked = await upstream.asked(0);
    asked.event("status", { answer_id: "a1" }, 1).event("delta", { text: "Two " }, 2);
    await waitFor(() => expect(last(hook).text).toBe("Two "));
    asked.response.destroy();
    const resumed = await upstream.asked(1);
    expect(resumed.request.url).toBe("/answers/a1/events");
    expect(resumed.request.headers["last-event-id"]).toBe("2");
    resumed.event("delta", { text: "years" }, 3);
    await waitFor(() => expect(last(hook)).toMatchObject({ text: "Two years", status: "streaming" }));
    resumed.end({ answer: "Two years" });
    await waitFor(() => expect(last(hook)).toMatchObject({ text: "Two years", status: "done" }));
  });

  it("stops: hangs up, keeps the text, and goes on", async () => {
    const hook = use();
    act(() => void hook.result.current.ask("One?"));
    const asked = await upstream.asked(0);
    asked.delta("Begun");
    await waitFor(() => expect(last(hook).text).toBe("Begun"));
    act(() => hook.result.current.stop());
    expect(hook.result.current).toMatchObject({ status: "ready", error: undefined });
    expect(last(hook)).toMatchObject({ text: "Begun", status: "stopped" });
    await asked.closed;
    act(() => void hook.result.current.ask("Two?"));
    (await upstream.asked(1)).end();
    await waitFor(() => expect(last(hook).status).toBe("done"));
  });

  it("keeps a question that failed, says why, and asks it again", async () => {
    const errors: Error[] = [];
    const hook = use({ onError: (error) => errors.push(error) });
    act(() => void hook.result.current.ask("One?"));
    (await upstream.asked(0)).json(example("askSources.404"), 404);
    await waitFor(() => expect(hook.result.current.status).toBe("error"));
    expect(last(hook)).toMatchObject({ status: "error", error: { message: "File not found", status: 404 } });
    expect(errors).toEqual([hook.result.current.error]);

    act(() => void hook.result.current.regenerate());
    const again = await upstream.asked(1);
    expect(again.body).toEqual({ question: "One?" });
    again.delta("The").event("error", example("askSources.500")).response.end();
    await waitFor(() => expect(hook.result.current.status).toBe("error"));
    expect(last(hook)).toMatchObject({ text: "The", error: { message: "Failed to answer question" } });

    act(() => void hook.result.current.regenerate());
    (await upstream.asked(2)).end();
    await waitFor(() => expect(hook.result.current).toMatchObject({ status: "ready", error: undefined }));
    expect(hook.result.current.messages).toHaveLength(2);
  });

  it("hangs up when it is unmounted", async () => {
    const hook = use();
    act(() => void hook.result.current.ask("One?"));
    const asked = await upstream.asked(0);
    asked.delta("Begun");
    await waitFor(() => expect(last(hook).text).toBe("Begun"));
    hook.unmount();
    await asked.closed;
  });

  it("asks once under StrictMode", async () => {
    const user = userEvent.setup();
    render(<Chat />, { wrapper: providerOf(upstream.client), reactStrictMode: true });
    await user.type(screen.getByLabelText("Question"), "How long?{Enter}");
    (await upstream.asked(0)).end({ answer: "Two years." });
    await screen.findByText("Two years.");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("ready"));
    expect(screen.getAllByText("How long?")).toHaveLength(1);
    expect(upstream.arrived).toHaveLength(1);
  });

  it("answers a question asked as it appears, also under StrictMode", async () => {
    const hook = renderHook(
      () => {
        const chat = useAsk();
        const isAsked = useRef(false);
        useEffect(() => {
          if (!isAsked.current) void chat.ask("How long?");
          isAsked.current = true;
        }, [chat.ask]);
        return chat;
      },
      { wrapper: providerOf(upstream.client), reactStrictMode: true },
    );
    (await upstream.asked(0)).end({ answer: "Two years." });
    await waitFor(() => expect(hook.result.current.status).toBe("ready"));
    expect(hook.result.current.messages.map(({ text }) => text)).toEqual(["How long?", "Two years."]);
  });

  it("renders a long stream far less often than it has pieces", async () => {
    let renders = 0;
    const hook = renderHook(
      () => {
        renders++;
        return useAsk({ throttleMs: 60_000 });
      },
      { wrapper: providerOf(upstream.client), reactStrictMode: true },
    );
    act(() => void hook.result.current.ask("?"));
    const asked = await upstream.asked(0);
    const before = renders;
    for (let index = 0; index < 500; index++) asked.delta(`${index} `);
    asked.end();
    await waitFor(() => expect(hook.result.current.status).toBe("ready"));
    // StrictMode renders twice: twice the first piece and the end, and a few more.
    expect(renders - before).toBeLessThan(10);
  });
});

describe("useAsk with a schema", () => {
  it("asks for, validates and types the output", async () => {
    const schema = z.object({ years: z.number(), starts: z.string() });
    const hook = renderHook(() => useAsk({ schema }), {
      wrapper: providerOf(upstream.client),
      reactStrictMode: true,
    });
    act(() => void hook.result.current.ask("How long?"));
    const asked = await upstream.asked(0);
    expect(asked.body.output_schema).toMatchObject({ type: "object", required: ["years", "starts"] });
    asked.end(structured);
    await waitFor(() => expect(hook.result.current.status).toBe("ready"));
    const message = hook.result.current.messages.at(-1);
    expect(message?.role === "assistant" && message.structuredOutput?.years).toBe(2);

    act(() => void hook.result.current.regenerate());
    (await upstream.asked(1)).end({ ...structured, structured_output: { years: "two" } });
    await waitFor(() => expect(hook.result.current.status).toBe("error"));
    expect(hook.result.current.error?.message).toMatch(/does not match the schema at years/);
    expect(hook.result.current.messages.at(-1)).toMatchObject({ status: "error", text: "" });
  });
});

describe("useAsk with storage", () => {
  it("survives a reload, also one in the middle of an answer", async () => {
    const options = { storage: localConversationStorage("chat") };
    const before = use(options);
    act(() => void before.result.current.ask("One?"));
    (await upstream.asked(0)).end();
    await waitFor(() => expect(last(before).status).toBe("done"));
    act(() => void before.result.current.ask("Two?"));
    (await upstream.asked(1)).delta("Beg");
    await waitFor(() => expect(last(before).text).toBe("Beg"));

    const after = use(options);
    await waitFor(() => expect(after.result.current.messages).toHaveLength(4));
    expect(after.result.current.conversationId).toBe(answer.conversation_id);
    expect(last(after)).toMatchObject({ status: "stopped", text: "", brokenOff: true });
    act(() => void after.result.current.regenerate());
    expect((await upstream.asked(2)).body).toEqual({
      question: "Two?",
      conversation_id: answer.conversation_id,
    });

    act(() => after.result.current.reset());
    await waitFor(() => expect(localStorage.getItem("chat")).toBeNull());
    expect(use(options).result.current.messages).toEqual([]);
  });
});

describe("useAsk on a page that goes away", () => {
  const storage = localConversationStorage("chat");
  const storedAnswer = async () => (await storage.load())?.messages.at(-1);
  const begun = async (options: UseAskOptions = {}) => {
    const hook = use({ storage, ...options });
    act(() => void hook.result.current.ask("One?"));
    const asked = await upstream.asked(0);
    asked.delta("Half an");
    await waitFor(() => expect(last(hook).text).toBe("Half an"));
    return { hook, asked };
  };
  const brokenOff = { text: "Half an", status: "stopped", brokenOff: true, error: undefined };

  it("keeps what was written as broken off", async () => {
    const { hook, asked } = await begun();
    act(() => void window.dispatchEvent(new Event("pagehide")));
    expect(last(hook)).toMatchObject(brokenOff);
    await asked.closed;
    await waitFor(async () =>
      expect(await storedAnswer()).toMatchObject({ text: "Half an", brokenOff: true }),
    );
    const after = use({ storage });
    await waitFor(() => expect(last(after)).toMatchObject({ text: "Half an", status: "stopped" }));
    act(() => void after.result.current.regenerate());
    (await upstream.asked(1)).end();
    await waitFor(() => expect(last(after).status).toBe("done"));
    expect(last(after).brokenOff).toBeUndefined();
  });

  it("does not take the browser's end of the request for a failure of the service", async () => {
    const errors: Error[] = [];
    const { hook, asked } = await begun({ onError: (error) => errors.push(error) });
    act(() => void window.dispatchEvent(new Event("beforeunload")));
    expect(last(hook)).toMatchObject({ text: "Half an", status: "streaming" });
    asked.response.destroy();
    await waitFor(() => expect(last(hook)).toMatchObject(brokenOff));
    expect(hook.result.current).toMatchObject({ status: "ready", error: undefined });
    expect(await storedAnswer()).toMatchObject({ status: "stopped" });
    expect(errors).toEqual([]);
  });

  it("finishes the answer when somebody stays after all", async () => {
    const { hook, asked } = await begun();
    act(() => void window.dispatchEvent(new Event("beforeunload")));
    asked.end();
    await waitFor(() => expect(last(hook).status).toBe("done"));
    // The next question is asked on a page that stays.
    act(() => void hook.result.current.ask("Two?"));
    (await upstream.asked(1)).response.destroy();
    await waitFor(() => expect(hook.result.current.status).toBe("error"));
  });

  it("believes the service when it says that it failed", async () => {
    const { hook, asked } = await begun();
    act(() => void window.dispatchEvent(new Event("beforeunload")));
    asked.event("error", example("askSources.500")).response.end();
    await waitFor(() => expect(hook.result.current.status).toBe("error"));
  });

  it("breaks off, without a word of somebody's stop, when the component goes away", async () => {
    const { hook, asked } = await begun();
    hook.unmount();
    await asked.closed;
    expect(await storedAnswer()).toMatchObject({ text: "Half an", status: "stopped", brokenOff: true });
  });
});

describe("useAsk on a server", () => {
  it("renders the initial conversation, and hydrates without a difference before it reads the storage", async () => {
    const Provider = providerOf(upstream.client);
    const page = (
      <Provider>
        <KeptChat />
      </Provider>
    );
    const html = renderToString(page);
    expect(html).toBe("<ul><li>Before?</li></ul>");
    const stored = { ...conversation, messages: [{ ...conversation.messages[0], text: "Stored?" }] };
    localStorage.setItem("chat", JSON.stringify({ version: 1, ...stored }));
    const container = document.createElement("div");
    container.innerHTML = html;
    const differences: unknown[] = [];
    const root = hydrateRoot(container, page, { onRecoverableError: (error) => differences.push(error) });
    await waitFor(() => expect(container.textContent).toBe("Stored?"));
    expect(differences).toEqual([]);
    act(() => root.unmount());
  });
});

describe("useAsk with the real service behind the real proxy", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
    const client = createSourcesClient({ baseUrl: stack.basePath });
    const text =
      "# Annual report\n\nIn 2022 the company sold 4,210 bicycles.\n\nIn 2023 the company sold 5,125 bicycles.";
    const { build_id } = await ingestFile(client, { file: new Blob([text]), fileName: "report.md" });
    await waitForBuild(client, build_id);
  });
  afterAll(() => stack.close());

  it("answers with citations, follows up, and forgets on reset", async () => {
    const hook = renderHookAt({ basePath: stack.basePath }, () => useAsk({ thinkingLevel: "fast" }));
    await act(() => hook.result.current.ask("How many bicycles did the company sell in 2022?"));
    const first = hook.result.current.messages.at(-1) as AnswerMessage;
    expect(first).toMatchObject({ status: "done", citations: [{ index: 1, file_name: "report.md" }] });
    expect(first.text).toMatch(/4,210.*\[1\]/s);
    const { conversationId } = hook.result.current;
    expect(conversationId).toBeTruthy();

    await act(() => hook.result.current.ask("And in 2023?"));
    expect(hook.result.current.messages.at(-1)?.text).toMatch(/5,125/);
    expect(hook.result.current.conversationId).toBe(conversationId);

    act(() => hook.result.current.reset());
    await act(() => hook.result.current.ask("How many bicycles did the company sell in 2023?"));
    expect(hook.result.current.conversationId).not.toBe(conversationId);
    expect(hook.result.current.messages).toHaveLength(2);
  });

  it("shows the service's own words when it refuses", async () => {
    const client = createSourcesClient({ baseUrl: stack.serviceUrl, token: "wrong" });
    const hook = renderHookAt({ client }, () => useAsk());
    await act(() => hook.result.current.ask("?"));
    expect(hook.result.current.messages.at(-1)).toMatchObject({
      status: "error",
      error: { message: "Invalid authentication credentials", status: 401 },
    });
  });

  it("says that the service is out of reach", async () => {
    const client = createSourcesClient({ baseUrl: stack.nowherePath, maxRetries: 0 });
    const hook = renderHookAt({ client }, () => useAsk());
    await act(() => hook.result.current.ask("?"));
    expect(hook.result.current.messages.at(-1)).toMatchObject({ status: "error", error: { status: 502 } });
  });
});
