import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Citation } from "../../src/answering/answer.ts";
import type { KeptAnswer, Turn } from "../../src/answering/conversation-store.ts";
import { newId } from "../../src/kernel/ids.ts";
import { addProject, addSource, createdAt } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

const turn = (question: string, fileIds: string[] = []): Turn => ({
  question,
  resolvedQuestion: `${question} (in full)`,
  answer: `An answer to ${question} [1]`,
  citations: fileIds.map((fileId, index) => citation(fileId, index + 1)),
  fileIds,
  askedAt: createdAt,
});

const citation = (fileId: string, index: number): Citation => ({
  index,
  fileId,
  fileName: "report.md",
  pageNumber: 1,
  sectionNumber: 1,
  elementId: "e1",
  textPreview: "The kettle is blue.\u0000",
  imageBase64: null,
  quote: "The kettle is blue.",
  elementIds: ["e1"],
  charStart: 0,
  charEnd: 19,
  boundingBox: null,
  box: null,
  verdict: "verified",
});

const kept = (key: string, conversationId: string, fingerprint = "f"): KeptAnswer => ({
  key,
  fingerprint,
  answer: {
    text: `Kept under ${key}`,
    conversationId,
    citations: [],
    usage: { tokensIn: 1 },
    model: null,
    elapsedSeconds: 1,
  },
  keptAt: createdAt,
});
const later = (hours: number) => new Date(createdAt.getTime() + hours * 3_600_000);

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

    it("lists conversations, latest question first, in pages or whole", async () => {
      const other = await addProject(stores);
      await stores.conversations.append(other.projectId, "theirs", turn("not mine"));
      for (const [at, id] of ["a", "b", "c"].entries())
        await stores.conversations.append(projectId, id, { ...turn(`first of ${id}`), askedAt: later(at) });
      await stores.conversations.append(projectId, "a", { ...turn("second of a"), askedAt: later(9) });
      const { items, total } = await stores.conversations.list(projectId, null);
      expect(total).toBe(3);
      expect(items.map(({ conversationId }) => conversationId)).toEqual(["a", "c", "b"]);
      expect(items[0]).toEqual({
        conversationId: "a",
        title: "first of a",
        turnCount: 2,
        createdAt,
        updatedAt: later(9),
      });
      const page = await stores.conversations.list(projectId, { number: 2, size: 2 });
      expect(page).toEqual({ items: items.slice(2), total: 3 });
    });

    it("finds a conversation with its turns, and none of another project", async () => {
      const other = await addProject(stores);
      const { fileId } = await addSource(stores, projectId);
      const turns = [turn("one", [fileId]), turn("two")];
      for (const each of turns) await stores.conversations.append(projectId, "mine", each);
      expect(await stores.conversations.find(projectId, "mine")).toMatchObject({
        title: "one",
        turnCount: 2,
        turns,
      });
      expect(await stores.conversations.find(other.projectId, "mine")).toBeNull();
    });

    it("renames a conversation of the project only", async () => {
      const other = await addProject(stores);
      await stores.conversations.append(projectId, "mine", turn("one"));
      expect(await stores.conversations.rename(other.projectId, "mine", "Stolen")).toBeNull();
      const title = "A title \u0000 \ud83d\ude00";
      expect(await stores.conversations.rename(projectId, "mine", title)).toMatchObject({
        title,
        turnCount: 1,
      });
      expect((await stores.conversations.list(projectId, null)).items).toMatchObject([{ title }]);
    });

    it("removes a conversation with all that it holds, and nothing else", async () => {
      const other = await addProject(stores);
      for (let at = 0; at < 120; at += 1)
        await stores.conversations.append(projectId, "long", turn(`q${at}`));
      await stores.conversations.append(projectId, "long", turn("kept"), { keep: kept("k", "long") });
      await stores.conversations.append(projectId, "other", turn("stays"));
      await stores.conversations.append(other.projectId, "long", turn("theirs"));
      expect(await stores.conversations.remove(projectId, "long")).toBe(true);
      expect(await stores.conversations.remove(projectId, "long")).toBe(false);
      expect(await stores.conversations.turns(projectId, "long", 5)).toBeNull();
      expect(await stores.conversations.keptAnswer(projectId, "k")).toBeNull();
      expect(await stores.conversations.turns(projectId, "other", 5)).toHaveLength(1);
      expect(await stores.conversations.turns(other.projectId, "long", 5)).toHaveLength(1);
    });

    it("does not bring back a conversation that was deleted while its question was answered", async () => {
      await stores.conversations.append(projectId, "gone", turn("one"));
      await stores.conversations.remove(projectId, "gone");
      await stores.conversations.append(projectId, "gone", turn("two"), { continues: true });
      expect(await stores.conversations.turns(projectId, "gone", 5)).toBeNull();
    });

    it("removes conversations without a question since a moment", async () => {
      await stores.conversations.append(projectId, "old", turn("one"));
      await stores.conversations.append(projectId, "woken", turn("one"));
      await stores.conversations.append(projectId, "woken", { ...turn("two"), askedAt: later(5) });
      expect(await stores.conversations.removeOld(later(5))).toHaveLength(1);
      const { items } = await stores.conversations.list(projectId, null);
      expect(items.map(({ conversationId }) => conversationId)).toEqual(["woken"]);
    });

    it("keeps an answer under its key, in its project, until its time or its source is over", async () => {
      const other = await addProject(stores);
      const { fileId } = await addSource(stores, projectId);
      const first = kept("k\u0000", "c");
      await stores.conversations.append(projectId, "c", turn("one"), { keep: first });
      expect(await stores.conversations.keptAnswer(projectId, first.key)).toEqual(first);
      expect(await stores.conversations.keptAnswer(other.projectId, first.key)).toBeNull();
      const second = { ...kept(first.key, "c", "g"), keptAt: later(2) };
      await stores.conversations.append(projectId, "c", turn("two", [fileId]), { keep: second });
      expect(await stores.conversations.keptAnswer(projectId, first.key)).toEqual(second);
      await stores.conversations.forgetKeptBefore(later(1));
      expect(await stores.conversations.keptAnswer(projectId, first.key)).toEqual(second);
      await stores.sources.remove(projectId, fileId);
      expect(await stores.conversations.keptAnswer(projectId, first.key)).toBeNull();
    });
  });
};
