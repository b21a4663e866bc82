import { describe, expect, test } from "vitest";
import type { Passage, Statement } from "../../answering/answerer.ts";
import { createExtractiveAnswerer } from "./extractive-answerer.ts";

const answerer = createExtractiveAnswerer();

const passage = (text: string, more: Partial<Passage> = {}): Passage => ({
  fileId: "file",
  fileName: "faq.md",
  elementId: text.slice(0, 12),
  elementType: "NarrativeText",
  pageNumber: 1,
  sectionNumber: 1,
  sectionTitle: "FAQ",
  text,
  score: 0.5,
  ...more,
});

const ask = async (question: string, passages: Passage[]): Promise<Statement[]> => {
  const statements: Statement[] = [];
  const request = { question, history: [], passages, thinkingLevel: "accurate" as const };
  for await (const event of answerer(request, new AbortController().signal))
    if (event.type === "statement") statements.push(event.statement);
  return statements;
};

/** Questions as headings, each with its answer below. */
const faq = (pairs: [string, string][]): Passage[] =>
  pairs.flatMap(([question, answer]) => [
    passage(question, { elementType: "Title", sectionTitle: `FAQ › ${question}` }),
    passage(answer, { sectionTitle: `FAQ › ${question}` }),
  ]);

describe("a question that is a heading is answered by what stands below it, never by the heading", () => {
  test.each([
    ["When are you open?", "Nine to five.", "Where are you?", "Beside the mill."],
    ["Wann haben Sie geöffnet?", "Von neun bis fünf.", "Wo finde ich Sie?", "Neben der Mühle."],
    ["Quand êtes-vous ouverts ?", "De neuf à cinq.", "Où êtes-vous ?", "À côté du moulin."],
    ["¿Cuándo abren?", "De nueve a cinco.", "¿Dónde están?", "Junto al molino."],
    ["Quando siete aperti?", "Dalle nove alle cinque.", "Dove siete?", "Accanto al mulino."],
    ["Quando estão abertos?", "Das nove às cinco.", "Onde ficam?", "Ao lado do moinho."],
    ["Wanneer bent u open?", "Van negen tot vijf.", "Waar zit u?", "Naast de molen."],
  ])("%s", async (when, whenAnswer, where, whereAnswer) => {
    const passages = faq([
      [when, whenAnswer],
      [where, whereAnswer],
    ]);
    expect((await ask(when, passages)).map(({ text }) => text)).toEqual([whenAnswer]);
    expect((await ask(where, passages)).map(({ text }) => text)).toEqual([whereAnswer]);
  });

  test("a question in other words than the heading is answered from below it, too, and from there only", async () => {
    const passages = faq([
      ["Wann bekomme ich meine Rechnung?", "Immer im Februar."],
      ["Warum ist meine Rechnung höher als erwartet?", "Meist liegt es an einem kalten Winter."],
      ["Wie hoch ist mein Abschlag?", "Ein Elftel des erwarteten Verbrauchs."],
    ]);
    const said = async (question: string) => (await ask(question, passages)).map(({ text }) => text);
    expect(await said("Wann kommt die Rechnung?")).toEqual(["Immer im Februar."]);
    expect(await said("Wie hoch ist der Abschlag?")).toEqual(["Ein Elftel des erwarteten Verbrauchs."]);
  });

  test("the same for a question that is no heading but ends the paragraph before", async () => {
    const passages = [
      passage("Do you take cards?"),
      passage("Only above ten euros. Cash is always welcome."),
      passage("May I bring a dog?"),
      passage("On a lead."),
    ];
    expect((await ask("May I bring a dog?", passages)).map(({ text }) => text)).toEqual(["On a lead."]);
    expect((await ask("Do you take cards?", passages))[0]?.text).toBe("Only above ten euros.");
  });
});

test("a heading alone is no answer", async () => {
  const heading = passage("History of the mill at Orr", { elementType: "Title" });
  expect(await ask("What is the history of the mill?", [heading])).toEqual([]);
});

test("a question of the text is no answer", async () => {
  const passages = [passage("Do you take credit cards at the gate?"), passage("The gate is green.")];
  const said = (await ask("Do you take credit cards?", passages)).map(({ text }) => text);
  expect(said).not.toContain("Do you take credit cards at the gate?");
});

describe("finds the kind of answer that the asking words call for", () => {
  const texts: Record<string, Passage[]> = {
    de: [
      passage("Die Anlage wird von Frau Okafor gewartet. Die Anlage wurde 2019 in Bremen gebaut."),
      passage("Die Wartung der Anlage kostet 450 Euro. Die Wartung der Anlage dauert drei Tage."),
    ],
    fr: [
      passage("La pompe est entretenue par Mme Diallo. La pompe a été construite en 2019 à Nantes."),
      passage("L'entretien de la pompe coûte 450 euros. L'entretien de la pompe dure trois jours."),
    ],
    es: [
      passage("La bomba la mantiene la señora Ruiz. La bomba se construyó en 2019 en Vigo."),
      passage("El mantenimiento de la bomba cuesta 450 euros. El mantenimiento de la bomba dura tres días."),
    ],
    it: [
      passage("La pompa è curata dalla signora Rossi. La pompa fu costruita nel 2019 a Pisa."),
      passage("La manutenzione della pompa costa 450 euro. La manutenzione della pompa dura tre giorni."),
    ],
  };
  test.each([
    ["de", "Wann wurde die Anlage gebaut?", "2019"],
    ["de", "Wie viel kostet die Wartung der Anlage?", "450 Euro"],
    ["de", "Wie lange dauert die Wartung der Anlage?", "drei Tage"],
    ["de", "Wer wartet die Anlage?", "Okafor"],
    ["fr", "Quand la pompe a-t-elle été construite ?", "2019"],
    ["fr", "Combien coûte l'entretien de la pompe ?", "450 euros"],
    ["fr", "Combien de temps dure l'entretien de la pompe ?", "trois jours"],
    ["es", "¿Cuándo se construyó la bomba?", "2019"],
    ["es", "¿Cuánto cuesta el mantenimiento de la bomba?", "450 euros"],
    ["es", "¿Cuánto dura el mantenimiento de la bomba?", "tres días"],
    ["it", "Quando fu costruita la pompa?", "2019"],
    ["it", "Quanto costa la manutenzione della pompa?", "450 euro"],
    ["it", "Quanto dura la manutenzione della pompa?", "tre giorni"],
  ])("%s: %s", async (language, question, expected) => {
    const [first] = await ask(question, texts[language] ?? []);
    expect(first?.text).toContain(expected);
  });
});

describe("words that the sources lack", () => {
  const leave = [passage("Everybody has 28 days of holiday a year."), passage("The office is in Leith.")];

  test("a common word does not make it refuse", async () => {
    const [first] = await ask("How much holiday do I get?", leave);
    expect(first?.text).toContain("28 days");
  });

  test("a word with a subject does", async () => {
    expect(await ask("What is the parking fee?", leave)).toEqual([]);
  });
});

describe("words that look like others", () => {
  const contacts = [
    passage("The IT team is led by Ada Moor."),
    passage("It is led by nobody on Sundays."),
    passage("Write an email to desk@harbour.example."),
  ];

  test("IT is a word", async () => {
    expect((await ask("Who leads IT?", contacts))[0]?.text).toContain("Ada Moor");
  });

  test("e-mail is one word", async () => {
    expect((await ask("What is the e-mail of the desk?", contacts))[0]?.text).toContain("desk@harbour");
  });
});

test("a question for yes or no gets the sentence with its negation", async () => {
  const passages = [passage("Dogs are allowed on deck."), passage("Dogs are not allowed in the saloon.")];
  expect((await ask("Are dogs allowed in the saloon?", passages))[0]?.text).toBe(
    "Dogs are not allowed in the saloon.",
  );
});

test("identical copies are one statement with one citation", async () => {
  const text = "The lift was inspected in May 2023.";
  const copies = [
    passage(text, { fileId: "a" }),
    passage(text, { fileId: "b" }),
    passage(text, { fileId: "c" }),
  ];
  const statements = await ask("When was the lift inspected?", copies);
  expect(statements).toEqual([{ text, passages: [0] }]);
});

test("a list is counted, although a name in it may be a number in another language", async () => {
  const names = ["Arndt Maurer", "Cem Yildiz", "Dora Fink", "Egon Halm"];
  const list = names.map((name) =>
    passage(name, { elementType: "ListItem", sectionTitle: "Dorffest › Mitglieder des Festausschusses" }),
  );
  const [count] = await ask("Wie viele Mitglieder hat der Festausschuss?", list);
  expect(count?.text).toBe("Mitglieder des Festausschusses: 4");
});
