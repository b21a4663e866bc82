import { afterEach, describe, expect, it } from "vitest";
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

describe("localConversationStorage", () => {
  afterEach(() => localStorage.clear());

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
