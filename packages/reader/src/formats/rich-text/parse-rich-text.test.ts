import { describe, expect, it } from "vitest";
import { outline, parseWith } from "../../../testing/fixtures/parse.ts";
import { parseRichText } from "./parse-rich-text.ts";

const parse = (inner: string) => parseWith(parseRichText, `{\\rtf1\\ansi\\ansicpg1252 ${inner}}`, "rtf");
const read = async (inner: string) => outline((await parse(inner)).elements);

describe("text", () => {
  it("has paragraphs, and characters of code pages and Unicode", async () => {
    const fonts = "{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial;}}";
    expect(
      await read(`${fonts}\\f0 K\\'fcste und Meer liegen hier.\\par \\f1\\'cf\\'ee\\f0  \\u8364?5\\par`),
    ).toEqual(["NarrativeText: Küste und Meer liegen hier.", "UncategorizedText: По €5"]);
  });

  it("has headings by style and level, emphasis and links", async () => {
    const styles = "{\\stylesheet{\\s0 Normal;}{\\s1 heading 1;}}";
    const link = '{\\field{\\*\\fldinst{HYPERLINK "https://example.org/"}}{\\fldrslt link}}';
    const { elements } = await parse(
      `${styles}\\pard\\s1 Scope\\par\\pard\\outlinelevel1 Terms\\par\\pard A {\\b bold} {\\v unseen}${link}.\\par`,
    );
    expect(outline(elements)).toEqual(["Title1: Scope", "Title2: Terms", "NarrativeText: A bold link."]);
  });

  it("writes powers so that they do not read as other numbers", async () => {
    expect(
      await read(
        "About 10{\\super 3} m{\\super 2}, 7{\\up6 2}{\\dn4 1}, in pieces 5{\\super 1}{\\super 2}.\\par",
      ),
    ).toEqual(["NarrativeText: About 10^3 m2, 7^21, in pieces 5^12."]);
  });

  it("writes numbers that people cite into the text", async () => {
    const item = (marker: string, text: string) => `{\\listtext\\pard ${marker}\\tab}${text}\\par`;
    expect(await read(`${item("Article I", "Scope")}${item("1.2", "Term")}${item("iv.", "Rent")}`)).toEqual([
      "ListItem: Article I Scope",
      "ListItem: 1.2 Term",
      "ListItem: Rent",
    ]);
  });

  it("shows symbols of symbol fonts, not the characters that stand for them", async () => {
    const fonts =
      "{\\fonttbl{\\f0 Arial;}{\\f3\\fcharset2{\\*\\panose 05}Symbol;}{\\f4\\fcharset2 Wingdings;}}";
    expect(await read(`${fonts}\\f0 Load {\\f3\\'b3} 5 {\\f4\\u-3844?}\\plain  \\'b3\\par`)).toEqual([
      "NarrativeText: Load ≥ 5 ✓ ³",
    ]);
  });

  it("shows what form fields show, and the base of characters with a reading", async () => {
    const form = (kind: number, result: number, rest = "") =>
      `{\\field{\\*\\fldinst FORM {\\*\\formfield{\\fftype${kind}\\ffres${result}{\\*\\ffname c}\\ffdefres1${rest}}}}{\\fldrslt }}`;
    const choices = "{\\*\\ffl Economy}{\\*\\ffl First}";
    const ruby = "{\\field{\\*\\fldinst EQ \\\\o\\\\al(\\\\s\\\\up 9(top),base)}{\\fldrslt {}}}";
    expect(await read(`${form(1, 25)}yes\\par Class ${form(2, 0, choices)}, a ${ruby}.\\par`)).toEqual([
      "UncategorizedText: ☒ yes",
      "NarrativeText: Class Economy, a base.",
    ]);
  });

  it("has notes and comments that are marked as what may be ignored", async () => {
    const note = "{\\super\\chftn{\\*\\footnote\\chftn\\pard Measured at the lock.}}";
    const comment = "{\\*\\atnauthor Bo}\\chatn{\\*\\annotation{\\*\\atndate 0}Which book?}";
    const { elements } = await parse(`It rose${note} all day${comment}.\\par`);
    expect(elements.map(({ text, metadata }) => [text, metadata?.note ?? metadata?.kind])).toEqual([
      ["It rose all day.", undefined],
      ["Measured at the lock.", "footnote"],
      ["Which book?", "comment"],
    ]);
  });

  it("has text boxes after the paragraph that holds them", async () => {
    const box =
      "{\\shp{\\*\\shpinst\\shpleft0{\\sp{\\sn fill}{\\sv 1}}{\\shptxt \\pard First line\\par Second line\\par}}{\\shprslt old}}";
    expect(await read(`Harbour ${box}rules\\par End\\par`)).toEqual([
      "UncategorizedText: Harbour rules",
      "UncategorizedText: First line",
      "UncategorizedText: Second line",
      "UncategorizedText: End",
    ]);
  });

  it("leaves out what is no text", async () => {
    expect(
      await read(
        "{\\info{\\title Hidden}}{\\colortbl;\\red0;}{\\*\\unknown nothing}{\\pict\\bin4 \\{}x}Shown\\par",
      ),
    ).toEqual(["UncategorizedText: Shown"]);
  });

  it("has lists with their numbers, notes, headers and footers", async () => {
    const { elements } = await parse(
      "{\\header Top\\par}{\\pard{\\listtext 1.\\tab}one{\\footnote By hand.}\\par}{\\pard{\\pntext\\'b7\\tab}\\ilvl1 dot\\par}{\\footer End\\par}",
    );
    expect(outline(elements)).toEqual([
      "Header: Top",
      "ListItem: one",
      "ListItem: dot",
      "Footer: End",
      "NarrativeText: By hand.",
    ]);
    expect(elements[1]?.markdown).toBe("1. one[^1]");
    expect(elements[2]?.markdown).toBe("  - dot");
  });

  it("ignores control words that no one knows, whatever they are called", async () => {
    const text = "\\constructor A \\toString{\\valueOf line}\\par";
    expect(await read(text)).toEqual(["UncategorizedText: A line"]);
  });

  it("has tables", async () => {
    const { elements } = await parse(
      "\\trowd\\intbl Name\\cell Age\\cell Place\\cell\\row\\trowd\\intbl Ann\\cell 30\\cell Bonn\\cell\\row\\pard After it.\\par",
    );
    expect(outline(elements)).toEqual([
      "Table: Name: Ann | Age: 30 | Place: Bonn",
      "NarrativeText: After it.",
    ]);
    const spans =
      "\\trowd\\trhdr\\clvmgf\\cellx900\\cellx3000\\intbl Area\\cell Hours\\cell\\row\\trowd\\trhdr\\clvmrg\\cellx900\\cellx2000\\cellx3000\\intbl\\cell Day\\cell Night\\cell\\row\\trowd\\cellx900\\cellx2000\\cellx3000\\intbl North\\cell 8\\cell 4\\cell\\row";
    expect(outline((await parse(spans)).elements)).toEqual([
      "Table: Area: North | Hours Day: 8 | Hours Night: 4",
    ]);
    const stated =
      "\\trowd\\trhdr\\cellx900\\cellx3000\\intbl Port\\cell Land\\cell\\row\\trowd\\cellx900\\cellx3000\\intbl Kiel\\cell DE\\cell\\row";
    expect(outline((await parse(stated)).elements)).toEqual(["Table: Port: Kiel | Land: DE"]);
    const [table] = (
      await parse(
        "\\trowd\\intbl Name\\cell Age\\cell\\row\\trowd\\intbl Ann\\cell 30\\cell\\cell\\cell\\row",
      )
    ).elements;
    expect(table?.markdown).toBe("|   |   |\n| --- | --- |\n| Name | Age |\n| Ann | 30 |");
  });
});

it.each(["", "{\\fonttbl x}", "{".repeat(5_000)])("says when there is no text: %#", async (inner) => {
  await expect(parse(inner)).rejects.toThrow(/no text/);
});
