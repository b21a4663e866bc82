import { describe, expect, test } from "vitest";
import { smallTalkReplies } from "./messages.ts";
import { replyToSmallTalk } from "./small-talk.ts";

describe("small talk", () => {
  test.each([
    ["Hello!", smallTalkReplies.greeting.en],
    ["good morning", smallTalkReplies.greeting.en],
    ["Guten Tag", smallTalkReplies.greeting.de],
    ["Bonjour !", smallTalkReplies.greeting.fr],
    ["¡Hola!", smallTalkReplies.greeting.es],
    ["Buongiorno", smallTalkReplies.greeting.it],
    ["Thanks a lot!", smallTalkReplies.thanks.en],
    ["Vielen Dank", smallTalkReplies.thanks.de],
    ["Merci beaucoup", smallTalkReplies.thanks.fr],
    ["Muchas gracias", smallTalkReplies.thanks.es],
    ["Grazie mille", smallTalkReplies.thanks.it],
    ["What can you do?", smallTalkReplies.service.en],
    ["Was kannst du?", smallTalkReplies.service.de],
    ["Qui êtes-vous ?", smallTalkReplies.service.fr],
    ["¿Qué puedes hacer?", smallTalkReplies.service.es],
    ["Chi sei?", smallTalkReplies.service.it],
    ["??", smallTalkReplies.service.en],
  ])("%s gets a reply in its language", (message, reply) => {
    expect(replyToSmallTalk(message)).toBe(reply);
  });

  test.each([
    "Hello world: what does the program print?",
    "What does the contract say about help?",
    "Who are you required to inform?",
    "How does the pump work?",
    "Thanks to whom was the bridge built?",
    "",
  ])("%j is none", (question) => {
    expect(replyToSmallTalk(question)).toBeUndefined();
  });
});
