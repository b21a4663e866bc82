import { describe, expect, test } from "vitest";
import type { Passage, Statement } from "../answerer.ts";
import { verifyStatement } from "./verify-statement.ts";

const passage = (text: string, more: Partial<Passage> = {}): Passage => ({
  fileId: "f",
  fileName: "handbook.pdf",
  elementId: text.slice(0, 8),
  elementType: "NarrativeText",
  pageNumber: 1,
  sectionNumber: 1,
  sectionTitle: "Pump handbook",
  text,
  score: 1,
  ...more,
});

const warranty = passage(
  "The warranty lasts two years from the date of purchase. It does not cover seals, which wear out within 5,000 hours. " +
    "In 2022, Acme Pumps sold 980 pumps worth €1.2 million; in 2023, it sold 1,204 pumps. " +
    "A man who is no customer is told by phone that it is ready. The guarantee applies unless the pump was opened by the customer. Is the pump safe for drinking water?",
);
const delivery = passage(
  "Orders above 500 euros are delivered free of charge within three working days in Austria.",
);
const passages = [warranty, delivery];
const judged = (text: string, cited: number[] = [0]) => verifyStatement({ text, passages: cited }, passages);
const verdictOf = (text: string, cited?: number[]) => judged(text, cited)?.verdict ?? "left out";

describe("a quote", () => {
  test.each([
    ["as it stands", "The warranty lasts two years from the date of purchase."],
    [
      "wrapped, hyphenated and without its full stop",
      "The war-\nranty lasts two\nyears from the date of pur- chase",
    ],
    [
      "in other Unicode forms",
      "In 2022, Acme Pumps sold 980 pumps worth €1.2 million; in 2023, it sold 1,204\u00a0pumps.",
    ],
    ["as an item in bold", "- **It does not cover seals, which wear out within 5,000 hours.**"],
    [
      "over two sentences",
      "The warranty lasts two years from the date of purchase. It does not cover seals, which wear out within 5,000 hours.",
    ],
  ])("%s is verified", (_, text) => {
    expect(judged(text)).toMatchObject({ text, verdict: "verified", supports: [{ passage: 0 }] });
  });

  test("gives its place in the text", () => {
    const [support] = judged("it does not cover seals, which wear out within 5,000 hours")?.supports ?? [];
    expect(warranty.text.slice(support?.span.start, support?.span.end)).toBe(
      "It does not cover seals, which wear out within 5,000 hours.",
    );
  });

  test.each([
    ["leaves out a denial before it", "cover seals, which wear out within 5,000 hours."],
    ["takes its subject from another clause", "customer is told by phone that it is ready."],
    ["leaves out a condition after it", "The guarantee applies."],
    ["leaves out the scale of a number", "In 2022, Acme Pumps sold 980 pumps worth €1.2"],
    ["makes a statement of a question", "Is the pump safe for drinking water."],
    ["is cut out of a number", "sold 1,204 pumps worth it. 204 pumps"],
  ])("that %s is not verified; what is released is the whole sentence", (_, text) => {
    const found = judged(text);
    expect(found?.verdict ?? "left out").not.toBe("verified");
    if (found?.verdict === "repaired") expect(warranty.text).toContain(found.text);
  });

  test.each([
    ["has its subject in another clause", "the pilot flew to Oslo in May 1987."],
    ["leaves out a unit", "The tank of the plane holds 40"],
    ["leaves out a condition", "it lands in Bergen by night"],
  ])("that %s gives way to its sentence", (_, text) => {
    const flight = passage(
      "The engineer who trained the pilot flew to Oslo in May 1987. The tank of the plane holds 40 litres for each seat. " +
        "When it snows, it lands in Bergen by night, unless the airport is closed.",
    );
    const found = verifyStatement({ text, passages: [0] }, [flight]);
    expect(found?.verdict).toBe("repaired");
    expect(found?.text).toContain(text.slice(0, 20));
    expect(found?.text).not.toBe(text);
  });

  test("that stands in another passage is cited there", () => {
    const text = "Orders above 500 euros are delivered free of charge within three working days in Austria.";
    expect(judged(text)).toMatchObject({ text, verdict: "repaired", supports: [{ passage: 1 }] });
    expect(verifyStatement({ text, passages: [0] }, [warranty])?.verdict).toBe("unverified");
  });

  test("that begins in one element and ends in the next touches both", () => {
    const halves = [passage("The pump is delivered with two"), passage("seals and a manual. Keep both.")];
    const found = verifyStatement(
      { text: "The pump is delivered with two seals and a manual.", passages: [0, 1] },
      halves,
    );
    expect(found).toMatchObject({ verdict: "verified", supports: [{ passage: 0 }, { passage: 1 }] });
  });

  test("is not taken from two sentences", () => {
    expect(verdictOf("The warranty lasts two years unless the pump was opened by the customer.")).toBe(
      "unverified",
    );
  });

  test("is not taken from two sentences that follow each other, nor are its names exchanged", () => {
    const pages = [
      passage(
        "The engineer who trained the pilot was late. The tank of the plane holds 40 litres for each seat.",
      ),
      passage("Ada paid Bob; Cy paid Dan."),
    ];
    const of = (text: string, page: number) => verifyStatement({ text, passages: [page] }, pages);
    expect(of("The engineer who trained the pilot holds 40 litres for each seat.", 0)?.verdict).toBe(
      "unverified",
    );
    expect(of("Bob paid Ada; Cy paid Dan.", 1)).toMatchObject({
      verdict: "repaired",
      text: "Ada paid Bob; Cy paid Dan.",
    });
  });

  test("a passage that does not hold it is not cited, but the heading above it is", () => {
    const heading = passage("Guarantee", { elementType: "Title" });
    const text = "The warranty lasts two years from the date of purchase.";
    const read = [warranty, delivery, heading];
    expect(verifyStatement({ text, passages: [0, 1] }, read)).toMatchObject({
      verdict: "repaired",
      supports: [{ passage: 0 }],
    });
    expect(verifyStatement({ text, passages: [2, 0] }, read)).toMatchObject({
      verdict: "verified",
      supports: [{ passage: 2 }, { passage: 0 }],
    });
  });
});

describe("a changed sentence gives way to that of the evidence", () => {
  test.each([
    ["number", "In 2022, Acme Pumps sold 890 pumps worth €1.2 million; in 2023, it sold 1,204 pumps."],
    ["scale", "In 2022, Acme Pumps sold 980 pumps worth €1.2 billion; in 2023, it sold 1,204 pumps."],
    ["currency", "In 2022, Acme Pumps sold 980 pumps worth $1.2 million; in 2023, it sold 1,204 pumps."],
    [
      "swapped numbers",
      "In 2022, Acme Pumps sold 1,204 pumps worth €1.2 million; in 2023, it sold 980 pumps.",
    ],
    ["name", "In 2022, Bolt Pumps sold 980 pumps worth €1.2 million; in 2023, it sold 1,204 pumps."],
    ["unit", "The warranty lasts two months from the date of purchase."],
    ["denial", "It does cover seals, which wear out within 5,000 hours."],
    ["denial", "The warranty never lasts two years from the date of purchase."],
  ])("%s: %s", (_, text) => {
    const found = judged(text);
    expect(found?.verdict).toBe("repaired");
    expect(found?.text).not.toBe(text);
    expect(warranty.text).toContain(found?.text);
  });
});

describe("a paraphrase", () => {
  test("whose facts are all in the evidence is unverified", () => {
    expect(verdictOf("Purchase starts a warranty of 2 years.")).toBe("unverified");
    expect(verdictOf("Acme Pumps sold pumps worth 1.2 million euros in 2022.")).toBe("unverified");
  });

  test.each([
    ["a number", "Buyers get a warranty of three years."],
    ["a unit", "The date of purchase starts a warranty of two weeks."],
    ["what it denies", "There is no warranty of two years from purchase."],
  ])("that differs in %s is not released as it is", (_, text) => {
    const found = judged(text);
    if (found) expect(found).toMatchObject({ verdict: "repaired" });
    expect(found?.text).not.toBe(text);
  });

  test.each([
    ["other words", "You may return seals within a fortnight."],
    ["another language", "Die Garantie gilt 2 Jahre ab dem Kauf."],
    ["words that no rule can judge", "Nobody may drive a tractor on the motorway at night."],
  ])("in %s is released as the model wrote it, and marked", (_, text) => {
    expect(judged(text)).toMatchObject({ text, verdict: "unverified", supports: [{ passage: 0 }] });
  });

  test("of an answer is marked with the rest of it", () => {
    const text =
      "The warranty lasts two years from the date of purchase. Nobody may drive a tractor at night.";
    expect(judged(text)).toMatchObject({ text, verdict: "unverified" });
  });
});

test.each([
  [
    "The landlord must repair the heating within two weeks after it is reported.",
    "Within two weeks the tenant must repair heating that was reported.",
  ],
  [
    "Sales of pumps rose by 4 percent during the spring of 2023.",
    "In spring 2023 pump sales fell 4 percent.",
  ],
  ["Smoking is allowed in the yard behind the office.", "Behind the office, yard smoking is prohibited."],
  [
    "The raids against the army made Kay a folk hero of the movement.",
    "Kay was not a folk hero of the movement.",
  ],
  [
    "The model learns words and scenes without explicit supervision.",
    "The model learns words and scenes with explicit supervision.",
  ],
  ["The old pump is easy to clean by hand.", "The old pump is difficult to clean by hand."],
])("an opposite is never released: %s", (evidence, text) => {
  const read = [passage(evidence)];
  const found = verifyStatement({ text, passages: [0] }, read);
  expect(found?.text).not.toBe(text);
  if (found) expect(found).toMatchObject({ verdict: "repaired", text: evidence });
});

const of = (evidence: string, text: string) => verifyStatement({ text, passages: [0] }, [passage(evidence)]);

test.each([
  ["The old pump is difficult to clean by hand.", "The old pump is not easy to clean by hand."],
  [
    "It is hard to empty the tank of the pump, as one removes the seal.",
    "It is not easy to empty the tank of the pump without removing the seal.",
  ],
  [
    "The pump has small seals at the tank and large seals at the motor.",
    "The pump has large seals at the tank, it seems.",
  ],
])("an opposite that is denied, or a word of both sides, contradicts nothing: %s", (evidence, text) => {
  expect(of(evidence, text)).toMatchObject({ text, verdict: "unverified" });
});

describe("a statement that leaves out parts of a sentence", () => {
  test.each([
    ["a clause", "The river, which is 90 km long, rises in the Alps.", "The river rises in the Alps."],
    [
      "words before a noun",
      "Ada built a large wooden bridge over the river.",
      "Ada built a bridge over the river.",
    ],
    ["items of a list", "It is known for jazz, bourbon and coal.", "It is known for jazz and coal."],
    ["the subject, for a pronoun", "The pump is cleaned every week.", "It is cleaned every week."],
    [
      "nothing, the condition behind",
      "If a seal leaks, the pump must be stopped.",
      "The pump must be stopped if a seal leaks.",
    ],
    [
      "nothing, another modal of the same strength",
      "You may visit the island by boat.",
      "You might visit the island by boat.",
    ],
    [
      "the beginning of a relative clause",
      "The apps run on compute hosts that are called worker nodes.",
      "The apps run on compute hosts called worker nodes.",
    ],
    [
      "nothing, behind a yes or no",
      "Encrypted images are not scanned by the advisor.",
      "No, encrypted images are not scanned by the advisor.",
    ],
    [
      "nothing, behind a word that joins it",
      "When a new version is released, two older versions are supported.",
      "However, when a new version is released, two older versions are supported.",
    ],
    [
      "a part of a name, and when she lived",
      "Ada Mary Bell (20 May 1967 – 5 April 1994) was a Norwegian singer.",
      "Ada Bell was a Norwegian singer.",
    ],
    [
      "a relative clause of one of many",
      "Ada wrote a long book that sold well in Norway.",
      "Ada wrote a long book.",
    ],
    [
      "what comes before words that are said twice",
      "Definitions of a data lake vary, but here a data lake is a store of raw files.",
      "A data lake is a store of raw files.",
    ],
    [
      "nothing, numbers in words",
      "The guarantee covers 25 pumps for 2 years.",
      "The guarantee covers twenty-five pumps for two years.",
    ],
  ])("is verified: %s", (_, evidence, text) => {
    expect(of(evidence, text)).toMatchObject({ text, verdict: "verified" });
  });

  test.each([
    [
      "takes its subject from another clause",
      "The man who hired Kay was arrested in May.",
      "Kay was arrested in May.",
    ],
    ["makes the passive active", "Ada was hired by Bob in Oslo.", "Ada hired Bob in Oslo."],
    ["joins a name to the verb of another", "Ada hired Bob, who fired Cy in Oslo.", "Ada fired Cy in Oslo."],
    [
      "takes a claim for a fact",
      "According to Ada, the bridge is unsafe for trucks.",
      "The bridge is unsafe for trucks.",
    ],
    [
      "drops when it holds",
      "When the seal leaks, the pump is quickly stopped by hand.",
      "The pump is stopped by hand.",
    ],
    [
      "drops the year it holds for",
      "In 2019, sales of pumps fell in Norway.",
      "Sales of pumps fell in Norway.",
    ],
    [
      "drops the verb with what it tells",
      "Odell's 4th Postal District is a Postal District in the northern half of Odell.",
      "Odell's 4th Postal District the northern half of Odell.",
    ],
    [
      "begins inside of a phrase",
      "They founded houses with future kings, such as Robert the Bruce, as well as many clans of Scotland.",
      "as Robert the Bruce, as well as many clans of Scotland.",
    ],
    [
      "begins behind its article",
      "The problem is an input, and the solution is the output of the program.",
      "solution is the output of the program.",
    ],
    [
      "takes a question for a fact",
      "The aim is to decide, by machine, whether a given string is a member of the language.",
      "A given string is a member of the language.",
    ],
    [
      "drops a concession inside of the sentence",
      "Ada ran the works, and although she drew pay from the navy, she had charge of all guns.",
      "She drew pay from the navy, she had charge of all guns.",
    ],
    [
      "drops a number far behind its preposition",
      "For small pumps, say 100, and assuming one leak a day, the tank lasts a year.",
      "Assuming one leak a day, the tank lasts a year.",
    ],
    [
      "drops which of them did it",
      "The board fined the members who voted for war.",
      "The board fined the members.",
    ],
    [
      "leaves out the end of a name",
      "Since 2000, the Blue Jackets have played in the Central Division.",
      "Since 2000, the Blue have played in the Central Division.",
    ],
    [
      "drops the subject behind a comma",
      "While Carter was injured, the young team continued to lose games.",
      "While Carter was injured continued to lose games.",
    ],
    [
      "takes what is to be decided for a fact",
      "The problem consists in deciding whether the graph is connected.",
      "The problem consists in the graph is connected.",
    ],
    ["drops an alternative", "The dog changes through habit or training.", "The dog changes through habit."],
    [
      "says a common word as a name",
      "It was written by Ada Gore (words) and Bob Gore (music).",
      "It was written by Ada Gore (words) and Own (music).",
    ],
    ["adds a percent sign to a formula", "One writes 7n2 + 15n for that.", "One writes 7n2% + 15n for that."],
    [
      "adds a sign to a zero",
      "Bars sell from 10: 00 to 1: 00 here.",
      "Bars sell from 10: -00 to 1: 00 here.",
    ],
  ])("is not when it %s", (_, evidence, text) => {
    expect(of(evidence, text)?.verdict).not.toBe("verified");
  });

  test.each([
    [
      "the condition",
      "If the seal leaks, you must stop the pump at once.",
      "You must stop the pump at once.",
    ],
    [
      "the condition, and a word",
      "If the seal leaks, you must stop the large pump at once.",
      "You must stop the pump at once.",
    ],
    ["the exception", "Dogs are allowed on the beach except in July.", "Dogs are allowed on the beach."],
    ["a denial", "We do not share your address with partners.", "We do share your address with partners."],
    [
      "what is only possible",
      "The office may ask for a passport.",
      "The office must always ask for a passport.",
    ],
    [
      "what is only possible, in Portuguese",
      "O escritório pode pedir um passaporte.",
      "O escritório deve pedir um passaporte.",
    ],
    [
      "who did it to whom",
      "In 1990, Ada sued Bob over the bridge.",
      "In 1990, Bob sued Ada over the bridge.",
    ],
    ["the rank", "Saturn is the second largest planet here.", "Saturn is the largest planet here."],
    [
      "a denial, in another order",
      "In 2014, she signed her first contract with Astra.",
      "Halsey did not sign her first contract in 2014.",
    ],
    ["the month", "The office closes on 14 May this year.", "The office closes on 14 March this year."],
  ])("gives way to the sentence when it changes or drops %s", (_, evidence, text) => {
    expect(of(evidence, text)).toMatchObject({ text: evidence, verdict: "repaired" });
  });
});

describe("a sentence in another language than its evidence", () => {
  const evidence =
    "The nozzle is replaced after 2,500 operating hours. A ticket costs 400 euros and a guide 250 euros.";
  const of = (text: string) => verifyStatement({ text, passages: [0] }, [passage(evidence)])?.verdict;
  test.each([
    ["the same number", "Die Düse wird nach 2.500 Betriebsstunden ersetzt.", "unverified"],
    ["a number that follows", "Karte und Führer kosten für den Gast zusammen 650 Euro.", "unverified"],
    ["no number", "Die Düse wird nach einer Weile ersetzt.", "unverified"],
    ["another number", "Die Düse wird nach 3.500 Betriebsstunden ersetzt.", undefined],
  ])("with %s", (_, text, verdict) => {
    expect(of(text)).toBe(verdict);
  });
});

describe("a calculation with the numbers of the evidence", () => {
  const people = "Halden Works employed 500 people in 2016 and 620 people in 2017.";
  const ticket = "A ticket costs 400 euros. Members get 25 % off.";
  const crates =
    "In the first half of the year the works shipped 700 crates. In the second half it shipped 250.";
  const branches = "The north branch scored 46 points, the south branch 52.";
  test.each([
    [people, "Halden Works had 120 more people in 2017.", "620 − 500 = 120"],
    [people, "The number of people at Halden Works rose by 24 %.", "(620 − 500) ÷ 500 = 24 %"],
    [crates, "The works shipped 950 crates in the whole year.", "700 + 250 = 950"],
    [ticket, "Members pay 300 euros for a ticket.", "400 − 25 % = 300"],
    [
      "The lease runs for 6 months at 120 euros a month.",
      "In all, the lease costs 720 euros.",
      "6 × 120 = 720",
    ],
    [
      "The mill was founded in 1897 and closed in 1982.",
      "The mill existed for 85 years.",
      "1982 − 1897 = 85",
    ],
    [branches, "The south branch scored higher than the north branch.", "52 > 46"],
  ])("is verified, and shown: %s %s", (evidence, text, computed) => {
    expect(of(evidence, text)).toMatchObject({ text, verdict: "verified", computed });
  });

  test.each([
    [people, "Halden Works had 140 more people in 2017."],
    [people, "Halden Works had 120 fewer people in 2017."],
    [ticket, "Members pay 320 euros for a ticket."],
    ["The mill was founded in 1897 and closed in 1982.", "The mill existed for 82 years."],
    [branches, "The north branch scored higher than the south branch."],
  ])("that is wrong is not released: %s %s", (evidence, text) => {
    expect(of(evidence, text)?.text).not.toBe(text);
  });

  test("a number that only fits by chance proves nothing", () => {
    const many = "The works have 3 halls, 8 cranes, 11 gates, 40 trucks, 60 sheds, 75 carts and 90 lamps.";
    expect(of(many, "There were 15 more carts outside.")?.verdict).not.toBe("verified");
  });
});

test.each([
  ["a decade", "The mill opened in 1954.", "The mill opened in the 1950s."],
  ["a rounded amount", "The bridge cost 8,214,550 euros.", "The bridge cost about 8.2 million euros."],
  [
    "a lower limit",
    "The book was translated into 312 languages.",
    "The book was translated into over 300 languages.",
  ],
])("%s that the number allows is not rewritten", (_, evidence, text) => {
  expect(of(evidence, text)).toMatchObject({ text, verdict: "unverified" });
});

test("without a source, a greeting is released and a number is not; a quote gets its source", () => {
  expect(verdictOf("Hello! Ask me about your documents.", [])).toBe("unverified");
  expect(verdictOf("The moon is 384,400 km away.", [])).toBe("left out");
  expect(judged("The warranty lasts two years from the date of purchase.", [])?.supports).toMatchObject([
    { passage: 0 },
  ]);
});

const table = passage("Country | 2022 | 2023\nAustria | 980 | 1,204\nBelgium | 75 | 80\nChile | 12 | 4", {
  elementType: "Table",
  html:
    "<table><tr><th>Country</th><th>2022</th><th>2023</th></tr><tr><td>Austria</td><td>980</td><td>1,204</td></tr>" +
    "<tr><td>Belgium</td><td>75</td><td>80</td></tr><tr><td>Chile</td><td>12</td><td>4</td></tr></table>",
});
const ofTable = (statement: Omit<Statement, "passages">) =>
  verifyStatement({ ...statement, passages: [0] }, [table]);

describe("a statement about a table", () => {
  test.each(["Austria, 2023: 1,204", "Austria — 2022: 980, 2023: 1,204", "Belgium | 75 | 80"])(
    "of one row under its headers is verified: %s",
    (text) => {
      expect(ofTable({ text })).toMatchObject({ verdict: "verified", text });
    },
  );

  test.each(["Austria, 2022: 1,204", "Austria, 2023: 80", "Austria — 2022: 1,204, 2023: 980"])(
    "with a cell of another row or column gives way to the row: %s",
    (text) => {
      expect(ofTable({ text })).toMatchObject({ verdict: "repaired", text: "Austria | 980 | 1,204" });
    },
  );

  const rows = ["Austria | 980 | 1,204", "Belgium | 75 | 80", "Chile | 12 | 4"].map((text) => ({
    passage: 0,
    text,
  }));
  test("that says a computed value is verified when the rows give it; the quote is the header and those rows", () => {
    const computed = { operation: "sum" as const, column: "2023", rows };
    expect(ofTable({ text: "The total of 2023 is 1,288.", computed })).toMatchObject({
      verdict: "verified",
      supports: [{ passage: 0, quote: table.text }],
    });
    expect(ofTable({ text: "The total of 2023 is 1,289.", computed })).toBeUndefined();
    expect(
      ofTable({ text: "3 countries are listed.", computed: { ...computed, operation: "count" } }),
    ).toBeDefined();
    expect(
      ofTable({ text: "4 countries are listed.", computed: { ...computed, operation: "count" } }),
    ).toBeUndefined();
    const max = { ...computed, operation: "max" as const };
    expect(ofTable({ text: "Austria has the most in 2023: 1,204.", computed: max })?.verdict).toBe(
      "verified",
    );
    expect(ofTable({ text: "Belgium has the most in 2023: 80.", computed: max })).toBeUndefined();
    const average = { operation: "average" as const, column: "2022", rows };
    expect(ofTable({ text: "The average of 2022 is 355.67.", computed: average })?.verdict).toBe("verified");
  });

  test("reads rows whose cells carry their headers, as most formats write them", () => {
    const lines = ["Bridge: Long | 2022: 29 | 2023: 31", "Bridge: Short | 2022: 40 | 2023: 12"];
    const bridges = passage(lines.join("\n"), { elementType: "Table" });
    const computed = {
      operation: "max" as const,
      column: "2023",
      rows: lines.map((text) => ({ passage: 0, text })),
    };
    const said = (text: string) => verifyStatement({ text, passages: [0], computed }, [bridges]);
    expect(said("Bridge: Long | 2023: 31")?.verdict).toBe("verified");
    expect(said("Bridge: Short | 2022: 40")).toBeUndefined();
  });

  test("a row that is not in the table, or is counted twice, proves nothing", () => {
    const computed = { operation: "count" as const, column: "Country", rows: [...rows, ...rows.slice(0, 1)] };
    expect(ofTable({ text: "4 countries are listed.", computed })).toBeUndefined();
    const invented = [...rows, { passage: 0, text: "Denmark | 1 | 2" }];
    expect(
      ofTable({ text: "4 countries are listed.", computed: { ...computed, rows: invented } }),
    ).toBeUndefined();
  });
});
