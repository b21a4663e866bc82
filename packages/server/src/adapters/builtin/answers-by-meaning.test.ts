import { describe, expect, test } from "vitest";
import type { AnswererEvent, Passage } from "../../answering/answerer.ts";
import type { Likeness } from "../../models/compare-meaning.ts";
import { createExtractiveAnswerer } from "./extractive-answerer.ts";

const answerer = createExtractiveAnswerer();

const passage = (sectionTitle: string, text: string, more: Partial<Passage> = {}): Passage => ({
  fileId: "file",
  fileName: "clinic.md",
  elementId: text,
  elementType: "NarrativeText",
  pageNumber: 1,
  sectionNumber: 1,
  sectionTitle,
  text,
  score: 0.5,
  chunk: `${sectionTitle}\n${text}`,
  ...more,
});

/** Texts that hold one of the words mean the same as the question; others hardly do. */
const meaning =
  (...words: string[]) =>
  async (texts: readonly string[]) => ({
    cosines: texts.map((text) => (words.some((word) => text.includes(word)) ? 0.8 : 0.05)),
  });

/** All texts mean about what is asked. */
const near = async (texts: readonly string[]) => ({ cosines: texts.map(() => 0.5) });

const ask = async (
  question: string,
  passages: Passage[],
  compare: (texts: readonly string[]) => Promise<Likeness | null>,
  chunksSearched?: number,
  answered = answerer,
): Promise<string[]> => {
  const texts: string[] = [];
  const request = {
    question,
    history: [],
    passages,
    thinkingLevel: "fast" as const,
    compare,
    chunksSearched,
  };
  for await (const event of answered(request, new AbortController().signal))
    if (event.type === "statement") texts.push(event.statement.text);
  return texts;
};

describe("a code that the encoder takes for unrelated", () => {
  const codes = passage("Errors", "F512: The door is not locked.\n\nF521: The drain hose is blocked.");

  test.each(["F-521", "F521?"])("%s", async (question) => {
    expect(await ask(question, [codes], meaning("nothing"))).toEqual(["F521: The drain hose is blocked."]);
  });

  test("another code is not answered", async () => {
    expect(await ask("F-522", [codes], meaning("nothing"))).toEqual([]);
  });
});

describe("a quantity of the question that no sentence has", () => {
  const policy = [
    passage("Cover › Sports", "Hiking up to 3,000 metres is included."),
    passage("Cover › Baggage", "Bags of up to 120 kg are covered."),
  ];

  test("may lie within a bound", async () => {
    expect(await ask("can i go up a mountain of 2500 m", policy, meaning("Hiking"))).toEqual([
      "Hiking up to 3,000 metres is included.",
    ]);
  });

  test.each([
    ["and for a girl of 9 years?", 1],
    ["what do I pay at 17 years", 2],
    ["and with a child of 4 years", 0],
  ])("lies within the bound of one of several items: %s", async (question, item) => {
    const rows = ["Infant, under 5 years: free", "Child, 5 to 15 years: 5.20", "Adult, over 15 years: 8.00"];
    const tickets = rows.map((text) => ({ ...passage("Tickets", text), elementType: "ListItem" as const }));
    expect(await ask(question, tickets, near)).toEqual([rows[item]]);
  });

  test.each([
    ["was kostet es mit 9 Jahren?", "Kind, 5 bis 15 Jahre: 5,20"],
    ["was kostet es mit 17 Jahren?", "ab 16 Jahren: 8,00"],
  ])("and in other languages: %s", async (question, row) => {
    const rows = ["Kind, 5 bis 15 Jahre: 5,20", "ab 16 Jahren: 8,00"];
    const tickets = rows.map((text) => ({ ...passage("Eintritt", text), elementType: "ListItem" as const }));
    expect(await ask(question, tickets, near)).toEqual([row]);
  });

  test("has to be in the answer where a sentence has it", async () => {
    expect(await ask("is a bag of 120 kg covered", policy, meaning("Hiking"))).toEqual([
      "Bags of up to 120 kg are covered.",
    ]);
  });
});

describe("with an encoder an answer is chosen by its meaning", () => {
  const clinic = [
    passage("Clinic › Surgery", "The animal sleeps for an hour. Give no food for twelve hours before."),
    passage("Clinic › Fees", "A check-up costs 40 pounds. Cash is welcome."),
  ];

  test("a sentence without a word of the question answers it", async () => {
    expect(await ask("how long must he fast?", clinic, meaning("no food"))).toEqual([
      "Give no food for twelve hours before.",
    ]);
  });

  test.each(["§ 12 Haftung", "Artikel 4 – Haftung", "Abschnitt 2.1: Haftung", "III. Haftung"])(
    "the number of a section is no word of its heading: %s",
    async (heading) => {
      const contract = [
        passage(`Vertrag › ${heading}`, "Höchstens der Kaufpreis."),
        passage("Vertrag › § 13 Gericht", "Zuständig ist das Gericht in Kiel."),
      ];
      expect(await ask("Wie ist die Haftung?", contract, meaning("nirgends"))).toEqual([
        "Höchstens der Kaufpreis.",
      ]);
    },
  );

  test("nothing is answered when no sentence means what is asked", async () => {
    expect(await ask("Who painted the ceiling?", clinic, meaning("ceiling"))).toEqual([]);
  });

  test("then the sentences that come nearest are given, one for each section", async () => {
    const compare = meaning("nothing");
    const request = {
      question: "Who painted it?",
      history: [],
      passages: clinic,
      thinkingLevel: "fast" as const,
      compare,
    };
    const events: AnswererEvent[] = [];
    for await (const event of answerer(request, new AbortController().signal)) events.push(event);
    expect(events[0]).toMatchObject({ type: "nearest" });
    const { sentences } = events[0] as Extract<AnswererEvent, { type: "nearest" }>;
    expect(sentences.map(({ passage }) => passage)).toEqual(expect.arrayContaining([0, 1]));
    for (const { passage, text } of sentences) expect(clinic[passage]?.text).toContain(text);
  });

  test("among many chunks the best sentence must lie nearer", async () => {
    const alike = async (texts: readonly string[]) => ({ cosines: texts.map(() => 0.36) });
    expect(await ask("are cards accepted", clinic, alike)).not.toEqual([]);
    expect(await ask("are cards accepted", clinic, alike, 50_000)).toEqual([]);
  });

  test("a question that is about as near to every sentence is not answered by the nearest", async () => {
    const signs = Array.from(
      { length: 12 },
      (_, index) => `Platform ${String.fromCharCode(65 + index)} has a bench.`,
    );
    const station = [passage("Station", signs.join(" "))];
    const rest = (cosine: number) => async (texts: readonly string[]) => ({
      cosines: texts.map((text) => (/Platform [A-D] has/.test(text) ? 0.4 : cosine)),
    });
    expect(await ask("where can we sit down", station, rest(0.02))).not.toEqual([]);
    expect(await ask("where can we sit down", station, rest(0.39))).toEqual([]);
  });

  test("of an answer to a question no sentence is left out", async () => {
    const faq = [
      passage("FAQ › Must I live here?", "No. Whoever works in the county may join."),
      passage("FAQ › Where are you?", "Beside the mill."),
    ];
    expect(await ask("I am from another town", faq, meaning("live here"))).toEqual([
      "No.",
      "Whoever works in the county may join.",
    ]);
  });

  test("a section speaks for itself, whatever stands beside it in its chunk", async () => {
    const chunk = "Clinic\nSurgery. Give no food. Fees. A check-up costs 40 pounds.";
    const joined = clinic.map((each) => ({ ...each, chunk }));
    const compared: string[] = [];
    await ask("how long must he fast?", joined, async (texts) => {
      compared.push(...texts);
      return { cosines: texts.map(() => 0) };
    });
    expect(compared).not.toContain(chunk);
    expect(compared).toContain(clinic[0]?.chunk);
  });

  test.each([
    ["Surgery › Before", "Give no food after midnight."],
    ["Surgery › After", "Give a little food in the evening."],
  ])(
    "of sections that lie equally near, the one answers whose words come nearest: %s",
    async (section, answer) => {
      const both = [
        passage("Surgery › Before", "Give no food after midnight."),
        passage("Surgery › After", "Give a little food in the evening."),
      ];
      const compare = async (texts: readonly string[]) => ({
        cosines: texts.map(() => 0.5),
        words: {
          asked: ["feed", "him"],
          far: texts.map((text) =>
            text.includes(answer) && !text.startsWith(section) ? [0.1, 0.2] : [0.7, 0.5],
          ),
        },
      });
      expect((await ask("may we feed him?", both, compare))[0]).toBe(answer);
    },
  );

  test("what the question's words lie far from is no answer, however near the whole sentence is", async () => {
    const near = (far: number) => async (texts: readonly string[]) => ({
      cosines: texts.map((text) => (text.includes("fee") ? 0.3 : 0.2)),
      words: { asked: ["how", "much", "microchip"], far: texts.map(() => [0.3, 0.3, far]) },
    });
    const fees = [passage("Prices", "The fee is 40 pounds."), passage("Hours", "We open at eight.")];
    expect(await ask("how much is a microchip?", fees, near(0.2))).toEqual(["The fee is 40 pounds."]);
    expect(await ask("how much is a microchip?", fees, near(1))).toEqual([]);
  });

  test("where no vectors can be had, words decide", async () => {
    const said = await ask("How much does a check-up cost?", clinic, async () => null);
    expect(said).toEqual(["A check-up costs 40 pounds."]);
  });

  test("another language than the encoder's is chosen by meaning and decided by words", async () => {
    const german = [
      passage("Praxis", "Die Untersuchung kostet 40 Euro. Wir nehmen auch Bargeld."),
      passage("Haus › Tiere", "Hunde sind an der Leine zu führen."),
    ];
    expect(await ask("Wer hat die Decke gemalt?", german, meaning("Bargeld"))).toEqual([]);
    expect(await ask("Muss mein Hund angeleint sein?", german, meaning("Leine"))).toEqual([
      "Hunde sind an der Leine zu führen.",
    ]);
    expect(
      await ask("Wann muss der Hund kommen?", german, async (texts) => ({ cosines: texts.map(() => 0.3) })),
    ).toEqual([]);
  });

  test("a year that no sentence has is not answered by another", async () => {
    const sales = [passage("Report", "In 2021 the clinic treated 900 dogs.")];
    expect(await ask("How many dogs were treated in 2019?", sales, meaning("dogs"))).toEqual([]);
  });

  test("a small number that the asker says of himself need not be in the answer; that of a thing must", async () => {
    const rules = [
      passage("Club", "Room five is open on Mondays. Any person over ten years of age may join."),
    ];
    expect(await ask("can my son join when he is 8?", rules, meaning("over ten"))).toEqual([
      "Any person over ten years of age may join.",
    ]);
    expect(await ask("when is room 7 open?", rules, meaning("Room five"))).toEqual([]);
  });

  test("a code is known by its letters and number, whatever stands between them", async () => {
    const codes = [passage("Errors", "W22: the battery is not recognised.")];
    expect(await ask("W 22", codes, meaning("W22"))).toEqual(["W22: the battery is not recognised."]);
  });

  const alike = async (texts: readonly string[]) => ({ cosines: texts.map(() => 0.6) });

  test("a list whose items all mean what is asked is given whole, else the one item that does", async () => {
    const box = ["hose", "panel", "four feet", "cable", "manual"].map((text) =>
      passage("Pump › Contents", text, { elementType: "ListItem" }),
    );
    expect(await ask("what comes with it", box, alike)).toEqual(box.map(({ text }) => text));
    expect(await ask("what comes with it", box, meaning("panel"))).toEqual(["panel"]);
  });

  test("rows that lie near are no list: the nearest answer, and all where all are asked for", async () => {
    const html = (rows: string[]) =>
      `<table><tr><th>Item</th><th>Value</th></tr>${rows.map((row) => `<tr><td>${row}</td><td>${row.length}</td></tr>`).join("")}</table>`;
    const data = ["Weight", "Noise", "Width", "Load"];
    const text = data.map((row) => `${row} | ${row.length}`).join("\n");
    const table = passage("Washer › Data", text, { elementType: "Table", html: html(data) });
    const near = async (texts: readonly string[]) => ({
      cosines: texts.map((each) => (each.includes("Noise: ") || each.includes(": Noise") ? 0.7 : 0.55)),
    });
    expect(await ask("is it loud?", [table], near)).toEqual(["Item: Noise | Value: 5"]);
    expect(await ask("show all the technical data", [table], near)).toHaveLength(data.length);
  });

  test("of a list below a question the item that is asked for answers", async () => {
    const cover = ["furniture", "damage by storm", "bicycles outside, up to 1,500 pounds", "glass"].map(
      (each) => passage("Cover › What is insured?", each, { elementType: "ListItem" }),
    );
    expect(await ask("is my bike covered?", cover, meaning("bicycles"))).toEqual([
      "bicycles outside, up to 1,500 pounds",
    ]);
  });

  test("what stands beside such a list below its heading comes with it", async () => {
    const trips = ["train", "hotel", "meals"].map((text) =>
      passage("Guide › Expenses", text, { elementType: "ListItem" }),
    );
    const all = [...trips, passage("Guide › Expenses", "Receipts are kept for a year.")];
    const nearest = async (texts: readonly string[]) => ({
      cosines: texts.map((text) => (text.includes("Receipts") ? 0.65 : 0.6)),
    });
    expect(await ask("what can I claim back when travelling?", all, nearest)).toEqual(
      all.map(({ text }) => text),
    );
  });

  test("an item that alone has the question's words answers alone", async () => {
    const faults = ["no water", "a leak in the tray", "too hot"].map((text) =>
      passage("Manual › Faults", text, { elementType: "ListItem" }),
    );
    expect(await ask("what about leak warnings", faults, alike)).toEqual(["a leak in the tray"]);
  });

  test("what only leads into a list is no answer beside a sentence", async () => {
    const club = [
      passage("Club › Joining", "Write to the secretary."),
      passage("Club › Joining", "There are two kinds of members:"),
      passage("Club › Joining", "those who row", { elementType: "ListItem" }),
      passage("Club › Joining", "those who do not", { elementType: "ListItem" }),
    ];
    const nearest = async (texts: readonly string[]) => ({
      cosines: texts.map((text) =>
        text.includes("secretary") ? 0.7 : text.includes("kinds of members:") ? 0.65 : 0,
      ),
    });
    expect(await ask("how do I get in?", club, nearest)).toEqual(["Write to the secretary."]);
  });

  test("the sentence that says what a thing is defines it, whatever else lies as near", async () => {
    const texts = [
      passage("Readme", "With Orrin you search passages. Orrin is a service for documents."),
      passage("Readme › More", "Orrin needs no database."),
    ];
    expect((await ask("What is Orrin?", texts, alike))[0]).toBe("Orrin is a service for documents.");
  });

  test.each([
    ["how much holiday do I get?", "There are 29 days of leave.", "A bonus of 600 euros is paid."],
    ["Who is called when it stops?", "The janitor, Ada Voss, helps.", "It is checked at noon."],
    ["how much is it per year for an adult?", "Adults pay 240 euros.", "Lunch is at noon."],
  ])("%s is answered by the kind that it asks for", async (question, answer, other) => {
    const texts = [passage("Guide", other), passage("Guide › More", answer)];
    const near = async (compared: readonly string[]) => ({
      cosines: compared.map((text) => (text.includes(other) ? 0.62 : 0.6)),
    });
    expect((await ask(question, texts, near))[0]).toBe(answer);
  });

  test("beside a sentence that has all words of the question, one without them adds nothing", async () => {
    const texts = [passage("Ferry", "The night ferry is called Orr. Cash is welcome.")];
    const nearer = async (compared: readonly string[]) => ({
      cosines: compared.map((text) => (text.includes("Cash") ? 0.78 : 0.6)),
    });
    expect(await ask("What is the night ferry called?", texts, nearer)).toEqual([
      "The night ferry is called Orr.",
    ]);
  });

  test("one that lacks a word of the role is about another person, however near it is", async () => {
    const names = "The DPO is Hanne Kolb. The fire protection officer is Milo Strand.";
    const alike = async (compared: readonly string[]) => ({
      cosines: compared.map((text) => (text.includes("fire") ? 0.95 : 0.7)),
    });
    expect(await ask("who is our data protection officer?", [passage("Who is who", names)], alike)).toEqual([
      "The DPO is Hanne Kolb.",
    ]);
  });

  test("a short sentence that reads on from the best one is part of the answer", async () => {
    const notice = [
      passage("Club", "In the first year notice is two weeks. Afterwards it is four weeks. Bring cake."),
    ];
    expect(await ask("when can I leave", notice, meaning("first year"))).toEqual([
      "In the first year notice is two weeks.",
      "Afterwards it is four weeks.",
    ]);
  });

  test("of a long section below a question the sentence that answers is quoted, and not the section's beginning", async () => {
    const must = passage("Cover › What must I do?", "");
    const items = [
      "Lock all windows and doors whenever you leave the house, even for a short time, and keep the keys with you at all times.",
      "Tell us when you move to another place or build, or when the home stands empty for more than sixty days in a row.",
      "Keep all bills and take photographs of the things that are of value to you, and send us a copy of them when we ask.",
      "Claims are reported by telephone.",
    ];
    const passages = items.map((text) => ({ ...must, elementId: text, text, chunk: items.join(" ") }));
    expect(await ask("where does one turn to?", passages, meaning("by telephone"))).toEqual([
      "Claims are reported by telephone.",
    ]);
  });

  test("holiday is counted in days, and neither in money nor in shares", async () => {
    const guide = [
      passage(
        "Guide › Pay",
        "A bonus of 600 euros is paid. On holidays 100 % is added to it, as for all nights and all Sundays of the year and so on.",
        { chunk: "Pay" },
      ),
      passage("Guide › Time", "Everyone has 29 days of annual leave.", { chunk: "Time" }),
    ];
    const alike = async (texts: readonly string[]) => ({ cosines: texts.map(() => 0.5) });
    expect((await ask("How much holiday do I get?", guide, alike))[0]).toBe(
      "Everyone has 29 days of annual leave.",
    );
  });

  test("a name that no sentence has speaks against all of them", async () => {
    const offers = [passage("Roof", "The firm of Tessin asks 280 pounds for the work.")];
    const hardly = async (texts: readonly string[]) => ({ cosines: texts.map(() => 0.15) });
    expect(await ask("What does Tessin ask for the roof?", offers, hardly)).not.toEqual([]);
    expect(await ask("What does Garner ask for the roof?", offers, hardly)).toEqual([]);
  });

  test("of sentences that mean the same, that with the bound on the right side answers", async () => {
    const fees = [
      passage("Fees", "A yacht over 12 m pays 41 euros."),
      passage("Fees", "A yacht up to 12 m pays 28 euros."),
    ];
    expect((await ask("What does a yacht of up to 12 m pay?", fees, near))[0]).toContain("28");
    expect((await ask("What does a yacht of more than 12 m pay?", fees, near))[0]).toContain("41");
  });
});

describe("a role that no sentence names", () => {
  const meansPeople = meaning("Leiter", "leiterin", "Kolk");
  const yard = passage(
    "Ansprechpartner",
    "Die kaufmännische Leiterin ist Petra Voll. Leiter der Lackiererei ist Udo Hamm. Ausbildungsleiterin ist Britta Kolk.",
  );

  test("is not answered by another one in the other gender, nor by a sentence without a word of it", async () => {
    const inGerman = createExtractiveAnswerer("multilingual");
    expect(await ask("Wer ist der technische Leiter?", [yard], meansPeople, 1, inGerman)).toEqual([]);
  });

  test("is answered in the other gender", async () => {
    expect(await ask("Wer ist der kaufmännische Leiter?", [yard], meansPeople)).toEqual([
      "Die kaufmännische Leiterin ist Petra Voll.",
    ]);
  });
});

test("the new holder of a role is who holds it", async () => {
  const board = passage("Elections", "Owen Blake was elected treasurer. The account held 5,640 pounds.");
  const [first] = await ask("Who is the new treasurer?", [board], meaning("Owen"));
  expect(first).toBe("Owen Blake was elected treasurer.");
});

describe("a word that names a kind of value", () => {
  const rules = passage("Rules", "Do not use the telephone in the reading room.");
  const contact = passage("Contact", "You reach us at 955 012 345 or hola@almera.example.");

  test.each(["telephone", "email", "teléfono", "correo electrónico?"])("%s", async (question) => {
    expect(await ask(question, [rules, contact], meaning("Rules", "Contact"))).toEqual([
      "You reach us at 955 012 345 or hola@almera.example.",
    ]);
  });

  test("alone it is answered by no other sentence, however near", async () => {
    expect(await ask("telephone", [rules, contact], meaning("Rules"))).toEqual([
      "You reach us at 955 012 345 or hola@almera.example.",
    ]);
  });

  test("beside others it counts for the sentence that shows the value", async () => {
    const nearer = async (texts: readonly string[]) => ({
      cosines: texts.map((text) => (text.includes("Contact") ? 0.65 : 0.8)),
    });
    const [first] = await ask("the telephone of the library", [rules, contact], nearer);
    expect(first).toBe("You reach us at 955 012 345 or hola@almera.example.");
  });

  test("a question for a rule about it is answered by the rule", async () => {
    expect(
      await ask("May I use the telephone in the reading room?", [rules, contact], meaning("Rules")),
    ).toEqual(["Do not use the telephone in the reading room."]);
  });
});
