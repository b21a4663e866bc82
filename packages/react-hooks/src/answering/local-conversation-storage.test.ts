import { afterEach, describe, expect, it, vi } from "vitest";
import type { AnswerMessage, AskMessage, Conversation } from "./ask-message.ts";
import { localConversationStorage } from "./local-conversation-storage.ts";

const turn = (index: number, text: string): AskMessage[] => [
  { id: `q${index}`, role: "user", text: `Question ${index}`, settings: { fileIds: ["f"] } },
  {
    id: `a${index}`,
    role: "assistant",
    text,
    citations: [{ index: 1, file_id: "f", image_base64: "x".repeat(1_000) }],
    structuredOutput: undefined,
    status: "done",
    answer: undefined,
    error: undefined,
  },
];
const conversation: Conversation = {
  conversationId: "c1",
  messages: [...turn(1, "one"), ...turn(2, "two"), ...turn(3, "three")],
};

/** The storage of a newly opened tab: it shares the origin's storage, but no other tab's session storage. */
const inNewTab = () => sessionStorage.clear();

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

describe("localConversationStorage", () => {
  it("keeps a conversation, without the images of its citations", () => {
    const storage = localConversationStorage("chat");
    expect(storage.load()).toBeUndefined();
    storage.save(conversation);
    const loaded = storage.load() as Conversation;
    expect(loaded.conversationId).toBe("c1");
    expect(loaded.messages).toHaveLength(6);
    expect(loaded.messages[0]).toEqual(conversation.messages[0]);
    expect((loaded.messages[1] as AnswerMessage).citations).toEqual([{ index: 1, file_id: "f" }]);
    storage.clear();
    expect(storage.load()).toBeUndefined();
  });

  it("keeps conversations under different keys apart", () => {
    localConversationStorage("one").save(conversation);
    expect(localConversationStorage("two").load()).toBeUndefined();
  });

  it("leaves out the oldest questions when there is too much", () => {
    const storage = localConversationStorage("chat", { maxCharacters: 300 });
    storage.save(conversation);
    expect(localStorage.getItem("chat")?.length).toBeLessThanOrEqual(300);
    expect((storage.load() as Conversation).messages.map(({ id }) => id)).toEqual(["q3", "a3"]);
    storage.save({ ...conversation, messages: turn(4, "x".repeat(400)) });
    expect(storage.load()).toEqual({ conversationId: "c1", messages: [] });
  });

  it("keeps nothing when even a conversation without questions is too much", () => {
    const storage = localConversationStorage("chat", { maxCharacters: 10 });
    localStorage.setItem("chat", "before");
    storage.save(conversation);
    expect(localStorage.getItem("chat")).toBeNull();
  });

  it.each([
    "",
    "{",
    "null",
    "7",
    '"text"',
    "[]",
    '{"version":1}',
    '{"version":2,"messages":[]}',
    '{"version":1,"messages":{}}',
    '{"version":1,"messages":[null]}',
    '{"version":1,"messages":[{"id":"a","role":"assistant","text":"?"}]}',
    '{"version":1,"messages":[{"id":"a","role":"system","text":"?"}]}',
  ])("takes %j for nothing", (text) => {
    localStorage.setItem("chat", text);
    expect(localConversationStorage("chat").load()).toBeUndefined();
  });
});

describe("localConversationStorage in several tabs", () => {
  const storage = localConversationStorage("chat");
  const idsIn = (loaded: ReturnType<typeof storage.load>) =>
    (loaded as Conversation | undefined)?.messages.map(({ id }) => id);
  const [common, a, b] = [turn(1, "common"), turn(2, "a"), turn(3, "b")];

  /** The other tab's storage, put aside while this tab works. */
  const leaveTab = () => {
    const kept = Object.entries(sessionStorage);
    sessionStorage.clear();
    return () => {
      sessionStorage.clear();
      for (const [key, text] of kept) sessionStorage.setItem(key, text);
    };
  };

  it("keeps each tab's own conversation, and opens a new tab with the last", () => {
    storage.save({ conversationId: "ca", messages: a });
    const backToA = leaveTab();
    storage.save({ conversationId: "cb", messages: b });
    expect(idsIn(storage.load())).toEqual(["q3", "a3"]);
    inNewTab();
    expect(idsIn(storage.load())).toEqual(["q3", "a3"]);
    backToA();
    expect(storage.load()).toMatchObject({ conversationId: "ca", messages: a.map(({ id }) => ({ id })) });
  });

  it("lets two tabs go on from one conversation", () => {
    storage.save({ conversationId: "c", messages: common });
    inNewTab();
    storage.load();
    const backToB = leaveTab();
    storage.save({ conversationId: "c", messages: [...common, ...a] });
    backToB();
    expect(idsIn(storage.load())).toEqual(["q1", "a1"]);
    storage.save({ conversationId: "c", messages: [...common, ...b] });
    expect(idsIn(storage.load())).toEqual(["q1", "a1", "q3", "a3"]);
  });

  it("opens a tab that was cleared with nothing, whatever another tab has kept since", () => {
    storage.save({ conversationId: "ca", messages: a });
    storage.clear();
    expect(localStorage.getItem("chat")).toBeNull();
    const backToCleared = leaveTab();
    storage.save({ conversationId: "cb", messages: b });
    backToCleared();
    expect(storage.load()).toBeUndefined();
  });

  it("never brings back an older conversation for want of room in the tab", () => {
    storage.save({ conversationId: "c", messages: common });
    const set = vi.spyOn(Storage.prototype, "setItem");
    set.mockImplementationOnce(() => {
      throw new DOMException("", "QuotaExceededError");
    });
    storage.save({ conversationId: "c", messages: [...common, ...a] });
    expect(idsIn(storage.load())).toEqual(["q1", "a1", "q2", "a2"]);
  });
});
