import { createSourcesClient } from "@headwater/client";
import { act, cleanup, render, renderHook, screen, waitFor } from "@testing-library/react";
import * as React from "react";
import { type ReactNode, useState } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { example } from "../../testing/example.ts";
import { startUpstream, type Upstream } from "../../testing/handwritten-upstream.ts";
import { renderHookAt } from "../../testing/render.tsx";
import { type Stack, startStack } from "../../testing/stack.ts";
import { DocumentsProvider } from "../provider/documents-provider.tsx";
import type { AnswerMessage, Conversation } from "./ask-message.ts";
import type { ConversationStorage } from "./conversation-storage.ts";
import { localConversationStorage } from "./local-conversation-storage.ts";
import { type UseAskOptions, type UseAskResult, useAsk } from "./use-ask.ts";

let upstream: Upstream;
beforeEach(async () => {
  upstream = await startUpstream();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(async () => {
  cleanup();
  await upstream.close();
});

type Rooms = Record<string, UseAskOptions>;
type Told = {
  chats: Record<string, UseAskResult>;
  show: (names: string[]) => void;
  hide: (hidden: boolean) => void;
};

function Room({ name, options, told }: { name: string; options: UseAskOptions | undefined; told: Told }) {
  const chat = useAsk(options);
  told.chats[name] = chat;
  return <p data-testid={name}>{chat.messages.map(({ text }) => text).join(" | ")}</p>;
}

function Application({ rooms, atFirst, told }: { rooms: Rooms; atFirst: string[]; told: Told }) {
  const [open, setOpen] = useState(atFirst);
  const [hidden, setHidden] = useState(false);
  Object.assign(told, { show: setOpen, hide: setHidden });
  const shown = open.map((name) => <Room key={name} name={name} options={rooms[name]} told={told} />);
  // React 18 has no Activity.
  if (!React.Activity) return shown;
  return <React.Activity mode={hidden ? "hidden" : "visible"}>{shown}</React.Activity>;
}

/** Rooms of an application below one provider. Only some are open. Each shows the texts of its conversation. */
function openRooms(rooms: Rooms, ...atFirst: string[]) {
  const told: Told = { chats: {}, show() {}, hide() {} };
  const { unmount } = render(<Application rooms={rooms} atFirst={atFirst} told={told} />, {
    wrapper: Provider,
    reactStrictMode: true,
  });
  return {
    chat: (name: string) => told.chats[name] as UseAskResult,
    text: (name: string) => screen.getByTestId(name).textContent,
    visit: (...names: string[]) => act(() => told.show(names)),
    hide: (hidden: boolean) => act(() => told.hide(hidden)),
    unmount,
  };
}
const Provider = ({ children }: { children?: ReactNode }) => (
  <DocumentsProvider client={upstream.client}>{children}</DocumentsProvider>
);
const lastOf = ({ messages }: Conversation) => messages.at(-1) as AnswerMessage;

describe("a conversation with an id", () => {
  it("is shown by all components that name it, and each may act on it", async () => {
    const rooms = { left: { id: "a", fileIds: ["l"] }, right: { id: "a" }, other: { id: "b" } };
    const { chat, text } = openRooms(rooms, "left", "right", "other");
    act(() => void chat("left").ask("How long?"));
    const asked = await upstream.asked(0);
    // The right one appeared last, but the left one asked.
    expect(asked.body).toMatchObject({ file_ids: ["l"] });
    asked.delta("Two");
    await waitFor(() => expect(text("right")).toBe("How long? | Two"));
    act(() => chat("right").stop());
    await asked.closed;
    expect([text("left"), chat("left").status, text("other")]).toEqual(["How long? | Two", "ready", ""]);
    act(() => void chat("right").ask("Where?"));
    expect((await upstream.asked(1)).body).not.toHaveProperty("file_ids");
  });

  it("continues while the user visits another room, and is there on return", async () => {
    const onAnswer = vi.fn();
    const { chat, text, visit } = openRooms({ ask: { id: "a", onAnswer }, search: { id: "b" } }, "ask");
    act(() => void chat("ask").ask("How long?"));
    const asked = await upstream.asked(0);
    asked.event("status", { answer_id: "a1" }, 1).event("delta", { text: "Two " }, 2);
    await waitFor(() => expect(text("ask")).toBe("How long? | Two "));
    visit("search");
    asked.event("delta", { text: "years" }, 3);
    await Promise.resolve();
    expect(asked.response.destroyed).toBe(false);
    visit("ask");
    await waitFor(() => expect(text("ask")).toBe("How long? | Two years"));
    visit("search");
    asked.end({ answer: "Two years [1]." });
    await waitFor(() => expect(onAnswer).toHaveBeenCalledOnce());
    visit("ask");
    expect(text("ask")).toBe("How long? | Two years [1].");
    // Nothing was asked, resumed or stopped meanwhile.
    expect(upstream.arrived).toHaveLength(1);
  });

  it("tells every component that is there about an answer, once", async () => {
    const [left, right] = [vi.fn(), vi.fn()];
    const { chat } = openRooms(
      { left: { id: "a", onAnswer: left }, right: { id: "a", onAnswer: right } },
      "left",
      "right",
    );
    act(() => void chat("left").ask("How long?"));
    (await upstream.asked(0)).end();
    await waitFor(() => expect(chat("right").status).toBe("ready"));
    expect([left.mock.calls.length, right.mock.calls.length]).toEqual([1, 1]);
  });

  it("becomes another one when the id changes", async () => {
    const hook = renderHook(({ id }) => useAsk({ id }), { wrapper: Provider, initialProps: { id: "a" } });
    act(() => void hook.result.current.ask("One?"));
    (await upstream.asked(0)).end();
    await waitFor(() => expect(lastOf(hook.result.current)?.status).toBe("done"));
    hook.rerender({ id: "b" });
    expect(hook.result.current.messages).toEqual([]);
    hook.rerender({ id: "a" });
    expect(hook.result.current.messages).toHaveLength(2);
  });

  it("hangs up when the provider goes away", async () => {
    const hook = renderHook(() => useAsk({ id: "a" }), { wrapper: Provider });
    act(() => void hook.result.current.ask("How long?"));
    const asked = await upstream.asked(0);
    asked.delta("Two");
    await waitFor(() => expect(lastOf(hook.result.current).text).toBe("Two"));
    hook.unmount();
    await asked.closed;
  });
});

describe.runIf("Activity" in React)("a component that is hidden", () => {
  it("keeps its answer, with and without an id", async () => {
    for (const id of [undefined, "a"]) {
      const before = upstream.arrived.length;
      const { chat, hide, unmount } = openRooms({ ask: { id } }, "ask");
      act(() => void chat("ask").ask("How long?"));
      const asked = await upstream.asked(before);
      asked.delta("Two ");
      await waitFor(() => expect(lastOf(chat("ask")).text).toBe("Two "));
      hide(true);
      asked.delta("years").end({ answer: "Two years." });
      await asked.closed;
      hide(false);
      await waitFor(() => expect(lastOf(chat("ask"))).toMatchObject({ text: "Two years.", status: "done" }));
      unmount();
    }
  });
});

describe("an answer that is being written when the page is reloaded", () => {
  const storage = localConversationStorage("chat");
  const use = () =>
    renderHook(() => useAsk({ id: "a", storage }), { wrapper: Provider, reactStrictMode: true });

  /** Asks, receives the beginning, and leaves as the browser does. */
  async function leaveInTheMiddle(event: Event = new Event("pagehide")) {
    const page = use();
    act(() => void page.result.current.ask("How long?"));
    const asked = await upstream.asked(0);
    asked.event("status", { answer_id: "a1" }, 1).event("citation", { index: 1 }, 2);
    asked.event("delta", { text: "Two " }, 3);
    await waitFor(() => expect(lastOf(page.result.current).text).toBe("Two "));
    act(() => void window.dispatchEvent(event));
    await asked.closed;
    return page;
  }
  const reload = async (page: ReturnType<typeof use>) => {
    page.unmount();
    const after = use();
    await waitFor(() => expect(after.result.current.messages).toHaveLength(2));
    return after;
  };

  it("is resumed after the last event, and nothing is asked twice", async () => {
    const after = await reload(await leaveInTheMiddle());
    expect(after.result.current.status).toBe("streaming");
    expect(lastOf(after.result.current)).toMatchObject({
      text: "Two ",
      status: "streaming",
      citations: [{ index: 1 }],
    });
    const resumed = await upstream.asked(1);
    expect([resumed.request.method, resumed.request.url]).toEqual(["GET", "/answers/a1/events"]);
    expect(resumed.request.headers["last-event-id"]).toBe("3");
    resumed.event("delta", { text: "years" }, 4);
    await waitFor(() => expect(lastOf(after.result.current).text).toBe("Two years"));
    resumed.end({ answer: "Two years [1]." });
    await waitFor(() => expect(after.result.current.status).toBe("ready"));
    expect(lastOf(after.result.current)).toMatchObject({
      text: "Two years [1].",
      status: "done",
      resume: undefined,
    });
    expect(upstream.arrived).toHaveLength(2);
  });

  it("is resumed from its beginning when the page crashed", async () => {
    const page = use();
    act(() => void page.result.current.ask("How long?"));
    const asked = await upstream.asked(0);
    asked.event("status", { answer_id: "a1" }, 1).event("delta", { text: "Two " }, 2);
    await waitFor(() => expect(lastOf(page.result.current).text).toBe("Two "));
    // No event tells of a crash: a second page finds what was stored, and the first one never ends.
    const after = use();
    const resumed = await upstream.asked(1);
    expect(resumed.request.headers["last-event-id"]).toBe("1");
    resumed.event("delta", { text: "Two " }, 2).end({ answer: "Two years" });
    await waitFor(() =>
      expect(lastOf(after.result.current)).toMatchObject({ text: "Two years", status: "done" }),
    );
  });

  it("is stopped by `stop`, at the service too, and does not come back", async () => {
    const after = await reload(await leaveInTheMiddle());
    await upstream.asked(1);
    act(() => after.result.current.stop());
    const stopped = await upstream.asked(2);
    expect([stopped.request.method, stopped.request.url]).toEqual(["DELETE", "/answers/a1"]);
    stopped.json({ answer_id: "a1", stopped: true, message: "" });
    expect(lastOf(after.result.current)).toMatchObject({ text: "Two ", status: "stopped" });
    const again = await reload(after);
    expect(lastOf(again.result.current)).toMatchObject({ text: "Two ", status: "stopped" });
    expect(again.result.current.status).toBe("ready");
    expect(upstream.arrived).toHaveLength(3);
  });

  it("has broken off when the service does not know it any more", async () => {
    const after = await reload(await leaveInTheMiddle());
    (await upstream.asked(1)).json(example("resumeAnswer.404"), 404);
    await waitFor(() => expect(after.result.current).toMatchObject({ status: "ready", error: undefined }));
    expect(lastOf(after.result.current)).toMatchObject({ text: "Two ", status: "stopped", brokenOff: true });
  });

  it("is stopped when another page stopped it", async () => {
    const after = await reload(await leaveInTheMiddle());
    const resumed = await upstream.asked(1);
    resumed.event("error", { detail: "The answer was stopped.", status: 409 }).response.end();
    await waitFor(() => expect(after.result.current).toMatchObject({ status: "ready", error: undefined }));
    expect(lastOf(after.result.current)).toMatchObject({ status: "stopped" });
    expect(lastOf(after.result.current)).not.toHaveProperty("brokenOff");
  });

  it("goes on when the browser shows the kept page again", async () => {
    const kept = (type: string) => Object.assign(new Event(type), { persisted: true });
    const page = await leaveInTheMiddle(kept("pagehide"));
    expect(lastOf(page.result.current).status).toBe("streaming");
    act(() => void window.dispatchEvent(kept("pageshow")));
    const resumed = await upstream.asked(1);
    resumed.end({ answer: "Two years" });
    await waitFor(() =>
      expect(lastOf(page.result.current)).toMatchObject({ text: "Two years", status: "done" }),
    );
  });

  it("is stopped by the next question while it waits to be resumed", async () => {
    const page = await leaveInTheMiddle();
    act(() => void page.result.current.ask("And then?"));
    const requests = [await upstream.asked(1), await upstream.asked(2)].map(({ request }) => request.method);
    expect(requests.sort()).toEqual(["DELETE", "POST"]);
    expect(page.result.current.messages[1]).toMatchObject({ status: "stopped" });
  });

  it("is resumed where only the component went away and came back, when it has a storage", async () => {
    const open = () =>
      renderHook((options: UseAskOptions) => useAsk(options), {
        wrapper: Provider,
        initialProps: { storage },
      });
    const before = open();
    act(() => void before.result.current.ask("How long?"));
    const asked = await upstream.asked(0);
    asked.event("status", { answer_id: "a1" }, 1).event("delta", { text: "Two " }, 2);
    await waitFor(() => expect(lastOf(before.result.current).text).toBe("Two "));
    before.unmount();
    await asked.closed;
    const after = open();
    (await upstream.asked(1)).end({ answer: "Two years" });
    await waitFor(() =>
      expect(lastOf(after.result.current)).toMatchObject({ text: "Two years", status: "done" }),
    );
    expect(upstream.arrived.map(({ request }) => request.method)).toEqual(["POST", "GET"]);
  });
});

describe("messages and errors", () => {
  it("say when they were asked and when they ended", async () => {
    const began = Date.now();
    const hook = renderHook(() => useAsk(), { wrapper: Provider });
    act(() => void hook.result.current.ask("How long?"));
    const [question, pending] = hook.result.current.messages as [AnswerMessage, AnswerMessage];
    expect(question.createdAt).toBeGreaterThanOrEqual(began);
    expect(pending.endedAt).toBeUndefined();
    (await upstream.asked(0)).end();
    await waitFor(() =>
      expect(lastOf(hook.result.current).endedAt).toBeGreaterThanOrEqual(question.createdAt ?? 0),
    );
    act(() => void hook.result.current.ask("And then?"));
    await upstream.asked(1);
    act(() => hook.result.current.stop());
    expect(lastOf(hook.result.current)).toMatchObject({ status: "stopped", endedAt: expect.any(Number) });
  });

  it("an error can be cleared; its message keeps the reason", async () => {
    const hook = renderHook(() => useAsk(), { wrapper: Provider });
    act(() => void hook.result.current.ask("How long?"));
    (await upstream.asked(0)).json(example("askSources.404"), 404);
    await waitFor(() => expect(hook.result.current.status).toBe("error"));
    act(() => hook.result.current.clearError());
    expect(hook.result.current).toMatchObject({ status: "ready", error: undefined });
    expect(lastOf(hook.result.current)).toMatchObject({
      status: "error",
      error: { message: "File not found" },
    });
  });
});

describe("with the real service behind the real proxy", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.close());

  it("an answer that ended while nobody was there is read after the reload", async () => {
    // Keep what was stored first: the page crashes as soon as the answer has a name.
    let kept: Conversation | undefined;
    const storage: ConversationStorage = {
      load: () => kept,
      save(conversation) {
        if (lastOf(conversation).resume) kept ??= conversation;
      },
      clear() {},
    };
    const client = createSourcesClient({ baseUrl: stack.basePath });
    const page = renderHookAt({ client }, () => useAsk({ storage }));
    await act(() => page.result.current.ask("How many bicycles did the company sell?"));
    expect(lastOf(kept as Conversation)).toMatchObject({ status: "streaming", text: "" });
    const after = renderHookAt({ client }, () => useAsk({ storage }));
    await waitFor(() => expect(lastOf(after.result.current)).toMatchObject({ status: "done" }));
    const { text, answer } = lastOf(after.result.current);
    expect(answer?.answer).toBe(text);
    expect(text).toBe(lastOf(page.result.current).text);
    expect(after.result.current.conversationId).toBe(page.result.current.conversationId);
  });
});
