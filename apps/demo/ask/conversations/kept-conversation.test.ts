import type { ConversationDetail } from "@headwater/client";
import { expect, it } from "vitest";
import { exportConversation } from "./export-conversation.ts";
import { openConversation } from "./open-conversation.ts";

const kept: ConversationDetail = {
  conversation_id: "c1",
  title: "Who presses / the apples?",
  turn_count: 2,
  created_at: "2026-11-23T08:00:00Z",
  updated_at: "2026-11-23T08:01:00Z",
  turns: [
    {
      question: "Who presses the apples?",
      answer: "The trust does. [1]",
      citations: [{ index: 1, file_name: "orchard.pdf", page_number: 2, quote: "It presses them." }],
      asked_at: "2026-11-23T08:00:00Z",
    },
    { question: "Since when?", answer: "Not known.", citations: [], asked_at: "2026-11-23T08:01:00Z" },
  ],
};

it("goes on with a kept conversation where it ended", () => {
  const { conversationId, messages } = openConversation(kept);
  expect(conversationId).toBe("c1");
  expect(messages.map(({ role, text }) => [role, text])).toEqual([
    ["user", "Who presses the apples?"],
    ["assistant", "The trust does. [1]"],
    ["user", "Since when?"],
    ["assistant", "Not known."],
  ]);
  expect(messages[1]).toMatchObject({ status: "done", citations: kept.turns[0]?.citations });
  expect(new Set(messages.map(({ id }) => id)).size).toBe(4);
});

it("exports questions, answers and quotations with their places", () => {
  expect(exportConversation(kept)).toEqual({
    name: "Who-presses-the-apples.md",
    text: [
      "# Who presses / the apples?",
      "## Who presses the apples?",
      "The trust does. [1]",
      "[1] “It presses them.” orchard.pdf, p. 2",
      "## Since when?",
      "Not known.\n",
    ].join("\n\n"),
  });
});
