import { Readable } from "node:stream";
import { expect, it } from "vitest";
import type { Ask } from "../answering/ask.ts";
import type { AskEvent } from "../answering/ask-event.ts";
import type { Observation } from "../kernel/observe.ts";
import { inContext } from "../kernel/work-context.ts";
import { observeAsk, timed } from "./observe-rooms.ts";

const never = new AbortController().signal;
const request = {} as Parameters<Ask>[0];

function watching() {
  const told: string[] = [];
  const observe = (observation: Observation) => {
    if (observation.kind === "stage") told.push(`${observation.work} ${observation.stage}`);
  };
  return { told, observe };
}

const events: AskEvent[] = [
  { type: "status", stage: "retrieving" },
  { type: "status", stage: "reading" },
  { type: "status", stage: "answering" },
  { type: "delta", text: "42" },
];

it("tells each stage of a question once, and the whole", async () => {
  const { told, observe } = watching();
  const ask = observeAsk(async function* () {
    yield* events;
  }, observe);
  expect(await Readable.from(ask(request, never)).toArray()).toEqual(events);
  expect(told).toEqual(["ask beginning", "ask retrieving", "ask reading", "ask answering", "ask whole"]);
});

it("tells the stage in which a question failed, and the whole", async () => {
  const { told, observe } = watching();
  const ask = observeAsk(async function* () {
    yield { type: "status", stage: "retrieving" };
    throw new Error("no index");
  }, observe);
  await expect(Readable.from(ask(request, never)).toArray()).rejects.toThrow("no index");
  expect(told).toEqual(["ask beginning", "ask retrieving", "ask whole"]);
});

it("tells of work that fails, too", async () => {
  const { told, observe } = watching();
  const search = timed({ work: "search", stage: "words" }, observe, async (text: string) => {
    if (text === "") throw new Error("empty");
    return text.length;
  });
  expect(await search("four")).toBe(4);
  await expect(search("")).rejects.toThrow("empty");
  expect(told).toEqual(["search words", "search words"]);
});

it("tells of a question at its end where its time went, and for whom it was asked", async () => {
  const told: Observation[] = [];
  const spent = { modelSeconds: 0 };
  const ask = observeAsk(
    async function* () {
      yield* events;
      spent.modelSeconds += 2;
    },
    (observation) => void told.push(observation),
  );
  const context = { projectId: "p1", requestId: "r1", receivedAt: Date.now() - 60_000, spent };
  await inContext(context, () => Readable.from(ask(request, never)).toArray());
  const question = told.at(-1) as Observation & { kind: "question" };
  expect(question).toMatchObject({ kind: "question", projectId: "p1", requestId: "r1", modelSeconds: 2 });
  expect(Object.keys(question.stages)).toEqual(["beginning", "retrieving", "reading", "answering"]);
  expect(question.waitedSeconds).toBeGreaterThanOrEqual(60);
});
