import { describe, expect, test } from "vitest";
import type { AnswererEvent, Passage } from "../../answering/answerer.ts";
import { createExtractiveAnswerer } from "./extractive-answerer.ts";

const answerer = createExtractiveAnswerer();

const passage = (sectionTitle: string, text: string, elementType = "NarrativeText"): Passage => ({
  fileId: "file",
  fileName: "tarnway.md",
  elementId: text,
  elementType,
  pageNumber: 1,
  sectionNumber: 1,
  sectionTitle,
  text,
  score: 0.5,
});
const items = (sectionTitle: string, texts: string[]): Passage[] =>
  texts.map((text) => passage(sectionTitle, text, "ListItem"));

const eventsOf = async (question: string, passages: Passage[]): Promise<AnswererEvent[]> => {
  const events: AnswererEvent[] = [];
  const request = { question, history: [], passages, thinkingLevel: "accurate" as const };
  for await (const event of answerer(request, new AbortController().signal)) events.push(event);
  return events;
};
const ask = async (question: string, passages: Passage[]): Promise<string[]> =>
  (await eventsOf(question, passages)).flatMap((event) =>
    event.type === "statement" ? [event.statement.text] : [],
  );

describe("what stands below the heading that a question names answers it", () => {
  const club = "Tarnway rowing club";
  const passages = [
    passage(club, "Tarnway rows on the lake since 1911."),
    passage(`${club} › 3. Fees`, "Adults pay 90 euros a year."),
    passage(`${club} › 4. Treasurer`, "Ines Falk"),
    passage(`${club} › 7. Next regatta`, "Sunday, 14 June 2026, at the old pier."),
    passage(`${club} › 8. Boats`, "The club owns nine boats. Two of them are eights. All lie in shed B."),
  ];

  test("of a section that goes on with a list, what the thing is comes without the list", async () => {
    const readme = [
      passage("Orrin", "Orrin is a service for documents. It runs in one process. It needs no network."),
      ...items("Orrin", ["It is small.", "It is fast."]),
    ];
    expect(await ask("What is Orrin?", readme)).toEqual([
      "Orrin is a service for documents.",
      "It runs in one process.",
      "It needs no network.",
    ]);
  });

  test.each([
    ["When is the next regatta?", ["Sunday, 14 June 2026, at the old pier."]],
    ["Who is the treasurer of Tarnway?", ["Ines Falk"]],
    ["fees", ["Adults pay 90 euros a year."]],
    ["boats", ["The club owns nine boats.", "Two of them are eights.", "All lie in shed B."]],
  ])("%s", async (question, expected) => {
    expect(await ask(question, passages)).toEqual(expected);
  });

  test("not when the question asks for more than the heading says", async () => {
    expect(await ask("Who repairs the boats?", passages)).not.toContain("Two of them are eights.");
  });
});

describe("lists and tables are given whole", () => {
  const names = Array.from({ length: 14 }, (_, index) => `Rower ${String.fromCharCode(65 + index)}`);

  test.each(["Who are the members of the crew?", "list all crew members"])("%s", async (question) => {
    expect(await ask(question, items("Club › Members of the crew", names))).toEqual(names);
  });

  test.each([
    ["alle Mitgliedsgemeinden auflisten", "Mitgliedsgemeinden"],
    ["Mitgliedsgemeinden, bitte aufzählen", "Mitgliedsgemeinden"],
    ["Liste der Mitgliedsgemeinden", "Mitgliedsgemeinden"],
    ["lister les refuges partenaires", "Refuges partenaires"],
    ["enumera las ventajas de los socios", "Ventajas de los socios"],
    ["approved suppliers, can you list them", "Approved suppliers"],
  ])("asked for with a word that says so, in any language and order: %s", async (question, heading) => {
    expect(await ask(question, items(heading, names))).toEqual(names);
  });

  test("the place of a list is asked for without its items", async () => {
    const place = passage("Committee", "The list of members hangs beside the door.");
    const asked = await ask("Where is the list of members?", [place, ...items("Crew", names)]);
    expect(asked).toEqual([place.text]);
  });

  test("a list that is too long says how many items are left out", async () => {
    const many = Array.from({ length: 63 }, (_, index) => `Boat number ${index + 1}`);
    const events = await eventsOf("What are the boats?", items("Club › Boats", many));
    expect(events.filter(({ type }) => type === "statement")).toHaveLength(50);
    expect(events).toContainEqual({ type: "more", items: 13 });
  });

  const suppliers = ["Aldwin Paper", "Benno Tools", "Corvid Glass"];

  test("a list is counted where its heading names what is asked for", async () => {
    const listed = items("Purchasing › Approved suppliers", suppliers);
    expect(await ask("how many approved suppliers do we have", listed)).toEqual(["Approved suppliers: 3"]);
  });

  test("it is not counted where its items say numbers, or where the list may go on elsewhere", async () => {
    const tools = items("Workbench › Tools", ["3 hammers", "2 saws", "a file"]);
    expect(await ask("how many tools are there", tools)).not.toContain("Tools: 3");
    const listed = items("Purchasing › Approved suppliers", suppliers);
    const long = listed.map((each) => ({ ...each, chunk: "Approved suppliers\n".repeat(50) }));
    expect(await ask("how many approved suppliers do we have", long)).not.toContain("Approved suppliers: 3");
  });

  test("a sentence that leads in is given with its list", async () => {
    const passages = [
      passage("Racing", "To race you need:"),
      ...items("Racing", ["a licence", "a helmet"]),
      passage("Racing", "Races begin at nine."),
    ];
    expect(await ask("What do I need to race?", passages)).toEqual([
      "To race you need:",
      "a licence",
      "a helmet",
    ]);
  });

  test("a table below a heading is given with its rows, and a row is answered by its value", async () => {
    const text = "No.: 1 | Task: Paint the pier | Who: Ada Holt\nNo.: 2 | Task: Order oars | Who: Jan Brun";
    const table = [passage("Minutes › Open tasks", text, "Table")];
    expect(await ask("What are the open tasks?", table)).toEqual(text.split("\n"));
    expect(await ask("Who must order the oars?", table)).toEqual([
      "No.: 2 | Task: Order oars | Who: Jan Brun",
    ]);
  });
});
