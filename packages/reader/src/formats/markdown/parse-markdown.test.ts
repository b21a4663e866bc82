import { describe, expect, it } from "vitest";
import { outline, parseWith } from "../../../testing/fixtures/parse.ts";
import { parseMarkdown } from "./parse-markdown.ts";

const parse = async (markdown: string) => (await parseWith(parseMarkdown, markdown, "md")).elements;
const read = async (markdown: string) => outline(await parse(markdown));

describe("parseMarkdown", () => {
  it("names the kind of a note as GitHub shows it", async () => {
    const elements = await parse("> [!WARNING]\n> Do not dive.\n\n[!NOTE] stays.\n");
    expect(elements.map(({ text }) => text)).toEqual(["Warning: Do not dive.", "[!NOTE] stays."]);
    expect(elements[0]?.markdown).toBe("> **Warning:** Do not dive.");
  });

  it("reads headings of both kinds, paragraphs and emphasis", async () => {
    const elements = await parse(
      "Main\n====\n\nSome *text* wrapped\nover **lines** ends.\n\nSub\n---\n\n### Deep ###",
    );
    expect(outline(elements)).toEqual([
      "Title1: Main",
      "NarrativeText: Some text wrapped over lines ends.",
      "Title2: Sub",
      "Title3: Deep",
    ]);
    expect(elements.map((element) => element.markdown)).toEqual([
      "# Main",
      "Some *text* wrapped over **lines** ends.",
      "## Sub",
      "### Deep",
    ]);
  });

  it("keeps formulas as written", async () => {
    const formulas = [
      "The area is $\\int_0^1 x\\,dx = a_1*b_1*c_1$ here.",
      "$$\n\\{a\\;b\\} \\\\ c\n$$",
      "It costs $5\\_000 or $6\\_000 a year, in `$HOME\\,$`.",
      "The rent is $5\\_000-$6\\_000, of it $ 1\\_000$ in May.",
    ];
    expect(await read(formulas.join("\n\n"))).toEqual([
      "NarrativeText: The area is $\\int_0^1 x\\,dx = a_1*b_1*c_1$ here.",
      "Formula: \\{a\\;b\\} \\\\ c",
      "NarrativeText: It costs $5_000 or $6_000 a year, in $HOME\\,$.",
      "NarrativeText: The rent is $5_000-$6_000, of it $ 1_000$ in May.",
    ]);
  });

  it("reads nested lists, numbers and tasks", async () => {
    const elements = await parse("- one\n  - two\n    1. three\n- [x] done\n- [ ] open");
    expect(outline(elements)).toEqual([
      "ListItem: one",
      "ListItem: two",
      "ListItem: three",
      "ListItem: ☒ done",
      "ListItem: ☐ open",
    ]);
    expect(elements.map((element) => element.markdown)).toEqual([
      "- one",
      "  - two",
      "    1. three",
      "- [x] done",
      "- [ ] open",
    ]);
  });

  it("reads tables, code with its language, quotes, links and pictures", async () => {
    const elements = await parse(
      "| A | B |\n|---|:-:|\n| 1 | `x|y` |\n\n```python\nprint(1)\n```\n\n> Quoted words are these.\n\nSee [the docs][d] ~~now~~.\n\n![A map](map.png)\n\n[d]: https://example.org",
    );
    expect(outline(elements)).toEqual([
      "Table: A: 1 | B: `x",
      "CodeSnippet: print(1)",
      "NarrativeText: Quoted words are these.",
      "NarrativeText: See the docs now.",
      "Image: A map",
    ]);
    expect(elements[1]?.metadata).toEqual({ language: "python" });
    expect(elements[3]?.markdown).toBe("See [the docs](https://example.org) ~~now~~.");
  });

  it("keeps front matter out of the text", async () => {
    const [first, ...rest] = await parse(
      '---\ntitle: "My page"\ntags:\n  - a\n  - b\n---\n\nThe text is here now.',
    );
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      text: "The text is here now.",
      metadata: { front_matter: { title: "My page", tags: "a, b" } },
    });
  });

  it("does not read rules around text as front matter", async () => {
    expect(await read("---\nJust a sentence stands here.\n---\n\nMore.")).toContain(
      "Title2: Just a sentence stands here.",
    );
  });

  it("reads the author's HTML, and keeps what only looks like tags", async () => {
    const found = await read(
      "<details><summary>More about it</summary>\n\nHidden *text* lives here.\n\n</details>\n\nUse a `Vec<T>` or Vec<String> with the <title> tag.\n\nThe end has come.",
    );
    expect(found).toEqual([
      "UncategorizedText: More about it",
      "NarrativeText: Hidden text lives here.",
      "NarrativeText: Use a Vec<T> or Vec<String> with the <title> tag.",
      "NarrativeText: The end has come.",
    ]);
  });

  it("loses no text after a comment or script that never closes", async () => {
    expect((await read("<script>\nlet x\n\nText after the script.")).join(" ")).toContain(
      "Text after the script.",
    );
    expect((await read("Before it.\n\n<!-- open\n\nText after the comment.")).join(" ")).toContain(
      "Text after the comment.",
    );
  });

  it("keeps footnotes as text", async () => {
    expect(await read("It is so.[^1]\n\n[^1]: Because they say it is.")).toEqual([
      "NarrativeText: It is so.[^1]",
      "NarrativeText: [^1] Because they say it is.",
    ]);
  });

  it("keeps further paragraphs of a footnote, and its code, as what they are", async () => {
    const note =
      "[^1]: The first plan.\n\n    The war stopped the work.\n\n        run()\n\nNext paragraph.\n\n    code()";
    expect(await read(`Built in 1950.[^1]\n\n${note}`)).toEqual([
      "NarrativeText: Built in 1950.[^1]",
      "NarrativeText: [^1] The first plan.",
      "NarrativeText: The war stopped the work.",
      "CodeSnippet: run()",
      "NarrativeText: Next paragraph.",
      "CodeSnippet: code()",
    ]);
  });

  it("reads long documents piece by piece, without losing text", async () => {
    const section = (index: number) =>
      `# Heading ${index}\n\n${"Words of this section fill a line. ".repeat(100)}\n\n\`\`\`\n# no heading\n\`\`\`\n\n`;
    const elements = await parse(Array.from({ length: 200 }, (_, index) => section(index)).join(""));
    expect(elements).toHaveLength(600);
    expect(elements.filter((element) => element.type === "Title")).toHaveLength(200);
  });

  it("cuts a line without an end, and loses no word of it", async () => {
    const elements = await parse(`# Dump\n\n${"word ".repeat(300_000)}\n\nAfter it.`);
    expect(elements[0]?.type).toBe("Title");
    expect(elements.at(-1)?.text).toBe("After it.");
    expect(
      elements
        .slice(1, -1)
        .map(({ text }) => text)
        .join(" "),
    ).toBe("word ".repeat(300_000).trim());
  });

  it.each([
    ["", /empty/],
    ["\n\n", /no text/],
  ])("refuses %j", async (markdown, reason) => {
    await expect(parse(markdown)).rejects.toThrow(reason);
  });
});
