import { afterAll, expect, it } from "vitest";
import { builtInEncoder, multilingualEncoder } from "../../models/built-in-encoder.ts";
import { cosineScaleIn, measureCosineScale } from "../../models/cosine-scale.ts";
import { type LocalEmbedder, openLocalEmbedder } from "./local-embedder.ts";

const entry = new URL("../../compose/encoder-thread.ts", import.meta.url);
const never = new AbortController().signal;
const embedder = await openLocalEmbedder(builtInEncoder()?.folder ?? "", entry);
const multilingual = await openLocalEmbedder(multilingualEncoder()?.folder ?? "", entry);
afterAll(() => Promise.all([embedder.close(), multilingual.close()]));

const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

async function nearest(by: LocalEmbedder, questions: string[], passages: string[]): Promise<number[]> {
  const { vectors } = await by.embed(passages, "passage", never);
  const asked = (await by.embed(questions, "query", never)).vectors;
  return asked.map((question) => {
    const near = vectors.map((vector) => dot(question, vector));
    return near.indexOf(Math.max(...near));
  });
}

it("the encoder of the service finds what says the same in other words", async () => {
  const passages = [
    "The museum opens at nine and closes at five.",
    "Refunds are paid within 14 days to the account that you paid from.",
    "Batteries last ten hours when the display is dimmed.",
  ];
  const questions = ["How do I get my money back?", "Can I visit in the morning?", "When must I charge it?"];
  expect(await nearest(embedder, questions, passages)).toEqual([1, 0, 2]);
});

it("the multilingual one does so in other languages, and from one language to another", async () => {
  const passages = [
    "Haustiere sind an der Leine zu führen.",
    "Pakete werden für 4,90 Euro zugestellt.",
    "Um den Fahrstuhl kümmert sich der Hausmeister.",
  ];
  const german = ["Darf mein Hund mit?", "Wie teuer ist der Versand?", "Wer repariert den Aufzug?"];
  const french = [
    "Les chiens sont-ils acceptés ?",
    "Combien coûte la livraison ?",
    "Qui répare l'ascenseur ?",
  ];
  expect(await nearest(multilingual, german, passages)).toEqual([0, 1, 2]);
  expect(await nearest(multilingual, french, passages)).toEqual([0, 1, 2]);
});

it("only the multilingual one tells what answers from what does not in other languages than English", async () => {
  const compareBy = (by: LocalEmbedder) => async (question: string, passages: string[]) => {
    const [asked] = (await by.embed([question], "query", never)).vectors;
    const { vectors } = await by.embed(passages, "passage", never);
    return vectors.map((vector) => dot(asked ?? new Float32Array(), vector));
  };
  expect(await measureCosineScale(compareBy(embedder))).toBeNull();
  const measured = await measureCosineScale(compareBy(multilingual));
  const shipped = cosineScaleIn(multilingualEncoder()?.folder ?? "");
  expect(measured?.related).toBeCloseTo(shipped?.related ?? 0, 2);
  expect(measured?.unrelated).toBeCloseTo(shipped?.unrelated ?? 0, 2);
});

it("both give the words of a text: each lies nearest to those of a text that says the same", async () => {
  for (const [by, question, passages] of [
    [embedder, "how long is probation", ["The trial period lasts four months.", "Lunch is not paid."]],
    [
      multilingual,
      "wer repariert den Aufzug",
      ["Um den Fahrstuhl kümmert sich der Hausmeister.", "Haustiere sind an der Leine zu führen."],
    ],
  ] as const) {
    const asked = (await by.embedWords?.(question, "query", never))?.words;
    expect(asked?.texts).toEqual(question.split(" "));
    const size = (asked?.vectors.length ?? 0) / (asked?.texts.length ?? 1);
    const last = asked?.vectors.slice(-size) ?? new Float32Array();
    const [answering = 0, other = 1] = await Promise.all(
      passages.map(async (passage) => {
        const said = (await by.embedWords?.(passage, "passage", never))?.words;
        return Math.max(
          ...(said?.texts.map((_, at) => dot(last, said.vectors.slice(at * size, (at + 1) * size))) ?? []),
        );
      }),
    );
    expect(answering).toBeGreaterThan(other);
  }
});
