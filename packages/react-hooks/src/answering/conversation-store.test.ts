import type { Answer, AnswerEvent } from "@headwater/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnswerMessage, AskMessage, Conversation, QuestionMessage } from "./ask-message.ts";
import type { AnswerNews, ConversationOptions } from "./conversation-dependencies.ts";
import type { ConversationStorage } from "./conversation-storage.ts";
import { createConversationStore } from "./conversation-store.ts";

const answerOf = (text: string, conversationId = "c1"): Answer => ({
  answer: text,
  conversation_id: conversationId,
  citations: [{ index: 1, file_id: "f" }],
  usage: {},
  elapsed_s: 1,
});

type Call = {
  question: QuestionMessage;
  conversationId: string | undefined;
  signal: AbortSignal;
  news: AnswerNews;
  write: (text: string) => Promise<void>;
  answer: (answer: Answer) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
};

/** Runs everything that is ready. */
const settle = () => vi.advanceTimersByTimeAsync(0);

/**
 * Answers that the test writes by hand. After an abort, an answer throws the signal's reason, as `streamAnswer` does.
 */
function handwritten() {
  const calls: Call[] = [];
  async function* answer(
    question: QuestionMessage,
    conversationId: string | undefined,
    signal: AbortSignal,
    news: AnswerNews,
  ) {
    const queue: (AnswerEvent | { type: "error"; error: unknown })[] = [];
    let wake = () => {};
    const push = async (item: (typeof queue)[number]) => {
      queue.push(item);
      wake();
      await settle();
    };
    signal.addEventListener("abort", () => wake());
    calls.push({
      question,
      conversationId,
      signal,
      news,
      write: (text) => push({ type: "delta", text }),
      answer: (answer) => push({ type: "answer", answer }),
      fail: (error) => push({ type: "error", error }),
    });
    for (;;) {
      signal.throwIfAborted();
      const item = queue.shift();
      if (item?.type === "error") throw item.error;
      if (item) yield item;
      if (item?.type === "answer") return;
      if (!item)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return { calls, answer };
}

/** The store and its actions. */
function createStore(...args: Parameters<typeof createConversationStore>) {
  const { actions, ...store } = createConversationStore(...args);
  return { ...store, ...actions };
}

function start(options: ConversationOptions = {}, initial?: Conversation) {
  const { calls, answer } = handwritten();
  let ids = 0;
  const store = createStore({ answer, options: () => options, newId: () => `m${++ids}` }, initial);
  const call = (index: number) => calls[index] as Call;
  const lastAnswer = () => store.getSnapshot().messages.at(-1) as AnswerMessage;
  const texts = () => store.getSnapshot().messages.map(({ text }) => text);
  return { store, calls, call, lastAnswer, texts, options };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a question", () => {
  it("goes from submitted over streaming to ready", async () => {
    const { store, call, lastAnswer } = start();
    const asked = store.ask("How long?", { fileIds: ["f"] });
    expect(store.getSnapshot()).toMatchObject({
      status: "submitted",
      messages: [
        { id: "m1", role: "user", text: "How long?", settings: { fileIds: ["f"] } },
        { id: "m2", role: "assistant", text: "", status: "streaming", citations: [] },
      ],
    });
    await settle();
    await call(0).write("Two ");
    expect(store.getSnapshot().status).toBe("streaming");
    expect(lastAnswer().text).toBe("Two ");
    await call(0).answer(answerOf("Two years [1]."));
    await asked;
    expect(store.getSnapshot()).toMatchObject({ status: "ready", conversationId: "c1", error: undefined });
    expect(lastAnswer()).toMatchObject({
      text: "Two years [1].",
      status: "done",
      citations: [{ index: 1 }],
      answer: { elapsed_s: 1 },
    });
  });

  it("has its citations as soon as they come, and says what the service does", async () => {
    const { store, call, lastAnswer } = start();
    void store.ask("How long?");
    await settle();
    call(0).news.onStatus({ answer_id: "a1" });
    expect(lastAnswer().stage).toBeUndefined();
    call(0).news.onStatus({ stage: "retrieving" });
    expect(lastAnswer().stage).toBe("retrieving");
    expect(store.getSnapshot().status).toBe("submitted");
    call(0).news.onCitation({ index: 1, file_id: "f", quote: "two years" });
    await call(0).write("Two years [1].");
    expect(lastAnswer()).toMatchObject({ status: "streaming", citations: [{ quote: "two years" }] });
    await call(0).answer(answerOf("Two years [1]."));
    expect(lastAnswer().stage).toBeUndefined();
    expect(lastAnswer().citations).toEqual(answerOf("").citations);
  });

  it("keeps the citations of what was written when it is stopped, and hears nothing more", async () => {
    const { store, call, lastAnswer } = start();
    void store.ask("How long?");
    await settle();
    call(0).news.onStatus({ stage: "answering" });
    call(0).news.onCitation({ index: 1, file_id: "f" });
    await call(0).write("Two years [1].");
    store.stop();
    call(0).news.onCitation({ index: 2, file_id: "f" });
    call(0).news.onStatus({ stage: "reading" });
    expect(lastAnswer()).toMatchObject({ status: "stopped", citations: [{ index: 1 }] });
    expect(lastAnswer()).not.toHaveProperty("stage");
  });

  it("continues the conversation of the answer before it", async () => {
    const { store, call } = start();
    void store.ask("One?", {});
    await settle();
    await call(0).answer(answerOf("1"));
    void store.ask("Two?", {});
    await settle();
    expect(call(0).conversationId).toBeUndefined();
    expect(call(1).conversationId).toBe("c1");
  });

  it("of white space only is not asked", async () => {
    const { store, calls } = start();
    await store.ask(" \n", {});
    expect(calls).toEqual([]);
    expect(store.getSnapshot().messages).toEqual([]);
  });

  it("stops the answer before it, which is never heard of again", async () => {
    const { store, call, texts } = start();
    const first = store.ask("One?", {});
    await settle();
    await call(0).write("Fir");
    const second = store.ask("Two?", {});
    await first;
    expect(call(0).signal.aborted).toBe(true);
    expect(store.getSnapshot().messages[1]).toMatchObject({ text: "Fir", status: "stopped" });
    await call(0).write("st");
    await call(0).answer(answerOf("First", "c-old"));
    await call(1).answer(answerOf("Second"));
    await second;
    expect(texts()).toEqual(["One?", "Fir", "Two?", "Second"]);
    expect(store.getSnapshot().conversationId).toBe("c1");
  });

  it("is not answered by a source of answers that ignores its abort", async () => {
    const release = Promise.withResolvers<void>();
    async function* deaf({ text }: QuestionMessage): AsyncGenerator<AnswerEvent> {
      if (text === "One?") await release.promise;
      yield { type: "delta", text: "late" };
      yield { type: "answer", answer: answerOf(`Answer to ${text}`, text) };
    }
    const store = createStore({ answer: deaf, options: () => ({}) });
    const first = store.ask("One?", {});
    await store.ask("Two?", {});
    release.resolve();
    await first;
    const { messages, conversationId } = store.getSnapshot();
    expect(messages.map(({ text }) => text)).toEqual(["One?", "", "Two?", "Answer to Two?"]);
    expect(conversationId).toBe("Two?");
  });

  it("that fails stays, with the reason, and can be asked again", async () => {
    const onError = vi.fn();
    const { store, call, lastAnswer, texts } = start({ onError });
    void store.ask("One?", { thinkingLevel: "fast" });
    await settle();
    await call(0).write("Begun");
    await call(0).fail(new Error("cut off"));
    expect(store.getSnapshot()).toMatchObject({ status: "error", error: { message: "cut off" } });
    expect(lastAnswer()).toMatchObject({
      text: "Begun",
      status: "error",
      error: { message: "cut off", status: undefined },
    });
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error("cut off"));
    void store.regenerate();
    await settle();
    expect(store.getSnapshot()).toMatchObject({ status: "submitted", error: undefined });
    expect(call(1).question).toMatchObject({ id: "m1", text: "One?", settings: { thinkingLevel: "fast" } });
    await call(1).answer(answerOf("Yes"));
    expect(texts()).toEqual(["One?", "Yes"]);
  });
});

describe("what is written", () => {
  it("is shown at once, and then together at most every throttleMs", async () => {
    const { store, call, lastAnswer } = start({ throttleMs: 100 });
    let changes = 0;
    void store.ask("?", {});
    await settle();
    const leave = store.subscribe(() => changes++);
    await call(0).write("a");
    expect(lastAnswer().text).toBe("a");
    for (const text of "bcdef") await call(0).write(text);
    expect(lastAnswer().text).toBe("a");
    await vi.advanceTimersByTimeAsync(100);
    expect(lastAnswer().text).toBe("abcdef");
    expect(changes).toBe(2);
    await call(0).write("g");
    expect(lastAnswer().text).toBe("abcdef");
    await call(0).answer(answerOf("abcdefg."));
    expect(lastAnswer().text).toBe("abcdefg.");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(lastAnswer().text).toBe("abcdefg.");
    expect(vi.getTimerCount()).toBe(0);
    leave();
  });

  it("takes the interval of the moment", async () => {
    const { store, call, lastAnswer, options } = start({ throttleMs: 1_000 });
    void store.ask("?", {});
    await settle();
    options.throttleMs = 10;
    await call(0).write("a");
    await call(0).write("b");
    await vi.advanceTimersByTimeAsync(10);
    expect(lastAnswer().text).toBe("ab");
  });
});

describe("stop", () => {
  it("keeps what was written, shown or not, and leaves the conversation usable", async () => {
    const { store, call, lastAnswer } = start();
    const asked = store.ask("One?", {});
    await settle();
    await call(0).write("a");
    await call(0).write("b");
    store.stop();
    expect(store.getSnapshot().status).toBe("ready");
    expect(lastAnswer()).toMatchObject({ text: "ab", status: "stopped" });
    expect(lastAnswer().brokenOff).toBeUndefined();
    await asked;
    expect(store.getSnapshot().error).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
    void store.ask("Two?", {});
    await settle();
    await call(1).answer(answerOf("Yes"));
    expect(lastAnswer()).toMatchObject({ text: "Yes", status: "done" });
  });

  it("does nothing when nothing is asked", () => {
    const { store } = start();
    const before = store.getSnapshot();
    store.stop();
    expect(store.getSnapshot()).toBe(before);
  });
});

describe("reset", () => {
  it("starts a new conversation, also while an answer is written", async () => {
    const { store, call } = start();
    void store.ask("One?", {});
    await settle();
    await call(0).answer(answerOf("1"));
    void store.ask("Two?", {});
    await settle();
    await call(1).write("2");
    store.reset();
    expect(store.getSnapshot()).toEqual({
      conversationId: undefined,
      messages: [],
      status: "ready",
      error: undefined,
    });
    await call(1).answer(answerOf("22"));
    expect(store.getSnapshot().messages).toEqual([]);
    void store.ask("Three?", {});
    await settle();
    expect(call(2).conversationId).toBeUndefined();
  });
});

describe("open", () => {
  it("leaves an answer being written for another conversation, which is kept from then on", async () => {
    const saved: Conversation[] = [];
    const storage: ConversationStorage = {
      load: () => undefined,
      save: (conversation) => void saved.push(conversation),
      clear: () => {},
    };
    const { store, call, texts } = start({ storage });
    void store.ask("One?", {});
    await settle();
    await call(0).write("1");
    store.open({ conversationId: "c9", messages: [{ id: "a", role: "user", text: "Old?", settings: {} }] });
    expect(call(0).signal.aborted).toBe(true);
    expect(store.getSnapshot()).toMatchObject({ status: "ready", conversationId: "c9" });
    expect(texts()).toEqual(["Old?"]);
    await settle();
    expect(saved.at(-1)).toMatchObject({ conversationId: "c9", messages: [{ text: "Old?" }] });
    void store.ask("New?", {});
    await settle();
    expect(call(1).conversationId).toBe("c9");
  });
});

describe("regenerate", () => {
  const talk = async () => {
    const started = start();
    for (const [index, text] of ["One?", "Two?", "Three?"].entries()) {
      void started.store.ask(text, {});
      await settle();
      await started.call(index).answer(answerOf(`${index + 1}`));
    }
    return started;
  };

  it("asks the last question again in its conversation", async () => {
    const { store, call, texts } = await talk();
    void store.regenerate();
    await settle();
    expect(call(3)).toMatchObject({ question: { text: "Three?" }, conversationId: "c1" });
    await call(3).answer(answerOf("3!"));
    expect(texts()).toEqual(["One?", "1", "Two?", "2", "Three?", "3!"]);
  });

  it("takes a question or its answer by id, with other settings, and drops what came after", async () => {
    for (const place of [2, 3]) {
      const { store, call, texts } = await talk();
      void store.regenerate(store.getSnapshot().messages[place]?.id, { thinkingLevel: "max" });
      await settle();
      expect(call(3).question).toMatchObject({ text: "Two?", settings: { thinkingLevel: "max" } });
      await call(3).answer(answerOf("2!"));
      expect(texts()).toEqual(["One?", "1", "Two?", "2!"]);
    }
  });

  it("leaves the service's memory behind when nothing before the question is in it", async () => {
    const { store, call } = await talk();
    void store.regenerate("m1");
    await settle();
    expect(call(3).conversationId).toBeUndefined();
    await call(3).answer(answerOf("1!", "c2"));
    expect(store.getSnapshot().conversationId).toBe("c2");
  });

  it("says when there is no such question", async () => {
    const { store } = start();
    await expect(store.regenerate()).rejects.toThrow("No question to ask again: none asked.");
    await expect(store.regenerate("m9")).rejects.toThrow("No question to ask again: m9.");
  });

  it("of an unknown question leaves the answer being written alone", async () => {
    const { store, call, lastAnswer } = start();
    void store.ask("One?", {});
    await settle();
    await call(0).write("O");
    await expect(store.regenerate("m9")).rejects.toThrow(RangeError);
    await call(0).answer(answerOf("One."));
    expect(lastAnswer()).toMatchObject({ text: "One.", status: "done" });
  });
});

describe("setMessages", () => {
  it("changes what is shown, by value or by function, and leaves a pending answer alone", async () => {
    const { store, call, texts } = start();
    void store.ask("One?", {});
    await settle();
    await call(0).answer(answerOf("1"));
    void store.ask("Two?", {});
    await settle();
    await call(1).write("2");
    store.setMessages((messages) => messages.slice(2));
    await call(1).answer(answerOf("22"));
    expect(texts()).toEqual(["Two?", "22"]);
    store.setMessages([]);
    expect(store.getSnapshot()).toMatchObject({ messages: [], conversationId: "c1", status: "ready" });
  });

  it("ends an answer whose message is gone", async () => {
    const { store, call } = start();
    const asked = store.ask("One?", {});
    await settle();
    store.setMessages([]);
    await asked;
    expect(call(0).signal.aborted).toBe(true);
    expect(store.getSnapshot()).toMatchObject({ messages: [], status: "ready" });
  });
});

describe("setMessages after a failure", () => {
  it("takes the failure away with its message, and only then", async () => {
    const { store, call } = start();
    void store.ask("One?", {});
    await settle();
    await call(0).answer(answerOf("1"));
    void store.ask("Two?", {});
    await settle();
    await call(1).fail(new Error("cut off"));
    store.setMessages((messages) => messages.slice(2));
    expect(store.getSnapshot()).toMatchObject({ status: "error", error: { message: "cut off" } });
    store.setMessages([]);
    expect(store.getSnapshot()).toMatchObject({ status: "ready", error: undefined });
  });
});

describe("storage", () => {
  const kept = (status: AnswerMessage["status"]): Conversation => ({
    conversationId: "c7",
    messages: [
      { id: "a", role: "user", text: "Before?", settings: {} },
      {
        id: "b",
        role: "assistant",
        text: "Bef",
        status,
        ...{ citations: [], structuredOutput: undefined, answer: undefined, error: undefined },
      } satisfies AskMessage,
    ],
  });

  function memory(stored?: Conversation) {
    const saved: Conversation[] = [];
    const storage: ConversationStorage = {
      load: () => stored,
      save: (conversation) => void saved.push(conversation),
      clear: () => void saved.splice(0),
    };
    return { storage, saved };
  }

  it("brings the conversation back; what was being written counts as stopped", async () => {
    const { store, call, lastAnswer } = start(memory(kept("streaming")));
    expect(store.getSnapshot().messages).toEqual([]);
    await store.restore();
    expect(lastAnswer()).toMatchObject({ text: "Bef", status: "stopped", brokenOff: true });
    expect(store.getSnapshot().status).toBe("ready");
    void store.ask("After?", {});
    await settle();
    expect(call(0).conversationId).toBe("c7");
  });

  it("is read once, however often the component comes back", async () => {
    const load = vi.fn(() => kept("done"));
    const { store } = start({ storage: { ...memory().storage, load } });
    await Promise.all([store.restore(), store.restore()]);
    expect(load).toHaveBeenCalledOnce();
  });

  it("that is slow comes before what was asked meanwhile, and neither is lost", async () => {
    const { storage, saved } = memory();
    const slow = Promise.withResolvers<Conversation>();
    const { store, texts, call } = start({ storage: { ...storage, load: () => slow.promise } });
    const restored = store.restore();
    void store.ask("New?", {});
    await settle();
    slow.resolve(kept("done"));
    await restored;
    const before = kept("done").messages.map(({ text }) => text);
    expect(texts()).toEqual([...before, "New?", ""]);
    await call(0).answer(answerOf("Yes."));
    expect(texts()).toEqual([...before, "New?", "Yes."]);
    expect(saved.at(-1)?.messages.map(({ text }) => text)).toEqual([...before, "New?", "Yes."]);
  });

  it("that is slow does not come back after a reset", async () => {
    const slow = Promise.withResolvers<Conversation>();
    const { store, texts } = start({ storage: { ...memory().storage, load: () => slow.promise } });
    const restored = store.restore();
    store.reset();
    slow.resolve(kept("done"));
    await restored;
    expect(texts()).toEqual([]);
  });

  it("is told the question, the end of its answer, and reset", async () => {
    const { storage, saved } = memory();
    const { store, call } = start({ storage });
    void store.ask("One?", {});
    await settle();
    expect(saved.map(({ messages }) => messages.length)).toEqual([2]);
    await call(0).write("1");
    await call(0).answer(answerOf("1"));
    expect(saved).toHaveLength(2);
    expect(saved[1]).toMatchObject({ conversationId: "c1", messages: [{}, { text: "1", status: "done" }] });
    store.reset();
    await settle();
    expect(saved).toEqual([]);
  });

  it("is told one change after the other", async () => {
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const { storage } = memory();
    const save = async ({ messages }: Conversation) => {
      order.push(`begin ${messages.length}`);
      if (order.length === 1) await first.promise;
      order.push(`end ${messages.length}`);
    };
    const { store } = start({ storage: { ...storage, save } });
    void store.ask("One?", {});
    store.stop();
    void store.ask("Two?", {});
    await settle();
    expect(order).toEqual(["begin 2"]);
    first.resolve();
    await settle();
    expect(order).toEqual(["begin 2", "end 2", "begin 2", "end 2", "begin 4", "end 4"]);
  });

  it("that fails is reported, and the conversation goes on", async () => {
    const onError = vi.fn();
    const fail = () => {
      throw new Error("quota");
    };
    const { store, call, lastAnswer } = start({ onError, storage: { load: fail, save: fail, clear: fail } });
    await store.restore();
    void store.ask("One?", {});
    await settle();
    await call(0).answer(answerOf("1"));
    expect(lastAnswer()).toMatchObject({ text: "1", status: "done" });
    expect(store.getSnapshot()).toMatchObject({ status: "ready", error: undefined });
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual(["quota", "quota", "quota"]);
  });
});

describe("callbacks that throw", () => {
  const broken = () => {
    throw new Error("broken callback");
  };

  it("are the console's business, and neither an answer nor what is stored suffers", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const saved: number[] = [];
    const save = ({ messages }: Conversation) => {
      saved.push(messages.length);
      if (saved.length === 1) throw new Error("quota");
    };
    const storage = { load: () => undefined, save, clear: () => {} };
    const { store, call, lastAnswer } = start({ storage, onAnswer: broken, onError: broken });
    const asked = store.ask("One?", {});
    await settle();
    await call(0).answer(answerOf("1"));
    await expect(asked).resolves.toBeUndefined();
    expect(lastAnswer()).toMatchObject({ text: "1", status: "done" });
    const askedNext = store.ask("Two?", {});
    await settle();
    await call(1).fail(new Error("cut off"));
    await expect(askedNext).resolves.toBeUndefined();
    expect(saved).toEqual([2, 2, 4, 4]);
    expect(logged.mock.calls.map(([error]) => error.message)).toEqual(Array(3).fill("broken callback"));
    logged.mockRestore();
  });
});

describe("initial conversation", () => {
  it("is there from the start and is gone on with", async () => {
    const { store, call } = start({}, { conversationId: "c3", messages: [] });
    void store.ask("And then?", {});
    await settle();
    expect(call(0).conversationId).toBe("c3");
  });
});

describe("callbacks", () => {
  it("are those of the moment, told once", async () => {
    const { store, call, options } = start({ onAnswer: () => expect.unreachable() });
    void store.ask("One?", {});
    await settle();
    const onAnswer = vi.fn();
    options.onAnswer = onAnswer;
    await call(0).answer(answerOf("1"));
    expect(onAnswer).toHaveBeenCalledOnce();
    expect(onAnswer.mock.calls[0]).toMatchObject([{ answer: "1" }, { id: "m2", status: "done" }]);
  });
});
