import { describe, expect, test } from "vitest";
import type { AnswerRequest, Passage, Statement } from "../../answering/answerer.ts";
import { addUsage, type TokenUsage } from "../../models/usage.ts";
import { createExtractiveAnswerer } from "./extractive-answerer.ts";

const answerer = createExtractiveAnswerer();

const passage = (text: string, more: Partial<Passage> = {}): Passage => ({
  fileId: "file",
  fileName: "handbook.pdf",
  elementId: text.slice(0, 8),
  elementType: "NarrativeText",
  pageNumber: 1,
  sectionNumber: 1,
  sectionTitle: "Pump handbook",
  text,
  score: 0.5,
  ...more,
});

const handbook: Passage[] = [
  passage(
    "The warranty lasts two years from the date of purchase. It does not cover seals, which wear out with use. Seals are covered for one year.",
    { sectionTitle: "Pump handbook › Warranty" },
  ),
  passage(
    "The pump must be serviced every 500 hours. Service is carried out by Northwind Services GmbH in Hamburg, because the housing is under pressure. Maria Lopez, the head of service, signs each report.",
    { sectionTitle: "Pump handbook › Service" },
  ),
  passage(
    "Cavitation is the formation of vapour bubbles in a liquid that flows under low pressure. The noise resembles gravel. Cavitation damages the impeller.",
    { sectionTitle: "Pump handbook › Faults" },
  ),
  passage(
    "Month: January | Sales: 1,204 | Returns: 12\nMonth: February | Sales: 980 | Returns: 7\nMonth: March | Sales: 1,377 | Returns: 31",
    { elementType: "Table", sectionTitle: "Pump handbook › Sales in 2023" },
  ),
  passage(
    "The pump was first sold on 3 May 2019. In 2022, the price rose to EUR 1,250.00 because steel became dearer.",
    {
      sectionTitle: "Pump handbook › History",
    },
  ),
  passage("A delivery contains the pump, two seals and a spanner.", {
    sectionTitle: "Pump handbook › Delivery",
  }),
];

const collect = async (request: AnswerRequest, signal = new AbortController().signal) => {
  const statements: Statement[] = [];
  let usage: TokenUsage = {};
  let text = "";
  for await (const event of answerer(request, signal)) {
    if (event.type === "statement") statements.push(event.statement);
    if (event.type === "usage") usage = addUsage(usage, event.usage);
    if (event.type === "delta") text += event.text;
    if (event.type === "statement") text += event.statement.text;
  }
  return { statements, usage, text };
};

const answerTo = async (question: string, passages = handbook): Promise<string[]> => {
  const request = { question, history: [], passages, thinkingLevel: "accurate" as const };
  const { statements } = await collect(request);
  return statements.map(({ text }) => text);
};

describe("the extractive answerer", () => {
  test("a follow-up is answered by what was asked now, not by the sentence that was quoted before", async () => {
    const mill = [
      passage(
        "The windmill on the dike was built by Ada Holt. Jan Brun repaired it in 1871 after the great storm, together with his sons and a carpenter.",
      ),
    ];
    const question = "Who repaired the windmill on the dike?";
    const request = { question, history: [], passages: mill, thinkingLevel: "accurate" as const };
    const { statements } = await collect({ ...request, asked: "Who repaired it?" });
    expect(statements[0]?.text).toMatch(/^Jan Brun repaired it/);
  });

  test("a follow-up that the text answers in other words is not refused for it", async () => {
    const meters = [
      passage(
        "From 2025 every household will have a meter that is read by radio. The contract for 18,500 devices went to Hydrosens in Winterthur. The board expects the price per cubic metre to stay at 1.52 francs.",
      ),
    ];
    const question = "Who makes the meters?";
    const request = { question, history: [], passages: meters, thinkingLevel: "accurate" as const };
    const { statements } = await collect({ ...request, asked: "Who makes them?" });
    expect(statements).toEqual((await collect(request)).statements);
    expect(statements).not.toEqual([]);
  });

  test("answers from a document with a heading and a sentence, and does not answer what it does not say", async () => {
    const sentence = "The warranty lasts two years from the date of purchase.";
    const tiny = [passage("Warranty", { elementType: "Title" }), passage(sentence)];
    expect(await answerTo("How long does the warranty last?", tiny)).toEqual([sentence]);
    expect(await answerTo("How long does the delivery last?", tiny)).toEqual([]);
    expect(await answerTo("Who signed the warranty?", tiny)).toEqual([]);
  });

  test.each(["- ", "• ", "* "])("quotes a list's item without the sign %j in front of it", async (sign) => {
    const item = passage(`${sign}The sluice is opened by the warden.`, { elementType: "ListItem" });
    expect(await answerTo("Who opens the sluice?", [item])).toEqual(["The sluice is opened by the warden."]);
  });

  test.each([
    ["How long is the warranty?", "two years from the date of purchase"],
    ["How long are seals covered?", "Seals are covered for one year."],
    ["Who carries out the service?", "Northwind Services GmbH"],
    ["Who signs the report?", "Maria Lopez"],
    ["Where is the service carried out?", "in Hamburg"],
    ["How often must the pump be serviced?", "every 500 hours"],
    ["What is cavitation?", "Cavitation is the formation"],
    ["When was the pump first sold?", "3 May 2019"],
    ["How much did the pump cost in 2022?", "EUR 1,250.00"],
    ["Why did the price rise?", "because steel became dearer"],
    ["What is in a delivery?", "two seals and a spanner"],
    ["What does cavitation damage?", "impeller"],
    ["How many sales were there in March?", "Month: March | Sales: 1,377"],
    ["What were the returns in February?", "Month: February | Returns: 7"],
    ["Does the warranty cover seals?", "It does not cover seals"],
  ])("%s", async (question, expected) => {
    const [first] = await answerTo(question);
    expect(first).toContain(expected);
  });

  test.each([
    "Who is the chief executive of Northwind Services GmbH?",
    "What is the capital of France?",
    "How many sales were there in April?",
    "What was the price in 2017?",
    "How much does the spanner weigh?",
    "What is the phone number of Maria Lopez?",
    "How tall is Mount Everest?",
    "When does the lease end?",
  ])("says nothing when the sources do not: %s", async (question) => {
    expect(await answerTo(question)).toEqual([]);
  });

  test("answers with the whole list when its heading names it", async () => {
    const cv = { fileId: "cv", fileName: "cv.pdf" };
    const items = ["CAD", "Python", "Fluid dynamics"].map((text) =>
      passage(text, { ...cv, elementType: "ListItem", sectionTitle: "Jane Miller › Skills" }),
    );
    const contact = passage("jane@example.com | +1 415 555 0132", { ...cv, sectionTitle: "Jane Miller" });
    const passages = [contact, ...items, ...handbook];
    expect(await answerTo("What skills does Jane Miller have?", passages)).toEqual([
      "CAD",
      "Python",
      "Fluid dynamics",
    ]);
    expect(await answerTo("What is the email address of Jane Miller?", passages)).toEqual([contact.text]);
    expect(await answerTo("What is the salary of Jane Miller?", passages)).toEqual([]);
  });

  test("tells a date and a sum from other facts about the same thing", async () => {
    const invoice = [
      passage("The date of this invoice matters for your records."),
      passage("Invoice date: | August 3, 2014", { elementType: "Table" }),
      passage("The total of this invoice is payable to Northwind."),
      passage("Total for this invoice: | $4.11", { elementType: "Table" }),
    ];
    expect(await answerTo("What is the date of the invoice?", invoice)).toEqual([
      "Invoice date: | August 3, 2014",
    ]);
    expect(await answerTo("What is the total of the invoice?", invoice)).toEqual([
      "Total for this invoice: | $4.11",
    ]);
  });

  test("reads on into the short sentence that says what the best one only leads to", async () => {
    const fleet = [
      passage(
        "In April 1191 the king left Messina with a large fleet in order to reach Acre. But a storm dispersed it. On 1 May it came to Limassol.",
      ),
    ];
    expect(await answerTo("What ruined the king's plans to reach Acre?", fleet)).toEqual([
      "In April 1191 the king left Messina with a large fleet in order to reach Acre.",
      "But a storm dispersed it.",
    ]);
    const whole = await answerTo("When did the king leave Messina with a large fleet?", fleet);
    expect(whole).toEqual(["In April 1191 the king left Messina with a large fleet in order to reach Acre."]);
  });

  test("gives two sentences that may be the answer as well, wherever they stand", async () => {
    const filler =
      "with the help of all who lived along the river from the hills to the sea, at the cost of the towns and of the crown,";
    const castles = [
      passage(
        `The castle of the Normans was built ${filler} in the spring of the year after the war, on a hill.`,
      ),
      passage(`Another castle of the Normans, ${filler} was named Afranji by them.`, {
        sectionTitle: "Elsewhere",
      }),
    ];
    const given = (await answerTo("What was the name of the castle of the Normans?", castles)).join(" ");
    expect(given).toContain("Afranji");
  });

  test("a question with two names may say the rest in other words, one with one name may not", async () => {
    const texts = [
      passage(
        "Some Normans joined Turkish forces in far eastern Anatolia to destroy the towns of Sassoun and Taron.",
      ),
      ...handbook,
    ];
    expect(await answerTo("Who did the Normans team up with in Anatolia?", texts)).not.toEqual([]);
    expect(await answerTo("Who is the treasurer of Northwind Services GmbH?", texts)).toEqual([]);
  });

  test("knows amounts by what they are: paid leave is no money", async () => {
    const rules = [
      passage("On the birth of a child the company grants ten days of paid leave to the other parent."),
      passage("Boots may be bought for up to 120 pounds at the chandler's. The deposit is 1,000 pounds."),
      passage("No more than 640 visitors may be in the great room; with seats the number is 410."),
    ];
    const [leave] = await answerTo("How much paid leave does a parent get when a child is born?", rules);
    expect(leave).toContain("ten days");
    expect((await answerTo("What is the maximum of visitors with seats?", rules))[0]).toContain("410");
    expect(await answerTo("What does a security guard cost?", rules)).toEqual([]);
  });

  test("says each fact once", async () => {
    const twice = [...handbook, ...handbook.map((one) => ({ ...one, fileId: "copy" }))];
    expect(await answerTo("When was the pump first sold?", twice)).toHaveLength(1);
  });

  test("works by shared words when it does not know the language", async () => {
    const german = [
      passage("Die Garantie beträgt zwei Jahre ab Kaufdatum. Dichtungen sind davon ausgenommen.", {
        sectionTitle: "",
      }),
      passage("Die Wartung erfolgt durch die Nordwind GmbH in Hamburg.", { sectionTitle: "" }),
    ];
    expect(await answerTo("Wie lange beträgt die Garantie?", german)).toEqual([
      "Die Garantie beträgt zwei Jahre ab Kaufdatum.",
    ]);
    expect(await answerTo("Wo wird gekündigt?", german)).toEqual([]);
    const japanese = [
      passage("東京の人口は約1400万人です。大阪の人口は約880万人です。", { sectionTitle: "" }),
    ];
    expect(await answerTo("大阪の人口は何人ですか？", japanese)).toEqual(["大阪の人口は約880万人です。"]);
  });

  test("quotes word for word and points at the passage", async () => {
    const request = {
      question: "What is cavitation?",
      history: [],
      passages: handbook,
      thinkingLevel: "fast" as const,
    };
    const { statements, usage } = await collect(request);
    expect(statements.length).toBeGreaterThan(0);
    for (const { text, passages } of statements) {
      expect(handbook[passages[0] ?? -1]?.text).toContain(text);
    }
    expect(usage).toEqual({ tokensIn: 0, tokensOut: 0 });
  });

  test("puts a space after a sentence, and each row of a table on a line of its own", async () => {
    const request = { history: [], thinkingLevel: "fast" as const };
    const sold = [passage("Acme sells pumps. Acme sells spare seals, too.")];
    const prose = await collect({ ...request, question: "What does Acme sell?", passages: sold });
    expect(prose.statements.length).toBeGreaterThan(1);
    expect(prose.text).toBe(prose.statements.map(({ text }) => text).join(" "));
    const rows = "Berth: A | Price: 10 EUR\nBerth: B | Price: 12 EUR";
    const table = [passage(rows, { elementType: "Table", sectionTitle: "Prices of berths" })];
    const listed = await collect({ ...request, question: "What are the prices of berths?", passages: table });
    expect(listed.statements.length).toBeGreaterThan(1);
    expect(listed.text).toBe(listed.statements.map(({ text }) => text).join("\n"));
  });

  test("stops when it is told to", async () => {
    const request = {
      question: "What is cavitation?",
      history: [],
      passages: handbook,
      thinkingLevel: "fast" as const,
    };
    await expect(collect(request, AbortSignal.abort())).rejects.toThrow();
  });
});

describe("words of comparison", () => {
  const fees = [
    passage(
      "Vessel: Dinghy | Fee: 5 EUR\nVessel: Yacht up to 12 m | Fee: 28 EUR\nVessel: Yacht over 12 m | Fee: 41 EUR",
      {
        elementType: "Table",
      },
    ),
  ];
  test.each([
    ["What is the fee for a yacht over 12 m?", "41 EUR"],
    ["What is the fee for a yacht of more than 12 m?", "41 EUR"],
    ["What is the fee for a yacht up to 12 m?", "28 EUR"],
  ])("%s", async (question, fee) => {
    const { statements } = await collect({ question, history: [], passages: fees, thinkingLevel: "fast" });
    expect(statements[0]?.text).toContain(fee);
  });
});

test("a common noun also counts as a person", async () => {
  const passages = [passage("Life jackets must be worn by children under 12 years.")];
  const { statements } = await collect({
    question: "Who must wear life jackets?",
    history: [],
    passages,
    thinkingLevel: "fast",
  });
  expect(statements[0]?.text).toContain("children");
});

test("adds no mere mentions of the word to a definition", async () => {
  const passages = [
    passage("Tidemark is a service that reads documents and answers questions about them."),
    passage('npx tidemark ask "What is Tidemark?"', { elementType: "CodeSnippet" }),
    passage("Setting: TIDEMARK_LEVEL | Meaning: What is logged", { elementType: "Table" }),
  ];
  const { statements } = await collect({
    question: "What is Tidemark?",
    history: [],
    passages,
    thinkingLevel: "fast",
  });
  expect(statements.map(({ text }) => text)).toEqual([passages[0]?.text]);
});
