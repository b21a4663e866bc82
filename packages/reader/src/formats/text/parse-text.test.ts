import { describe, expect, it } from "vitest";
import { outline, parseWith } from "../../../testing/fixtures/parse.ts";
import { ParseError } from "../../parse-error.ts";
import { parseText } from "./parse-text.ts";

const parse = async (text: string | Uint8Array) => (await parseWith(parseText, text, "txt")).elements;
const read = async (text: string) => outline(await parse(text));

const WRAPPED = `The quick brown fox jumps over the lazy dog, and then the dog jumps over
the fox, which surprises everybody who happens to be standing around to
watch the two of them.`;

describe("paragraphs", () => {
  it("joins wrapped lines and divides paragraphs at blank lines", async () => {
    expect(await read(`${WRAPPED}\n\nAnother paragraph ends here.\n`)).toEqual([
      `NarrativeText: ${WRAPPED.replaceAll("\n", " ")}`,
      "NarrativeText: Another paragraph ends here.",
    ]);
  });

  it("keeps the lines of verse and of addresses", async () => {
    const verse =
      "Tyger Tyger, burning bright,\nIn the forests of the night;\nWhat immortal hand or eye,\nCould frame thy fearful symmetry?";
    expect(await read(`${WRAPPED}\n\n${verse}`)).toContain(`NarrativeText: ${verse}`);
    expect(await read("Jane Doe\n12 High Street\nYork YO1 7HH")).toEqual([
      "NarrativeText: Jane Doe\n12 High Street\nYork YO1 7HH",
    ]);
  });

  it("joins wrapped Chinese without spaces", async () => {
    const line =
      "人人生而自由在尊严和权利上一律平等他们赋有理性和良心并应以兄弟关系的精神相对待人人有资格享有";
    expect(await read(`${line}\n${line}\n所有权利和自由。`)).toEqual([
      `NarrativeText: ${line}${line}所有权利和自由。`,
    ]);
  });

  it("keeps a hyphen at a line end, because text files break lines only at existing hyphens", async () => {
    const [element] = await parse(WRAPPED.replace("everybody who", "every self-\nmade"));
    expect(element?.text).toContain("self-made");
  });

  it("keeps lines of keys and values apart, as in the head of an e-mail", async () => {
    expect(
      await read(
        "From: Jane <jane@example.org>\nTo: Bob\nSubject: The meeting on Monday\n\nDear Bob, see you there.",
      ),
    ).toEqual([
      "UncategorizedText: From: Jane <jane@example.org>\nTo: Bob\nSubject: The meeting on Monday",
      "NarrativeText: Dear Bob, see you there.",
    ]);
  });

  it("reads one paragraph per line when nothing is wrapped, with the short lines above as headings", async () => {
    const long =
      "Generally, applicants must file this form within the first 180 days of the year in which the change is wanted, at their office.";
    expect(await read(`Time and Place\n${long}\nLate Applications\n${long}`)).toEqual([
      "Title3: Time and Place",
      `NarrativeText: ${long}`,
      "Title3: Late Applications",
      `NarrativeText: ${long}`,
    ]);
  });

  it("keeps the lines of a log apart", async () => {
    const lines = Array.from(
      { length: 90 },
      (_, index) => `2024-01-01 10:00:${10 + (index % 50)} INFO request ${index} was handled`,
    );
    const elements = await parse(lines.join("\n"));
    expect(elements.map((element) => element.text.split("\n").length)).toEqual([40, 40, 10]);
    expect(elements.map((element) => element.text).join("\n")).toBe(lines.join("\n"));
  });

  it("keeps lines apart that begin with dates or times", async () => {
    const log =
      "2024-05-01 12:00:01 INFO start of the service id=0001\n2024-05-01 12:00:02 WARN disk is 91% full";
    expect(await read(log)).toEqual([`NarrativeText: ${log}`]);
    expect(
      (await read(`${WRAPPED}\n\n9:30 The hall opens for guests\n10:00 Ann speaks about tides`)).at(-1),
    ).toContain("\n10:00");
  });

  it("reads output of terminals as they show it", async () => {
    const text =
      "N\bNA\bAM\bME\bE\n\n\u001b[1;32mls\u001b[0m \u001b]0;title\u0007lists _\bP_\bA\bA_\bTH x_y\b_ here.\n";
    expect(await read(text)).toEqual(["Title1: NAME", "NarrativeText: ls lists PATH x_y here."]);
  });

  it("finds a heading directly above its text", async () => {
    expect(await read(`THE GREAT REPORT\nby Jane Doe\n\n${WRAPPED}`)).toEqual([
      "Title1: THE GREAT REPORT",
      "UncategorizedText: by Jane Doe",
      `NarrativeText: ${WRAPPED.replaceAll("\n", " ")}`,
    ]);
  });

  it("cuts a very long line into elements of readable length", async () => {
    const elements = await parse("word ".repeat(20_000));
    expect(Math.max(...elements.map((element) => element.text.length))).toBeLessThanOrEqual(20_000);
    expect(elements.map((element) => element.text).join(" ")).toBe("word ".repeat(20_000).trim());
  });

  it("cuts a line without spaces, too, and loses no character of it", async () => {
    const elements = await parse("x7".repeat(500_000));
    expect(elements).toHaveLength(50);
    expect(elements.map((element) => element.text).join("")).toBe("x7".repeat(500_000));
  });

  it("finds paragraphs by indentation when there are no blank lines", async () => {
    expect(
      await read("   It was late. He went home\nand slept.\n   In the morning he rose\nand left."),
    ).toEqual([
      "NarrativeText: It was late. He went home and slept.",
      "NarrativeText: In the morning he rose and left.",
    ]);
  });
});

describe("headings", () => {
  it.each([
    ["Introduction\n============\n\nText follows here, as it should.", "Title1: Introduction"],
    ["Some text before it.\n\nScope\n-----\n\nText follows here.", "Title2: Scope"],
    ["Some text before it.\n\nCHAPTER TWO\n\nText follows here.", "Title2: CHAPTER TWO"],
    ["Some text before it.\n\nChapter 3: The Sea\n\nText follows here.", "Title2: Chapter 3: The Sea"],
    ["Some text before it.\n\n1.2 Methods and Means\n\nText follows here.", "Title3: 1.2 Methods and Means"],
    ["Some text before it.\n\n第三章 海\n\nText follows here.", "Title2: 第三章 海"],
    ["Some text before it.\n\nWhat is new\n\nText follows here, at some length.", "Title3: What is new"],
  ])("%j", async (text, title) => {
    expect(await read(text)).toContain(title);
  });

  it("does not read an address or a sentence as a heading", async () => {
    const found = await read(
      "Some text before it.\n\nYork, YO1 7HH 12345\n\nIt rained.\n\nText follows here.",
    );
    expect(found.filter((line) => line.startsWith("Title"))).toEqual([]);
  });
});

describe("lists", () => {
  it("reads bullets and numbers with continuation lines and depth", async () => {
    const elements = await parse(
      "- Apples, which are\n  red\n  * sweet ones\n- Pears\n\n1. First\n2. Second\n\n3. Third",
    );
    expect(outline(elements)).toEqual([
      "ListItem: Apples, which are red",
      "ListItem: sweet ones",
      "ListItem: Pears",
      "ListItem: First",
      "ListItem: Second",
      "ListItem: Third",
    ]);
    expect(elements.map((element) => element.markdown)).toEqual([
      "- Apples, which are red",
      "  - sweet ones",
      "- Pears",
      "1. First",
      "2. Second",
      "3. Third",
    ]);
  });

  it("does not read a number at the start of a wrapped line as an item", async () => {
    const text =
      "The house was built by his father, who had bought the ground in the year\n1990. Then it stood empty for very many years, until somebody came to live\nin it again.";
    expect((await parse(text)).map((element) => element.type)).toEqual(["NarrativeText"]);
  });
});

describe("tables and code", () => {
  it("reads columns between pipes, tabs and spaces as tables", async () => {
    const aligned = "Item        Price    Stock\nApple        1.20       12\nPear         0.80        7";
    const expected = "Item: Apple | Price: 1.20 | Stock: 12\nItem: Pear | Price: 0.80 | Stock: 7";
    for (const text of [
      aligned,
      aligned.replace(/ {2,}/g, "\t"),
      `┌───┬───┐\n${aligned.replace(/ {2,}/g, " │ ").replace(/^|$/gm, "│").replace("\n", "\n├───┼───┤\n")}\n╰═══╧═══╯`,
      `+---+---+\n${aligned.replace(/ {2,}/g, " | ").replace(/^|$/gm, "|")}\n+---+---+`,
    ]) {
      expect(await read(text)).toEqual([`Table: ${expected}`]);
    }
  });

  it("keeps the lines of a tree of folders", async () => {
    const tree = "src\n├── reader\n│   ├── lines.ts\n│   └── words.ts\n└── main.ts";
    const [element] = await parse(tree);
    expect(element?.text).toContain("├── lines.ts");
    expect(element?.type).not.toBe("Table");
  });

  it("keeps code as it stands", async () => {
    const code = "def area(r):\n    return 3.14 * r ** 2\n\nprint(area(2))";
    const elements = await parse(`${WRAPPED}\n\n${code.split("\n\n")[0]}`);
    expect(elements[1]).toMatchObject({
      type: "CodeSnippet",
      text: "def area(r):\n    return 3.14 * r ** 2",
    });
  });
});

describe("files", () => {
  it("counts pages by form feeds", async () => {
    const document = await parseWith(parseText, "Page one is here.\n\f\nPage two is here.\f", "txt");
    expect(document.elements.map((element) => element.pageNumber)).toEqual([1, 2]);
    expect(document.totalPages).toBe(2);
  });

  it("returns composed text without control characters", async () => {
    const [element] = await parse("Cafe\u0301 with\u0007 a so\u00adft hyphen and\u00a0space.");
    expect(element?.text).toBe("Café with a soft hyphen and space.");
  });

  it("keeps right-to-left text in reading order", async () => {
    const text = "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.";
    expect(await read(text)).toEqual([`NarrativeText: ${text}`]);
  });

  it.each([
    ["", /empty/],
    [" \n\n\t ", /no text/],
    ["%PDF-1.7\n1 0 obj", /PDF document.*\.txt/],
  ])("refuses %j with a reason", async (text, reason) => {
    await expect(parse(text)).rejects.toThrow(reason);
    await expect(parse(text)).rejects.toBeInstanceOf(ParseError);
  });

  it("refuses binary data", async () => {
    const bytes = Uint8Array.from({ length: 4000 }, (_, index) => (index * 7919) % 251);
    await expect(parse(bytes)).rejects.toThrow(/binary data/);
  });

  it("reports progress up to the end", async () => {
    const { progress, elements } = await parseWith(parseText, "A line of text.\n\n".repeat(6000), "txt");
    expect(elements).toHaveLength(6000);
    expect(progress.length).toBeGreaterThan(2);
    expect(progress.at(-1)).toEqual({ done: 6000, total: 6000, unit: "elements" });
  });

  it("reads a block that is only underlined headings to its end", async () => {
    const titles = Array.from(
      { length: 400 },
      (_, index) => `Chapter of things ${index}\n=========================`,
    );
    const found = outline((await parseWith(parseText, titles.join("\n"), "txt")).elements).join("\n");
    for (let index = 0; index < 400; index += 1) expect(found).toContain(`Chapter of things ${index}`);
  });
});
