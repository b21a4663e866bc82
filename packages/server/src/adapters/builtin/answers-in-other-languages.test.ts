import { expect, test } from "vitest";
import type { Passage } from "../../answering/answerer.ts";
import type { JudgingEncoder } from "../../models/built-in-encoder.ts";
import { createExtractiveAnswerer } from "./extractive-answerer.ts";

const passage = (sectionTitle: string, text: string): Passage => ({
  ...{ fileId: "file", fileName: "satzung.md", elementId: text, elementType: "NarrativeText" },
  ...{ pageNumber: 1, sectionNumber: 1, sectionTitle, text, score: 0.5 },
  chunk: `${sectionTitle}\n${text}`,
});

const statutes = [
  passage("Satzung › Beiträge", "Fördermitglieder entrichten im Jahr fünfundvierzig Euro."),
  passage("Satzung › Boote", "Schäden sind am selben Tag dem Bootswart zu melden."),
  passage("Satzung › Liegeplätze", "Freie Plätze werden nach der Warteliste vergeben."),
];
const paraphrase = "Was zahle ich, wenn ich den Verein bloß unterstützen will?";

/** Texts that hold a word are near the question by `near`; the others lie where unrelated ones do. */
async function ask(
  encoder: JudgingEncoder,
  question: string,
  word: string,
  near: number,
  passages = statutes,
) {
  const asked = new Set<boolean>();
  const compare = async (texts: readonly string[], isEnglish: boolean) => {
    asked.add(isEnglish);
    return { cosines: texts.map((text) => (text.includes(word) ? near : 0.2)) };
  };
  const request = { question, history: [], passages, thinkingLevel: "fast" as const, compare };
  const said: string[] = [];
  for await (const event of createExtractiveAnswerer(encoder)(request, new AbortController().signal))
    if (event.type === "statement") said.push(event.statement.text);
  return { said, asked: [...asked] };
}

const supporters = ["Fördermitglieder entrichten im Jahr fünfundvierzig Euro."];

test("where an encoder knows the language, a sentence in other words answers", async () => {
  expect((await ask("multilingual", paraphrase, "Fördermitglieder", 0.6)).said).toEqual(supporters);
  expect((await ask("by language", paraphrase, "Fördermitglieder", 0.6)).said).toEqual(supporters);
});

test("an encoder of English alone does not decide that in German", async () => {
  expect((await ask("english", paraphrase, "Fördermitglieder", 0.6)).said).toEqual([]);
});

test("a sentence hardly nearer than the others answers nothing", async () => {
  expect((await ask("multilingual", paraphrase, "Fördermitglieder", 0.3)).said).toEqual([]);
});

test("a row that says all of a question answers it, however far its vector is", async () => {
  const rows = ["Artikel | Preis", "KL-3136 | 4,10 €", "KL-3137 | 4,80 €", "KL-3138 | 5,20 €"].join("\n");
  const list = [{ ...passage("Preisliste Klemmen", rows), elementType: "Table" }];
  expect((await ask("multilingual", "Preis von KL-3137?", "no", 0.1, list)).said).toEqual([
    "Artikel: KL-3137 | Preis: 4,80 €",
  ]);
  expect((await ask("multilingual", "Preis von KL-3139?", "no", 0.1, list)).said).toEqual([]);
});

test("the encoder is asked in the spelling of the document", async () => {
  const bail = [
    passage("Bail", "La caution est de 900 euros."),
    passage("Bail", "Les animaux sont acceptés."),
  ];
  const questions: string[] = [];
  const compare = async (texts: readonly string[], _isEnglish: boolean, asked: string) => {
    questions.push(asked);
    return { cosines: texts.map(() => 0.5) };
  };
  const request = { question: "montant de la cautoin ?", history: [], passages: bail, compare };
  const events = createExtractiveAnswerer("multilingual")(
    { ...request, thinkingLevel: "fast" },
    new AbortController().signal,
  );
  for await (const _ of events);
  expect(questions).toEqual(["montant de la caution ?"]);
});

test("the multilingual one is asked where question or passages are not English", async () => {
  const english = [
    passage("Statutes › Fees", "Supporting members pay forty-five euros for each of the years."),
  ];
  const inEnglish = "What does it cost to support the club?";
  const asked = async (question: string, passages: Passage[]) =>
    (await ask("by language", question, "pay", 0.6, passages)).asked;
  expect(await asked(inEnglish, english)).toEqual([true]);
  expect(await asked(paraphrase, english)).toEqual([false]);
  expect(await asked(inEnglish, statutes)).toEqual([false]);
});

test("a word that is German and English does not make an English question German", async () => {
  const rules = [
    passage("House rules › Waste", "The recycling bin is emptied on the first Monday of the month."),
  ];
  expect((await ask("by language", "recycling bin", "emptied", 0.6, rules)).asked).toEqual([true]);
});

test.each([
  [
    "wer ist der stellvertretende schulleiter?",
    "Der stellvertretende Elternsprecher ist Jan Otte. Die Schulleiterin ist Petra Lohse.",
  ],
  [
    "qui est le directeur adjoint ?",
    "Le gardien adjoint est Luc Morel. La directrice des ventes est Anne Petit.",
  ],
])(
  "a deputy is neither the deputy of another nor the one whom he stands in for: %s",
  async (question, text) => {
    expect(
      (await ask("multilingual", question, "", 0.7, [{ ...passage("Team", text), fileName: "schule.md" }]))
        .said,
    ).toEqual([]);
  },
);

test("a small number in brackets need not be in the answer", async () => {
  const rules = [
    passage("Hausordnung › Schwimmbad", "Kinder unter zwölf Jahren kommen in Begleitung Erwachsener."),
    passage("Hausordnung › Sauna", "Die Sauna läuft ab 16 Uhr."),
  ];
  const question = "Darf meine Tochter (9) allein ins Schwimmbad?";
  expect((await ask("multilingual", question, "Begleitung", 0.7, rules)).said).toEqual([rules[0]?.text]);
});
