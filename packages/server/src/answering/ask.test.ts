import { describe, expect, test } from "vitest";
import { createExtractiveAnswerer } from "../adapters/builtin/extractive-answerer.ts";
import { rewriteFollowUp } from "../adapters/builtin/rewrite-follow-up.ts";
import type { Element, ElementFilter } from "../elements/element.ts";
import type { ElementReference, ElementStore } from "../elements/element-store.ts";
import { newId } from "../kernel/ids.ts";
import { ServiceError } from "../kernel/service-error.ts";
import type { RetrievalQuery, Retrieve } from "../retrieval/retrieved-chunk.ts";
import type { Source } from "../sources/source.ts";
import type { Extractor } from "../structured/extractor.ts";
import type { AskRequest } from "./answer.ts";
import type { Answerer, Statement } from "./answerer.ts";
import { type AskDependencies, createAsk } from "./ask.ts";
import { type AskEvent, wholeAnswer } from "./ask-event.ts";
import type { KeptAnswer, Turn } from "./conversation-store.ts";

const element = (position: number, type: Element["type"], text: string, pageNumber: number): Element => ({
  elementId: `e${position}`,
  position,
  type,
  text,
  pageNumber,
});

const elements = [
  element(0, "Title", "Pump handbook", 1),
  element(
    1,
    "NarrativeText",
    "The warranty lasts two years  from the date of purchase. Keep the receipt.",
    1,
  ),
  element(2, "Title", "Sales", 2),
  element(3, "NarrativeText", "In 2022, sales reached 980 pumps. In 2023, sales reached 1,204 pumps.", 2),
  element(4, "PageNumber", "2", 2),
];

const store = {
  located: async (references: ElementReference[]) =>
    elements
      .filter((each) => references.some(({ elementId }) => elementId === each.elementId))
      .map((each) => ({
        versionId: "version-1",
        element: each,
        sectionNumber: each.position < 2 ? 1 : 2,
      })),
  active: async (fileId: string) => (fileId === "file-1" ? { versionId: "version-1" } : null),
  list: async (_version: string, { type }: ElementFilter) => {
    const items = elements.filter((each) => type === undefined || each.type === type);
    return { items, total: items.length };
  },
} as Partial<ElementStore> as ElementStore;

const chunk = (chunkId: string, title: string, elementIds: string[]) => ({
  chunkId,
  position: 0,
  text: "",
  title,
  pageNumber: 1,
  elementIds,
  fileId: "file-1",
  fileName: "pump (new)|2%.pdf",
  versionId: "version-1",
  score: 0.8,
});

function createRoom(more: Partial<AskDependencies> = {}) {
  const queries: RetrievalQuery[] = [];
  const kept = new Map<string, Turn[]>();
  const retrieve: Retrieve = async (query) => {
    queries.push(query);
    return [
      chunk("c1", "Pump handbook", ["e0", "e1"]),
      chunk("c2", "Pump handbook › Sales", ["e2", "e3", "e4", "e1"]),
    ];
  };
  const answers = new Map<string, KeptAnswer>();
  const conversations: AskDependencies["conversations"] = {
    turns: async (_project, id) => kept.get(id) ?? null,
    keptAnswer: async (_project, key) => answers.get(key) ?? null,
    append: async (_project, id, turn, { keep, continues } = {}) => {
      if (continues && !kept.has(id)) return;
      if (keep) answers.set(keep.key, keep);
      kept.set(id, [...(kept.get(id) ?? []), turn]);
    },
  };
  let now = 0;
  const extractor: Extractor = async () => ({
    value: { years: 2, note: null },
    rawJson: '{"years":2}',
    usage: {},
    places: [{ path: "/years", fileId: "file-1", elementId: "e1", text: "two years" }],
  });
  const ask = createAsk({
    retrieve,
    findNamedSources: async () => undefined,
    catalogue: async () => ({ total: 0, sources: [] }),
    elements: store,
    chunks: { countActive: async () => 2 },
    sources: {
      find: async (_project, fileId) => ({ fileId, fileName: "pump (new)|2%.pdf" }) as Source,
    },
    conversations,
    answerer: createExtractiveAnswerer(),
    rewriteQuestion: rewriteFollowUp,
    extractor,
    clock: {
      now: () => {
        now += 1_500;
        return new Date(now);
      },
    },
    ...more,
  });
  const stream = (request: Partial<AskRequest>, signal = new AbortController().signal) =>
    ask(
      {
        projectId: "project",
        question: "How long is the warranty?",
        thinkingLevel: "accurate",
        includeCitationImages: false,
        includeCitationMarkup: false,
        ...request,
      },
      signal,
    );
  const put = (request: Partial<AskRequest>) => wholeAnswer(stream(request));
  return { put, stream, queries, kept };
}

/** Answers with what it is given, one sentence each; keeps which passages it was shown. */
function writing(...statements: Statement[]) {
  const shown: string[][] = [];
  const answerer: Answerer = async function* ({ passages }) {
    shown.push(passages.map(({ text }) => text));
    for (const statement of statements) yield { type: "statement", statement };
  };
  return { answerer, shown };
}

describe("questions about the documents", () => {
  const source = (fileName: string, fileId: string) => ({
    ...{ fileName, fileId, createdAt: new Date("2026-01-31"), totalPages: fileId === "file-1" ? 2 : null },
  });
  const sources = [source("pump.pdf", "file-1"), source("broken.pdf", "file-2")];
  const asked: number[] = [];
  const catalogue: AskDependencies["catalogue"] = async (_project, _files, { limit }) => {
    asked.push(limit);
    return { total: 60, sources: sources.slice(0, limit) };
  };

  test("are answered from the catalogue, with the title of each document, also by a model", async () => {
    const answer = await createRoom({ catalogue, modelAt: () => "m" }).put({
      question: "Which documents are there?",
    });
    expect(answer.text).toBe(
      "There are 60 documents.\n- pump.pdf (2 pages, added 2026-01-31): Pump handbook [1]\n- broken.pdf (added 2026-01-31)\n… and 58 more.",
    );
    expect(answer.citations).toMatchObject([{ elementId: "e0", verdict: "verified" }]);
  });

  test("the newest one is named alone, in the language of the question", async () => {
    const answer = await createRoom({ catalogue }).put({ question: "Welches Dokument ist das neueste?" });
    expect(answer.text).toBe(
      "Das zuletzt hinzugefügte Dokument:\n- pump.pdf (2 Seiten, hinzugefügt am 2026-01-31): Pump handbook [1]",
    );
  });

  test("a document's sections are its headings", async () => {
    const one: AskDependencies["catalogue"] = async () => ({ total: 1, sources: sources.slice(0, 1) });
    const answer = await createRoom({ catalogue: one }).put({ question: "What sections are there?" });
    expect(answer.text).toBe("Pump handbook [1]\n- Sales [2]");
  });

  test("a schema is filled from what the documents say", async () => {
    const outputSchema = { years: "integer" };
    const { citations } = await createRoom({ catalogue }).put({
      question: "Which documents are there?",
      outputSchema,
    });
    expect(citations).toMatchObject([{ elementId: "e1" }]);
  });
});

test("a message that asks for nothing is told what to ask", async () => {
  const silent: Answerer = async function* () {};
  const text = async (question: string) => (await createRoom({ answerer: silent }).put({ question })).text;
  expect(await text("What?")).toMatch(/^I am Headwater/);
  expect(await text("Wie viele waren da?")).not.toMatch(/Headwater/);
  expect(await text("Und was?")).toMatch(/^Ich bin Headwater/);
  expect(await text("What is the price?")).toMatch(/^The sources do not contain/);
});

describe("with a language model", () => {
  const warranty = "The warranty lasts two years from the date of purchase.";
  const nothingFound = {
    retrieve: async () => [],
    catalogue: async () => ({
      total: 1,
      sources: [{ fileId: "file-1", fileName: "pump.pdf", createdAt: new Date(0), totalPages: 2 }],
    }),
  };

  test("a small scope is read whole where no word of the question is found", async () => {
    const { answerer, shown } = writing({ text: warranty, passages: [1] });
    const room = createRoom({ ...nothingFound, answerer, modelAt: () => "m" });
    const answer = await room.put({ question: "Comment obtenir un remboursement ?" });
    expect(answer.text).toContain(`two years from the date of purchase [1].`);
    expect(shown).toEqual([elements.slice(0, 4).map(({ text }) => text)]);
  });

  test("the model says that it found nothing there; rules are not asked", async () => {
    const { answerer, shown } = writing();
    const refused = "The sources do not contain an answer to this question.";
    expect((await createRoom({ ...nothingFound, answerer, modelAt: () => "m" }).put({})).text).toBe(refused);
    expect((await createRoom({ ...nothingFound, answerer, modelAt: () => null }).put({})).text).toBe(refused);
    expect(shown).toHaveLength(1);
  });

  test.each([
    ["No.", false],
    ["Yes, it does.", false],
    ["No, it must not be.", false],
    ["The pump must not be.", true],
    ["Nobody mentions this anywhere here.", true],
    ["Ask Ada.", true],
  ])(
    "a sentence without a number is remarked on unless it only says yes or no: %s",
    async (text, isRemarked) => {
      const { answerer } = writing({ text, passages: [] }, { text: warranty, passages: [1] });
      const answer = await createRoom({ answerer, modelAt: () => "m" }).put({});
      expect(answer.text).toContain(text);
      expect(answer.text.includes("Sentences without a number")).toBe(isRemarked);
    },
  );
});

describe("ask", () => {
  test("answers with the sentence, its marker and a citation that quotes the element", async () => {
    const answer = await createRoom().put({});
    expect(answer.text).toBe("The warranty lasts two years from the date of purchase [1].");
    expect(answer.citations).toEqual([
      {
        index: 1,
        fileId: "file-1",
        fileName: "pump (new)|2%.pdf",
        pageNumber: 1,
        sectionNumber: 1,
        elementId: "e1",
        textPreview: "The warranty lasts two years  from the date of purchase.",
        quote: "The warranty lasts two years  from the date of purchase.",
        elementIds: ["e1"],
        charStart: 0,
        charEnd: 56,
        boundingBox: null,
        box: null,
        verdict: "verified",
        imageBase64: null,
      },
    ]);
    expect(answer.elapsedSeconds).toBe(1.5);
    expect(answer.usage).toEqual({ tokensIn: 0, tokensOut: 0 });
  });

  test("raw markup names file, page, section, element and the encoded file name", async () => {
    const answer = await createRoom().put({ includeCitationMarkup: true });
    expect(answer.text).toContain("[1](file-1|p1|s1|ee1|fpump (new%29%7C2%25.pdf).");
  });

  test("says so, without citations, when the sources hold no answer", async () => {
    const answer = await createRoom().put({ question: "Who rendered the ceiling of the chapel?" });
    expect(answer.text).toBe("The sources do not contain an answer to this question.");
    expect(answer.citations).toEqual([]);
  });

  test("no files selected means nothing is searched", async () => {
    const { put, queries } = createRoom();
    const answer = await put({ fileIds: [] });
    expect(answer.text).toBe("No files were selected, so there is nothing to answer from.");
    expect(queries).toEqual([]);
  });

  test("a second hop is part of every level but fast, and goes farther where an answer may take its time", async () => {
    const { put, queries } = createRoom();
    for (const thinkingLevel of ["fast", "balanced", "accurate", "max"] as const)
      await put({ thinkingLevel });
    expect(queries.map(({ secondHop }) => secondHop)).toEqual(["none", "narrow", "wide", "wide"]);
  });

  test("a follow-up is completed from the conversation; reset and unknown ids start a new one", async () => {
    const { put, queries, kept } = createRoom();
    const first = await put({ question: "How many pumps were sales in 2022?" });
    const second = await put({ question: "And in 2023?", conversationId: first.conversationId });
    expect(second.conversationId).toBe(first.conversationId);
    expect(queries.at(-1)?.text).toBe("How many pumps were sales in 2023?");
    expect(second.text).toContain("1,204");
    expect(kept.get(first.conversationId)).toHaveLength(2);

    const reset = await put({ question: "And in 2023?", conversationId: first.conversationId, reset: true });
    expect(reset.conversationId).not.toBe(first.conversationId);
    expect(queries.at(-1)?.text).toBe("And in 2023?");
    const unknown = newId();
    expect((await put({ conversationId: unknown })).conversationId).not.toBe(unknown);
    expect((await put({ conversationId: "no uuid" })).conversationId).not.toBe("no uuid");
  });

  test("a question asked again at once means what it meant, whatever the answer said", async () => {
    const { put, queries } = createRoom({
      rewriteQuestion: async (question, turns) => `${question} (${turns.at(-1)?.answer ?? "new"})`,
    });
    const { conversationId } = await put({});
    const once = await put({ question: "Until when is it?", conversationId });
    const again = await put({ question: " until when is it", conversationId });
    const [, first, second] = queries.map(({ text }) => text);
    expect(second).toBe(first);
    expect([again.text, again.citations]).toEqual([once.text, once.citations]);
    await put({ question: "Keep what?", conversationId });
    await put({ question: "Until when is it?", conversationId });
    expect(queries.at(-1)?.text).not.toBe(first);
  });

  test("an element belongs to the last heading before it, also within a chunk", async () => {
    const titles: string[] = [];
    const { put } = createRoom({
      retrieve: async () => [chunk("c1", "Pump handbook", ["e0", "e1", "e2", "e3"])],
      answerer: async function* ({ passages }) {
        titles.push(...passages.map(({ sectionTitle }) => sectionTitle));
      },
    });
    await put({});
    expect(titles).toEqual([
      "Pump handbook",
      "Pump handbook",
      "Pump handbook › Sales",
      "Pump handbook › Sales",
    ]);
  });

  test("the pieces joined are the whole answer", async () => {
    for (const question of ["How long is the warranty?", "Who rendered the chapel?"]) {
      const events: AskEvent[] = [];
      for await (const event of createRoom().stream({ question })) events.push(event);
      const last = events.pop();
      expect(events.map(({ type }) => type)).not.toContain("answer");
      const pieces = events.flatMap((event) => (event.type === "delta" ? [event.text] : []));
      expect(pieces.join("")).toBe(last?.type === "answer" && last.answer.text);
    }
  });

  test("a statement is sent with its citation before the next one is written", async () => {
    let written = 0;
    const { stream } = createRoom({
      answerer: async function* () {
        for (const text of ["The warranty lasts two years from the date of purchase.", "Keep the receipt."]) {
          written += 1;
          if (written > 1) yield { type: "delta", text: " " };
          yield { type: "statement", statement: { text, passages: [1] } };
        }
        yield { type: "delta", text: " And so on" };
        yield { type: "usage", usage: { tokensIn: 3 } };
      },
    });
    const events = stream({})[Symbol.asyncIterator]();
    for (const stage of ["retrieving", "reading", "answering"])
      expect((await events.next()).value).toEqual({ type: "status", stage });
    const [cited] = [(await events.next()).value];
    expect(cited).toMatchObject({ type: "citation", citation: { index: 1, elementId: "e1" } });
    const first = "The warranty lasts two years from the date of purchase [1].";
    expect((await events.next()).value).toEqual({ type: "delta", text: first });
    expect(written).toBe(1);
    expect((await events.next()).value).toEqual({ type: "delta", text: " Keep the receipt [1]." });
    expect((await events.next()).value).toMatchObject({
      type: "answer",
      answer: {
        text: `${first} Keep the receipt [1].`,
        citations: [cited?.type === "citation" && cited.citation],
        usage: { tokensIn: 3, tokensOut: 0 },
      },
    });
  });

  test("text without a statement is no answer", async () => {
    const { put } = createRoom({
      answerer: async function* () {
        yield { type: "delta", text: "Here is what I found: " };
      },
    });
    expect((await put({})).text).toBe("The sources do not contain an answer to this question.");
  });

  test.each([
    ["Wer hat die Decke der Kapelle gemalt?", "Die Quellen enthalten keine Antwort auf diese Frage."],
    ["Combien coûte la chapelle ?", "Les sources ne contiennent pas de réponse à cette question."],
    ["¿Quién pintó la capilla?", "Las fuentes no contienen una respuesta a esta pregunta."],
    ["Quem pintou o teto da capela?", "As fontes não contêm uma resposta a esta pergunta."],
    ["Chi ha dipinto la cappella?", "Le fonti non contengono una risposta a questa domanda."],
    ["Wie heeft het plafond geschilderd?", "De bronnen bevatten geen antwoord op deze vraag."],
    ["礼拝堂の天井を描いたのは誰?", "The sources do not contain an answer to this question."],
  ])("a refusal is in the language of the question: %s", async (question, refusal) => {
    const { put } = createRoom({ answerer: async function* () {} });
    expect((await put({ question })).text).toBe(refusal);
  });

  test("a refusal is in the language of the passages where the question's words tell none", async () => {
    const german = "Die Kapelle ist nicht geöffnet, und der Weg zu ihr ist gesperrt.";
    const elements: ElementStore = {
      ...store,
      located: async (references) =>
        (await store.located(references)).map((each) => ({
          ...each,
          element: { ...each.element, text: german },
        })),
    };
    const { put } = createRoom({ answerer: async function* () {}, elements });
    for (const question of ["Kapellenschlüssel", "alle Kapellen auflisten"])
      expect((await put({ question })).text).toBe("Die Quellen enthalten keine Antwort auf diese Frage.");
  });

  test("what rules cannot decide is named in the last line, in the language of the question", async () => {
    const written = (...statements: Statement[]): Answerer =>
      async function* () {
        for (const statement of statements) yield { type: "statement", statement };
      };
    const quote = { text: "Keep the receipt.", passages: [1] };
    const paraphrase = { text: "The two years of warranty begin with the purchase.", passages: [1] };
    const room = createRoom({ answerer: written(quote, paraphrase) });
    expect((await room.put({})).text).toMatch(
      /\[2\]\.\n\nUnverified, because it is in the model's own words: \[2\]\.$/,
    );
    const german = await room.put({ question: "Wie lange gilt die Garantie?", includeCitationMarkup: true });
    expect(german.text).toMatch(
      /\n\nNicht geprüft, weil in eigenen Worten des Modells: \[2\]\(file-1\|.+\)\.$/,
    );

    const uncited = createRoom({ answerer: written(quote, { text: " I hope that helps.", passages: [] }) });
    expect((await uncited.put({})).text).toMatch(/\n\nSentences without a number cite no source\.$/);
    expect((await createRoom({ answerer: written(quote) }).put({})).text).toBe("Keep the receipt [1].");

    const pieces: string[] = [];
    for await (const event of room.stream({})) if (event.type === "delta") pieces.push(event.text);
    expect(pieces.join("")).toBe((await room.put({})).text);
  });

  test("what the budget of a model had no room for is counted, and a refusal says so", async () => {
    const cutting = (...statements: Statement[]): Answerer =>
      async function* () {
        yield { type: "cut", passages: 2 };
        for (const statement of statements) yield { type: "statement", statement };
      };
    const answered = createRoom({ answerer: cutting({ text: "Keep the receipt.", passages: [1] }) });
    expect(await answered.put({})).toMatchObject({ text: "Keep the receipt [1].", passagesLeftOut: 2 });
    const refused = await createRoom({ answerer: cutting() }).put({});
    expect(refused.passagesLeftOut).toBe(2);
    expect(refused.text).toContain(
      "2 of the passages found did not fit into HEADWATER_MODEL_LIMITS (tokens)",
    );
  });

  test("a refusal says where the meaning of sentences could not be compared in time; an answer does not", async () => {
    const { put } = createRoom({ compareMeaning: async () => null });
    expect((await put({ question: "Who painted the ceiling?" })).text).toContain(
      "Sentences were compared by their words alone",
    );
    expect((await put({ question: "Wer hat die Decke gemalt?" })).text).toContain(
      "Die Sätze wurden nur nach ihren Wörtern verglichen",
    );
    expect((await put({})).text).toBe("The warranty lasts two years from the date of purchase [1].");
  });

  test("a refusal quotes what comes nearest, and a long list how many items are left out", async () => {
    const refusing: Answerer = async function* () {
      yield {
        type: "nearest",
        sentences: [
          { passage: 3, text: "Sales grew." },
          { passage: 1, text: `The pump\n${"runs on and ".repeat(30)}` },
        ],
      };
    };
    const refused = await createRoom({ answerer: refusing }).put({});
    expect(refused.text).toBe(
      "The sources do not contain an answer to this question. What comes nearest: “Sales: Sales grew.” (pump (new)|2%.pdf, p. 2), “Pump handbook: The pump runs on and runs on and runs on and runs on and runs on and runs on and runs on and runs on and runs on and runs on and runs on and runs on and runs on and runs on and runs on…” (pump (new)|2%.pdf, p. 1).",
    );
    expect(refused.citations).toEqual([]);
    const listing: Answerer = async function* () {
      yield { type: "statement", statement: { text: "Keep the receipt.", passages: [1] } };
      yield { type: "more", items: 12 };
    };
    expect((await createRoom({ answerer: listing }).put({})).text).toBe(
      "Keep the receipt [1].\n… and 12 more.",
    );
  });

  test("an aborted answer ends and is not stored in the conversation", async () => {
    const controller = new AbortController();
    const { stream, kept } = createRoom();
    const events = stream({}, controller.signal)[Symbol.asyncIterator]();
    await events.next();
    controller.abort();
    await expect(events.next()).rejects.toThrow("aborted");
    expect(kept.size).toBe(0);
  });

  test("where nothing is found, nothing is read", async () => {
    const stages: string[] = [];
    for await (const event of createRoom({ retrieve: async () => [] }).stream({}))
      if (event.type === "status") stages.push(event.stage);
    expect(stages).toEqual(["retrieving", "answering"]);
  });

  test("a turn keeps its citations, without pictures", async () => {
    const { put, kept } = createRoom({ pageImages: async () => "cGFnZQ==" });
    const { conversationId, citations } = await put({ includeCitationImages: true });
    const [turn] = kept.get(conversationId) ?? [];
    expect(turn?.citations).toEqual(citations.map((citation) => ({ ...citation, imageBase64: null })));
  });

  test("a conversation that is deleted while its question is answered does not come back", async () => {
    const room = createRoom({
      answerer: async function* () {
        room.kept.clear();
        yield { type: "statement", statement: { text: "Two years.", passages: [1] } };
      },
    });
    const { conversationId } = await room.put({});
    expect(room.kept.has(conversationId)).toBe(true);
    expect((await room.put({ conversationId })).conversationId).toBe(conversationId);
    expect(room.kept.size).toBe(0);
  });

  test("the same request under the same key is answered once, and its pictures are made again", async () => {
    const { put, stream, queries, kept } = createRoom({ pageImages: async () => "cGFnZQ==" });
    const request = { once: { key: "k", fingerprint: "f" }, includeCitationImages: true };
    const first = await put(request);
    const events: AskEvent[] = [];
    for await (const event of stream(request)) events.push(event);
    expect(events).toEqual([
      ...first.citations.map((citation) => ({ type: "citation", citation })),
      { type: "delta", text: first.text },
      { type: "answer", answer: first },
    ]);
    expect(queries).toHaveLength(1);
    expect(kept.get(first.conversationId)).toHaveLength(1);
  });

  test("a key that belongs to another request is refused, until a day has passed", async () => {
    let now = 0;
    const { put } = createRoom({ clock: { now: () => new Date(now) } });
    await put({ once: { key: "k", fingerprint: "one" } });
    const other = { once: { key: "k", fingerprint: "other" } };
    await expect(put(other)).rejects.toThrow(/^This Idempotency-Key was used with another request/);
    now += 24 * 3_600_000 + 1;
    expect((await put(other)).text).toContain("two years");
  });

  test("page images are requested once per page, and may be absent", async () => {
    const rendered: number[] = [];
    const pageImages = async (_project: string, _file: string, page: number) => {
      rendered.push(page);
      return page === 1 ? "cGFnZQ==" : null;
    };
    const { put } = createRoom({ pageImages });
    expect((await put({})).citations[0]?.imageBase64).toBeNull();
    expect(rendered).toEqual([]);
    expect((await put({ includeCitationImages: true })).citations[0]?.imageBase64).toBe("cGFnZQ==");
    expect(rendered).toEqual([1]);
  });

  test("with an output schema, the schema is filled and the found values are cited", async () => {
    const outputSchema = {
      type: "object",
      properties: { years: { type: "integer" }, note: { type: ["string", "null"] } },
      required: ["years", "note"],
    };
    const answer = await createRoom().put({ outputSchema, includeCitationMarkup: true });
    expect(answer.structured).toEqual({ structuredOutput: { years: 2, note: null }, rawJson: '{"years":2}' });
    expect(answer.text).toBe("Structured output generated successfully.");
    expect(answer.citations.map(({ elementId }) => elementId)).toEqual(["e1"]);
  });

  test("a schema over one file is filled from the whole file, over several from what was found", async () => {
    const read: string[][] = [];
    const extractor: Extractor = async ({ documents }) => {
      read.push(documents.flatMap((each) => each.elements.map(({ elementId }) => elementId)));
      return { value: {}, rawJson: "{}", usage: {}, places: [] };
    };
    const retrieve: Retrieve = async () => [chunk("c1", "Pump handbook", ["e1"])];
    const outputSchema = { type: "object", properties: { note: { type: ["string", "null"] } } };
    const { put } = createRoom({ extractor, retrieve });
    await put({ outputSchema, fileIds: ["file-1"] });
    await put({ outputSchema });
    await put({ outputSchema, fileIds: ["file-1", "file-2"] });
    expect(read).toEqual([["e0", "e1", "e2", "e3", "e4"], ["e0", "e1", "e2", "e3", "e4"], ["e1"]]);
  });

  test("the names in the schema are searched for too", async () => {
    const { put, queries } = createRoom();
    const note = { type: ["string", "null"], description: "remarks" };
    await put({
      question: "Fill this",
      outputSchema: { type: "object", properties: { warrantyYears: note } },
    });
    expect(queries[0]?.text).toBe("Fill this warranty Years remarks");
  });

  test("when the schema can't express that a value is missing, the output is null and the answer names it", async () => {
    const outputSchema = { type: "object", properties: { note: { type: "string" } }, required: ["note"] };
    const answer = await createRoom().put({ outputSchema });
    expect(answer.structured?.structuredOutput).toBeNull();
    expect(answer.text).toContain("/note");
    expect(answer.citations).toEqual([]);
  });

  test("refuses an empty question and an unsupported schema before anything is searched", async () => {
    const { put, queries } = createRoom();
    await expect(put({ question: "  " })).rejects.toThrow(new ServiceError(400, "question is required"));
    await expect(put({ outputSchema: { anyOf: [] } })).rejects.toThrow("'anyOf' at its root");
    expect(queries).toEqual([]);
  });
});
