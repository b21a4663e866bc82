import { describe, expect, test } from "vitest";
import type { Passage } from "../../answering/answerer.ts";
import { languageOf } from "../../text/detect-language.ts";
import { createExtractiveAnswerer } from "./extractive-answerer.ts";

const answerer = createExtractiveAnswerer();

const passage = (text: string, fileName = "notes.md"): Passage => ({
  fileId: fileName,
  fileName,
  elementId: text,
  elementType: "NarrativeText",
  pageNumber: 1,
  sectionNumber: 1,
  sectionTitle: "Notes",
  text,
  score: 0.5,
});

const ask = async (question: string, ...passages: Passage[]): Promise<string[]> => {
  const texts: string[] = [];
  const request = { question, history: [], passages, thinkingLevel: "fast" as const };
  for await (const event of answerer(request, new AbortController().signal))
    if (event.type === "statement") texts.push(event.statement.text);
  return texts;
};

describe("a word that the text writes otherwise is known", () => {
  const codes = passage("K-2207: The door is open.\n\nK-2270: The lamp is broken.");
  test.each([
    ["What does K2207 mean?", "The door is open"],
    ["What does K-2270 mean?", "The lamp is broken"],
    ["What does 2270 mean?", "The lamp is broken"],
  ])("%s", async (question, expected) => {
    const said = await ask(question, codes);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(expected);
  });

  test.each([
    ["Wo liegt Formular KFZ-17 aus?", "Formular KFZ 17 liegt am Schalter 3 aus."],
    ["Wo liegt Formular BAU 4 aus?", "Formular BAU-4 liegt im Flur aus."],
  ])("%s", async (question, expected) => {
    const forms = passage("Formular KFZ 17 liegt am Schalter 3 aus. Formular BAU-4 liegt im Flur aus.");
    expect((await ask(question, forms))[0]).toBe(expected);
  });

  test.each(["How many vacation days do employees get?", "How many holidays do staff get?"])(
    "a synonym: %s",
    async (question) => {
      const rules = passage("All personnel have 28 days of leave. The office has 12 rooms and 30 desks.");
      expect(await ask(question, rules)).toEqual(["All personnel have 28 days of leave."]);
    },
  );

  test("a number is never corrected into another", async () => {
    expect(await ask("What does K2208 mean?", codes)).toEqual([]);
  });

  test("ae, oe and ue are umlauts, in the question or in the text", async () => {
    const caretaker = passage("Der Hausmeister heißt Günther Öhlmann. Die Bücherei schließt um acht.");
    expect(await ask("Wann schliesst die Buecherei?", caretaker)).toEqual(["Die Bücherei schließt um acht."]);
    expect(await ask("Wer ist Guenther Oehlmann?", caretaker)).toEqual([
      "Der Hausmeister heißt Günther Öhlmann.",
    ]);
    const firm = passage("Der Geschäftsführer heißt Udo Kern. Das Haus ist grün.");
    expect(await ask("Wer ist der Geschaeftsfuehrer?", firm)).toEqual([
      "Der Geschäftsführer heißt Udo Kern.",
    ]);
    const plain = passage("Der Hausmeister heisst Guenther Oehlmann. Die Buecherei schliesst um acht.");
    expect(await ask("Wann schließt die Bücherei?", plain)).toEqual(["Die Buecherei schliesst um acht."]);
  });

  test("one slip of the keyboard is no other word", async () => {
    const rules = passage("The restaurant opens at noon. Skating is forbidden in the hall.");
    expect(await ask("When does the resturant open?", rules)).toEqual(["The restaurant opens at noon."]);
    expect(await ask("Where is sktaing forbidden?", rules)).toEqual(["Skating is forbidden in the hall."]);
  });
});

describe("a compound is said by its parts, and parts by a compound", () => {
  test.each([
    ["Lieferadresse?", "Wir liefern an jede Adresse im Landkreis."],
    ["Gibt es eine Quittung auf Papier?", "Papierquittungen stellt nur die Kasse im Foyer aus."],
    ["Was soll ich mitnehmen?", "Nehmen Sie Ausweis und Rezept zur Untersuchung."],
  ])("%s", async (question, expected) => {
    const other = "Der Aufzug fährt bis in den vierten Stock.";
    expect(await ask(question, passage(`${other} ${expected}`))).toEqual([expected]);
  });

  test("one part alone does not say it", async () => {
    const texts = passage(
      "Wir liefern täglich. Die Adresse hängt am Tor. Der Aufzug fährt bis in den vierten Stock.",
    );
    expect(await ask("Lieferadresse?", texts)).toEqual([]);
  });
});

describe("a role of several words is a whole", () => {
  test("a deputy is another person than who is represented, and than another one's deputy", async () => {
    const club = passage("The treasurer is Mara Voss. The deputy captain is Lena Quist.");
    expect(await ask("Who is the deputy treasurer?", club)).toEqual([]);
    expect(await ask("Who is the captain?", club)).toEqual([]);
    expect(await ask("Who is the deputy captain?", club)).toEqual(["The deputy captain is Lena Quist."]);
    expect(await ask("Who is the treasurer?", club)).toEqual(["The treasurer is Mara Voss."]);
  });

  test("it is answered by its letters, and not by another role that shares its last word", async () => {
    const staff = passage("The CTO is Mara Voss. The press officer is Lena Quist.");
    expect(await ask("Who is the chief technical officer?", staff)).toEqual(["The CTO is Mara Voss."]);
  });

  test("without it nothing is answered", async () => {
    const staff = passage("The press officer is Lena Quist. The office is in Leith.");
    expect(await ask("Who is the chief technical officer?", staff)).toEqual([]);
    expect(await ask("Who is the press officer?", staff)).toEqual(["The press officer is Lena Quist."]);
  });
});

describe("of two versions of a document the later one answers", () => {
  const rate = (amount: number) => `The mileage rate is ${amount} cents per kilometre.`;
  test.each([
    ["by its number", "Version 2.1", "Version 2.10. It replaces version 2.1."],
    ["by its date", "Valid from 1 May 2021.", "Valid from 12 March 2024."],
  ])("%s", async (_how, older, newer) => {
    const passages = [
      passage(older, "a.md"),
      passage(rate(30), "a.md"),
      passage(newer, "b.md"),
      passage(rate(38), "b.md"),
    ];
    expect(await ask("What is the mileage rate?", ...passages)).toEqual([rate(38)]);
    expect(await ask("What is the mileage rate?", ...passages.toReversed())).toEqual([rate(38)]);
  });

  test("by its name", async () => {
    const passages = [passage(rate(30), "travel-2022.md"), passage(rate(38), "travel-2025.md")];
    expect(await ask("What is the current mileage rate?", ...passages)).toEqual([rate(38)]);
  });

  test("documents that do not say which is later both answer", async () => {
    const passages = [passage(rate(30), "north.md"), passage(rate(38), "south.md")];
    expect(await ask("What is the mileage rate?", ...passages)).toEqual([rate(30), rate(38)]);
  });
});

test.each(["Was bedeutet E 17?", "Was kostet Artikel B12?"])(
  "a short question has its language: %s",
  (question) => {
    expect(languageOf(question)).toBe("de");
  },
);

test.each(["E 101", "o ring 22", "D 5 y", "DE 40", "error O 9"])(
  "letters of a code are no words of a language: %s",
  (code) => {
    expect(languageOf(code)).toBeNull();
  },
);

describe("a role whose first word others share", () => {
  const heads = passage("Leiter Instandhaltung: Enno Frey\n\nLeiter Vertrieb: Uwe Tamm");

  test("is not answered with another one's", async () => {
    expect(await ask("Wer ist Leiter Qualitätssicherung?", heads)).toEqual([]);
  });

  test("is answered where it stands", async () => {
    expect(await ask("Wer ist Leiter Vertrieb?", heads)).toEqual(["Leiter Vertrieb: Uwe Tamm"]);
  });
});
