import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Turn } from "../../src/answering/conversation-store.ts";
import { newId } from "../../src/kernel/ids.ts";
import { addProject, addSource, createdAt } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

const turn = (question: string, fileIds: string[] = []): Turn => ({
  question,
  resolvedQuestion: `${question} (in full)`,
  answer: `An answer to ${question} [1]`,
  fileIds,
  askedAt: createdAt,
});

export const describeConversationStore = (name: string, open: OpenStores): void => {
  describe(`ConversationStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    it("answers the latest turns, oldest first, as they were appended", async () => {
      const conversationId = newId();
      const turns = ["one", "two", "three", "four"].map((question) => turn(question));
      for (const each of turns) await stores.conversations.append(projectId, conversationId, each);
      expect(await stores.conversations.turns(projectId, conversationId, 3)).toEqual(turns.slice(1));
      expect(await stores.conversations.turns(projectId, conversationId, 50)).toEqual(turns);
    });

    it("has no conversation before its first turn, and none of another project", async () => {
      const other = await addProject(stores);
      const conversationId = newId();
      expect(await stores.conversations.turns(projectId, conversationId, 5)).toBeNull();
      await stores.conversations.append(projectId, conversationId, turn("one"));
      expect(await stores.conversations.turns(other.projectId, conversationId, 5)).toBeNull();
    });

    it("keeps two projects apart that use the same conversation id", async () => {
      const other = await addProject(stores);
      await stores.conversations.append(projectId, "shared", turn("mine"));
      await stores.conversations.append(other.projectId, "shared", turn("theirs"));
      expect(await stores.conversations.turns(projectId, "shared", 5)).toEqual([turn("mine")]);
      expect(await stores.conversations.turns(other.projectId, "shared", 5)).toEqual([turn("theirs")]);
    });

    it("loses no turn when several are appended at once", async () => {
      const conversationId = newId();
      const again = await stores.connectAgain();
      const questions = Array.from({ length: 12 }, (_, index) => `question ${index}`);
      await Promise.all(
        questions.map((question, index) =>
          (index % 2 ? stores : again).conversations.append(projectId, conversationId, turn(question)),
        ),
      );
      const turns = await stores.conversations.turns(projectId, conversationId, 50);
      expect(turns?.map(({ question }) => question).sort()).toEqual(questions.sort());
    });

    it("keeps any text, control characters included", async () => {
      const odd = turn('a\u0000b "quoted" \ud83d\ude00 \u202e עברית');
      await stores.conversations.append(projectId, "odd", odd);
      expect(await stores.conversations.turns(projectId, "odd", 1)).toEqual([odd]);
    });

    it("takes any conversation id, control characters included", async () => {
      await stores.conversations.append(projectId, "a\u0000b", turn("one"));
      expect(await stores.conversations.turns(projectId, "a\u0000b", 1)).toEqual([turn("one")]);
      expect(await stores.conversations.turns(projectId, "ab", 1)).toBeNull();
    });

    it("removes the turns that used a removed source, and only those", async () => {
      const kept = await addSource(stores, projectId);
      const removed = await addSource(stores, projectId);
      const conversationId = newId();
      const remaining = turn("about the other", [kept.fileId]);
      await stores.conversations.append(
        projectId,
        conversationId,
        turn("both", [kept.fileId, removed.fileId]),
      );
      await stores.conversations.append(projectId, conversationId, remaining);
      await stores.sources.remove(projectId, removed.fileId);
      expect(await stores.conversations.turns(projectId, conversationId, 5)).toEqual([remaining]);
    });

    it("never stores a turn whose source was removed while the answer was written", async () => {
      const { fileId } = await addSource(stores, projectId);
      await stores.sources.remove(projectId, fileId);
      await stores.conversations.append(projectId, "late", turn("late", [fileId]));
      expect(await stores.conversations.turns(projectId, "late", 5)).toEqual([]);
      // A source that comes back under its id would show what was stored.
      await addSource(stores, projectId, { fileId });
      expect(await stores.conversations.turns(projectId, "late", 5)).toEqual([]);
    });
  });
};
