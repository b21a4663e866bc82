import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import {
  type DocxContent,
  docxParagraph,
  docxTable,
  listDefinition,
  makeDocx,
  numberedParagraph,
  paragraphStyle,
  styledParagraph,
} from "../../../testing/fixtures/docx.ts";
import { outline, parseWith } from "../../../testing/fixtures/parse.ts";
import { parseWord } from "./parse-word.ts";

const parse = (content: DocxContent | string) =>
  parseWith(parseWord, makeDocx(typeof content === "string" ? { body: content } : content), "docx");
const read = async (content: DocxContent | string) => outline((await parse(content)).elements);
const first = async (content: DocxContent | string) => (await parse(content)).elements[0];
const run = (text: string, properties = "") =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkM+M/AAICAQDfL8CmAAAAAElFTkSuQmCC",
  "base64",
);

describe("styles", () => {
  it("finds headings by outline level, inheritance and name, whatever the language of the ids", async () => {
    const styles = [
      paragraphStyle("Normal", "Normal"),
      paragraphStyle("Rubrik1", "heading 1", '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
      paragraphStyle("Mine", "My heading", '<w:basedOn w:val="Rubrik1"/>'),
      paragraphStyle("X", "Kapitel", '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
      paragraphStyle("Y", "Überschrift 3"),
    ].join("");
    const body = [
      styledParagraph("Rubrik1", "One"),
      styledParagraph("Mine", "Two"),
      styledParagraph("X", "Three"),
      styledParagraph("Y", "Four"),
    ];
    expect(await read({ body: body.join(""), styles })).toEqual([
      "Title1: One",
      "Title1: Two",
      "Title2: Three",
      "Title3: Four",
    ]);
  });

  it("knows headings by id when there is no styles part, and by a level set on the paragraph", async () => {
    expect(
      await read(styledParagraph("Heading2", "Scope") + docxParagraph("Terms", '<w:outlineLvl w:val="2"/>')),
    ).toEqual(["Title2: Scope", "Title3: Terms"]);
  });

  it("puts headings below the document's title", async () => {
    const styles =
      paragraphStyle("T", "Title") + paragraphStyle("S", "Subtitle") + paragraphStyle("H", "heading 1");
    const body =
      styledParagraph("T", "Report") + styledParagraph("S", "A study") + styledParagraph("H", "Intro");
    const { elements } = await parse({ body, styles });
    expect(elements.map((element) => element.markdown)).toEqual(["# Report", "### A study", "## Intro"]);
  });

  it("reads captions, quotes and code", async () => {
    const styles =
      paragraphStyle("C", "caption") +
      paragraphStyle("Q", "Intense Quote") +
      paragraphStyle("P", "HTML Preformatted");
    const body =
      styledParagraph("C", "Figure 1: growth") +
      styledParagraph("Q", "To be or not to be.") +
      styledParagraph("P", "if (a) {") +
      styledParagraph("P", "  b();") +
      styledParagraph("P", "}");
    const { elements } = await parse({ body, styles });
    expect(outline(elements)).toEqual([
      "FigureCaption: Figure 1: growth",
      "NarrativeText: To be or not to be.",
      "CodeSnippet: if (a) {\n  b();\n}",
    ]);
    expect(elements[1]?.markdown).toBe("> To be or not to be.");
  });

  it("reads bold lines as headings when no heading style is used", async () => {
    const text = "This is a paragraph that says a thing or two.";
    const body =
      docxParagraph("Background", "", "<w:b/>") +
      docxParagraph(text) +
      docxParagraph("Results", "", "<w:b/>") +
      docxParagraph(text) +
      docxParagraph(text);
    expect(await read(body)).toEqual([
      "Title2: Background",
      `NarrativeText: ${text}`,
      "Title2: Results",
      `NarrativeText: ${text}`,
      `NarrativeText: ${text}`,
    ]);
  });
});

describe("lists", () => {
  it("counts levels, restarts them below a higher one, and continues across paragraphs", async () => {
    const numbering = listDefinition(1, [
      ["decimal", "%1."],
      ["lowerLetter", "(%2)"],
      ["upperRoman", "%3"],
    ]);
    const body = [
      numberedParagraph(1, 0, "one"),
      numberedParagraph(1, 1, "a"),
      numberedParagraph(1, 1, "b"),
      numberedParagraph(1, 2, "deep"),
      docxParagraph("Between them stands a paragraph."),
      numberedParagraph(1, 0, "two"),
      numberedParagraph(1, 1, "a again"),
    ].join("");
    const { elements } = await parse({ body, numbering });
    expect(elements.map((element) => element.markdown)).toEqual([
      "1. one",
      "  (a) a",
      "  (b) b",
      "    I deep",
      "Between them stands a paragraph.",
      "2. two",
      "  (a) a again",
    ]);
    expect(elements[1]).toMatchObject({
      type: "ListItem",
      text: "a",
      metadata: { list_depth: 1, list_marker: "(a)" },
    });
  });

  it("writes compound numbers of headings and clauses into the text", async () => {
    const numbering = listDefinition(1, [
      ["decimal", "%1"],
      ["decimal", "%1.%2"],
    ]);
    const styles =
      paragraphStyle(
        "H",
        "heading 1",
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr>',
      ) +
      paragraphStyle(
        "Clause",
        "Clause",
        '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr>',
      );
    const body =
      styledParagraph("H", "Terms") +
      styledParagraph("Clause", "The tenant pays.") +
      styledParagraph("Clause", "The landlord waits.") +
      styledParagraph("H", "Term");
    expect(await read({ body, styles, numbering })).toEqual([
      "Title1: 1 Terms",
      "ListItem: 1.1 The tenant pays.",
      "ListItem: 1.2 The landlord waits.",
      "Title1: 2 Term",
    ]);
  });

  it("writes numbers that people cite into the text", async () => {
    const numbering = listDefinition(1, [
      ["upperRoman", "Article %1"],
      ["chineseCountingThousand", "第%2条"],
      ["lowerRoman", "(%3)"],
    ]);
    const body = [0, 1, 2].map((level) => numberedParagraph(1, level, "Term")).join("");
    expect(await read({ body, numbering })).toEqual([
      "ListItem: Article I Term",
      "ListItem: 第一条 Term",
      "ListItem: Term",
    ]);
  });

  it("restarts the count when a list instance says so", async () => {
    const numbering = `${listDefinition(1, [["decimal", "%1."]])}<w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>`;
    const { elements } = await parse({
      body: numberedParagraph(1, 0, "x") + numberedParagraph(2, 0, "y") + numberedParagraph(2, 0, "z"),
      numbering,
    });
    expect(elements.map((element) => element.markdown)).toEqual(["1. x", "7. y", "8. z"]);
  });

  it("reads bullets of the list and typed bullets", async () => {
    const numbering = listDefinition(1, [["bullet", "\uf0b7"]]);
    const { elements } = await parse({
      body: numberedParagraph(1, 0, "real") + docxParagraph("• typed"),
      numbering,
    });
    expect(elements.map((element) => element.markdown)).toEqual(["- real", "- typed"]);
  });
});

describe("inline content", () => {
  it("keeps bold, italic and links in Markdown", async () => {
    const body = `<w:p>${run("A ")}${run("bold", "<w:b/>")}${run(" and ", '<w:b w:val="0"/>')}<w:hyperlink r:id="l1">${run("linked", "<w:i/>")}</w:hyperlink>${run(" end.")}</w:p>`;
    expect(await first({ body, links: { l1: "https://example.org/" } })).toMatchObject({
      text: "A bold and linked end.",
      markdown: "A **bold** and [*linked*](https://example.org/) end.",
      metadata: { link_urls: ["https://example.org/"], link_texts: ["linked"] },
    });
  });

  it("keeps insertions and drops deletions and hidden text", async () => {
    const body = `<w:p>${run("It ")}<w:ins>${run("is")}</w:ins><w:del><w:r><w:delText>was</w:delText></w:r></w:del>${run(" so", "")}${run("secret", "<w:vanish/>")}.</w:p>`;
    expect(await read(body)).toEqual(["UncategorizedText: It is so"]);
  });

  it("joins paragraphs when the mark between them was deleted", async () => {
    const body = docxParagraph("It goes ", "<w:rPr><w:del/></w:rPr>") + docxParagraph("on and on.");
    expect(await read(body)).toEqual(["NarrativeText: It goes on and on."]);
  });

  it("reads tabs, breaks, hyphens and symbols", async () => {
    const body = `<w:p><w:r><w:t>Name:</w:t><w:tab/><w:t>Jo</w:t><w:noBreakHyphen/><w:t>Ann so</w:t><w:softHyphen/><w:t>ft</w:t><w:br/><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FE"/></w:r></w:p>`;
    expect((await first(body))?.text).toBe("Name:\tJo-Ann soft\nα☑");
  });

  it("leaves out field instructions and keeps what fields show", async () => {
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const body = `<w:p>${run("See ")}${field("begin")}<w:r><w:instrText> HYPERLINK "https://example.org/x" </w:instrText></w:r>${field("separate")}${run("the page")}${field("end")}${run(" on ")}<w:fldSimple w:instr="DATE">${run("1 May")}</w:fldSimple>.</w:p>`;
    expect(await first(body)).toMatchObject({
      text: "See the page on 1 May",
      markdown: "See [the page](https://example.org/x) on 1 May",
    });
  });

  it.each([
    ['<w:vertAlign w:val="superscript"/>', "10^2 €"],
    ['<w:position w:val="8"/><w:sz w:val="19"/>', "10^2 €"],
    ['<w:position w:val="-4"/>', "102 €"],
  ])("writes powers so that they do not read as other numbers: %s", async (look, text) => {
    const raised = `<w:r><w:rPr>${look}</w:rPr><w:t>2</w:t></w:r>`;
    expect((await first(`<w:p>${run("10")}${raised}${run(" €")}</w:p>`))?.text).toBe(text);
  });

  it("shows the base of characters with a reading in an old field", async () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const instruction = `<w:r><w:instrText> EQ \\o\\ad(\\s\\up 9(top),base) </w:instrText></w:r>`;
    const shown = `<w:p>${run("A ")}${mark("begin")}${instruction}${mark("end")}${run(" here.")}</w:p>`;
    const result = `<w:p>${mark("begin")}${instruction}${mark("separate")}${run("Once.")}${mark("end")}</w:p>`;
    expect(await read(shown + result)).toEqual(["NarrativeText: A base here.", "NarrativeText: Once."]);
  });

  it("reads content controls and both kinds of check boxes", async () => {
    const form = `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const body = `<w:sdt><w:sdtContent><w:p><w:sdt><w:sdtPr><w14:checkbox/></w:sdtPr><w:sdtContent>${run("☐")}</w:sdtContent></w:sdt>${run(" Tea")}</w:p></w:sdtContent></w:sdt><w:p>${form}${run("Coffee")}</w:p>`;
    expect(await read(body)).toEqual(["UncategorizedText: ☐ Tea", "UncategorizedText: ☒ Coffee"]);
  });

  it("reads equations as formulas or inside text", async () => {
    const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const equation = `<m:oMath>${r("x=")}<m:f><m:num>${r("a+b")}</m:num><m:den><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${r("c")}</m:e></m:rad></m:den></m:f></m:oMath>`;
    const { elements } = await parse(
      `<w:p><m:oMathPara>${equation}</m:oMathPara></w:p><w:p>${run("where ")}<m:oMath><m:sSup><m:e>${r("c")}</m:e><m:sup>${r("2")}</m:sup></m:sSup></m:oMath>${run(" is small.")}</w:p>`,
    );
    expect(elements).toMatchObject([
      { type: "Formula", text: "x=(a+b)/(√c)", markdown: "$$x=\\frac{a+b}{\\sqrt{c}}$$" },
      { type: "NarrativeText", text: "where c^2 is small.", markdown: "where $c^{2}$ is small." },
    ]);
  });

  it("reads text boxes once, however they are stored", async () => {
    const box = (text: string) => `<w:txbxContent>${docxParagraph(text)}</w:txbxContent>`;
    const modern = `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${box("Boxed words stand here.")}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box("Boxed words stand here.")}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent>`;
    const old = `<w:pict><v:shape><v:textbox>${box("An older box stands here.")}</v:textbox></v:shape></w:pict>`;
    expect(
      await read(
        `<w:p>${run("Anchor of the box is here.")}<w:r>${modern}</w:r></w:p><w:p><w:r>${old}</w:r></w:p>`,
      ),
    ).toEqual([
      "NarrativeText: Anchor of the box is here.",
      "NarrativeText: Boxed words stand here.",
      "NarrativeText: An older box stands here.",
    ]);
  });
});

describe("tables", () => {
  it("reads merged cells and marked heading rows", async () => {
    const cell = (text: string, properties = "") =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${docxParagraph(text)}</w:tc>`;
    const rows = [
      `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cell("Region")}${cell("Figures", '<w:gridSpan w:val="2"/>')}</w:tr>`,
      `<w:tr>${cell("North", '<w:vMerge w:val="restart"/>')}${cell("1")}${cell("2")}</w:tr>`,
      `<w:tr>${cell("", "<w:vMerge/>")}${cell("3")}${cell("4")}</w:tr>`,
    ];
    expect(await first(`<w:tbl>${rows.join("")}</w:tbl>`)).toMatchObject({
      type: "Table",
      text: "Region: North | Figures: 1 | Figures: 2\nRegion: North | Figures: 3 | Figures: 4",
      html: '<table><thead><tr><th>Region</th><th colspan="2">Figures</th></tr></thead><tbody><tr><td rowspan="2">North</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>',
    });
  });

  it("tells tables with headings from forms of keys and values", async () => {
    expect(
      await read(
        docxTable([
          ["Item", "Unit", "Price"],
          ["Apple", "kg", "1.20"],
          ["Pear", "kg", "0.80"],
        ]),
      ),
    ).toEqual(["Table: Item: Apple | Unit: kg | Price: 1.20\nItem: Pear | Unit: kg | Price: 0.80"]);
    expect(
      await read(
        docxTable([
          ["Name", "Jane Doe"],
          ["Born", "1980"],
          ["Height", "1.70"],
        ]),
      ),
    ).toEqual(["Table: Name: Jane Doe\nBorn: 1980\nHeight: 1.70"]);
  });

  it("reads a table inside a cell as its lines, and a frame as its content", async () => {
    const nested = `<w:tbl><w:tr><w:tc>${docxParagraph("out")}</w:tc><w:tc>${docxTable([["k", "v"]])}${docxParagraph("")}</w:tc></w:tr><w:tr><w:tc>${docxParagraph("a")}</w:tc><w:tc>${docxParagraph("b")}</w:tc></w:tr></w:tbl>`;
    expect(await read(nested)).toEqual(["Table: out: k: v\na: b"]);
    expect(
      await read(`<w:tbl><w:tr><w:tc>${docxParagraph("A frame around prose.")}</w:tc></w:tr></w:tbl>`),
    ).toEqual(["NarrativeText: A frame around prose."]);
  });

  it("drops deleted rows", async () => {
    const row = (text: string, properties = "") =>
      `<w:tr><w:trPr>${properties}</w:trPr><w:tc>${docxParagraph(text)}</w:tc><w:tc>${docxParagraph("x")}</w:tc></w:tr>`;
    expect((await first(`<w:tbl>${row("kept")}${row("gone", "<w:del/>")}</w:tbl>`))?.text).toBe("kept: x");
  });
});

describe("pages, margins, notes, pictures", () => {
  it("counts pages by the author's and Word's breaks, and none twice", async () => {
    const hard = '<w:r><w:br w:type="page"/></w:r>';
    const soft = "<w:r><w:lastRenderedPageBreak/></w:r>";
    const body = `<w:p>${run("one")}${hard}</w:p><w:p>${soft}${run("two")}</w:p><w:p>${run("two still")}${soft}${run("three")}</w:p>${docxParagraph("four", "<w:pageBreakBefore/>")}${docxParagraph("", '<w:sectPr><w:type w:val="continuous"/></w:sectPr>')}${docxParagraph("five", "")}<w:sectPr/>`;
    const { elements, totalPages } = await parse(body);
    expect(elements.map(({ text, pageNumber }) => [text, pageNumber])).toEqual([
      ["one", 1],
      ["two", 2],
      ["two stillthree", 2],
      ["four", 4],
      ["five", 5],
    ]);
    expect(totalPages).toBe(5);
  });

  it("reads each distinct header and footer once, and first-page ones only when they are shown", async () => {
    const refs =
      '<w:headerReference w:type="default" r:id="header1"/><w:headerReference w:type="first" r:id="header2"/><w:footerReference w:type="default" r:id="footer1"/>';
    const content = {
      body: `${docxParagraph("The body says it all.", `<w:sectPr>${refs}</w:sectPr>`)}<w:sectPr>${refs}</w:sectPr>`,
      headers: [docxParagraph("Annual report"), docxParagraph("Cover only")],
      footers: [docxParagraph("ACME Ltd") + docxParagraph("3")],
    };
    expect(await read(content)).toEqual([
      "Header: Annual report",
      "NarrativeText: The body says it all.",
      "Footer: ACME Ltd",
      "PageNumber: 3",
    ]);
    expect(
      await read({ ...content, body: content.body.replace("</w:sectPr>", "<w:titlePg/></w:sectPr>") }),
    ).toContain("Header: Cover only");
  });

  it("reads notes after the text that refers to them", async () => {
    const note = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
    const content = {
      body: `<w:p>${run("It is so")}${note("footnote", 2)}${note("endnote", 2)}.</w:p>${styledParagraph("Heading1", "Next")}`,
      footnotes: `<w:footnote w:type="separator" w:id="0">${docxParagraph("—")}</w:footnote><w:footnote w:id="2">${docxParagraph("See the annex for it.")}</w:footnote>`,
      endnotes: `<w:endnote w:id="2">${docxParagraph("An end note stands here.")}</w:endnote>`,
    };
    const { elements } = await parse(content);
    expect(outline(elements)).toEqual([
      "UncategorizedText: It is so",
      "NarrativeText: See the annex for it.",
      "Title1: Next",
      "NarrativeText: An end note stands here.",
    ]);
    expect(elements[0]?.markdown).toBe("It is so[^1][^e1]");
    expect(elements[1]).toMatchObject({
      markdown: "[^1]: See the annex for it.",
      metadata: { note: "footnote", note_label: "1" },
    });
  });

  it("reads comments after the text that they are about, with their author", async () => {
    const { elements } = await parse({
      body: `<w:p>${run("The pier is closed.")}<w:r><w:commentReference w:id="7"/></w:r></w:p>${styledParagraph("Heading1", "Next")}`,
      comments: `<w:comment w:id="7" w:author="Ann">${docxParagraph("Since when is it closed?")}</w:comment><w:comment w:id="8">${docxParagraph("Of the whole.")}</w:comment>`,
    });
    expect(outline(elements)).toEqual([
      "NarrativeText: The pier is closed.",
      "UncategorizedText: Since when is it closed?",
      "Title1: Next",
      "UncategorizedText: Of the whole.",
    ]);
    expect(elements[1]?.metadata).toEqual({ kind: "comment", author: "Ann" });
    expect(elements[0]?.markdown).toBe("The pier is closed.");
  });

  it("leaves out the prompts of empty content controls, also in tables", async () => {
    const control = (inner: string, isPrompt: boolean) =>
      `<w:sdt><w:sdtPr>${isPrompt ? "<w:showingPlcHdr/>" : ""}</w:sdtPr><w:sdtContent>${inner}</w:sdtContent></w:sdt>`;
    const cell = (text: string) => `<w:tc><w:tcPr/>${docxParagraph(text)}</w:tc>`;
    const body = [
      `<w:p>${run("City: ")}${control(run("Click to enter text."), true)}</w:p>`,
      control(docxParagraph("Choose a date."), true),
      control(docxParagraph("A filled control."), false),
      control(docxParagraph("Enter a street.", "", '<w:rStyle w:val="PlaceholderText"/>'), false),
      `<w:tbl><w:tblPr/><w:tr>${cell("Name")}${cell("Age")}</w:tr><w:tr>${control(cell("Type a name"), true)}${cell("7")}</w:tr></w:tbl>`,
    ];
    expect(await read({ body: body.join("") })).toEqual([
      "UncategorizedText: City:",
      "NarrativeText: A filled control.",
      "Table: Name: Age\n7",
    ]);
  });

  it("knows the style of prompts by its name, whatever the language of its id", async () => {
    const styled = docxParagraph("Klicken Sie hier.", "", '<w:rStyle w:val="Platzhaltertext"/>');
    const body = `${docxParagraph("Ort:")}<w:sdt><w:sdtContent>${styled}</w:sdtContent></w:sdt>`;
    const styles =
      '<w:style w:type="character" w:styleId="Platzhaltertext"><w:name w:val="Placeholder Text"/></w:style>';
    expect(await read({ body, styles })).toEqual(["UncategorizedText: Ort:"]);
  });

  it("reads charts as their title and values", async () => {
    const drawn = "http://schemas.openxmlformats.org/drawingml/2006";
    const points = (cache: string, format: string, ...values: string[]) =>
      `<c:${cache}>${format && `<c:formatCode>${format}</c:formatCode>`}${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("")}</c:${cache}>`;
    const title = (text: string) =>
      `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
    const chart = `<c:chartSpace xmlns:c="${drawn}/chart" xmlns:a="${drawn}/main"><c:chart>${title("Harvest")}<c:plotArea><c:barChart><c:ser><c:tx>${points("strCache", "", "Rye")}</c:tx><c:cat>${points("numCache", "d.m.yyyy", "45351", "45352")}</c:cat><c:val>${points("numCache", "0.0", "0.30000000000000004", "2")}</c:val></c:ser></c:barChart><c:catAx>${title("Day")}</c:catAx><c:valAx>${title("Tonnes")}</c:valAx></c:plotArea></c:chart></c:chartSpace>`;
    const newer = `<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl ptCount="2"><cx:pt idx="0">Sold</cx:pt><cx:pt idx="1">Kept</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl ptCount="2" formatCode="0%"><cx:pt idx="0">0.75</cx:pt><cx:pt idx="1">0.25</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>Use</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`;
    const drawing = (reference: string) =>
      `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Chart"/><a:graphic><a:graphicData>${reference}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
    const body = [
      drawing(`<c:chart xmlns:c="${drawn}/chart" r:id="charts/c.xml"/>`),
      drawing(
        '<cx:chart xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" r:id="charts/n.xml"/>',
      ),
    ];
    expect(
      await read({
        body: body.join(""),
        parts: { "charts/c.xml": ["chart", chart], "charts/n.xml": ["chartEx", newer] },
      }),
    ).toEqual([
      "FigureCaption: Harvest",
      "FigureCaption: Tonnes",
      "Table: Day: 29.2.2024 | Rye: 0.3\nDay: 1.3.2024 | Rye: 2.0",
      "FigureCaption: Use",
      "Table: Sold | 75%\nKept | 25%",
    ]);
  });

  it("reads documents that it imports, where it imports them, and names those that it can't read", async () => {
    const chunk = (name: string) => `<w:altChunk r:id="${name}"/>`;
    const inner = makeDocx({
      body: docxParagraph("From another document.") + chunk("x.html"),
      parts: { "x.html": ["aFChunk", "x"] },
    });
    const { elements, message } = await parse({
      body: [
        docxParagraph("Before them."),
        chunk("a.html"),
        `<w:tbl><w:tblPr/><w:tr><w:tc>${chunk("b.txt")}</w:tc><w:tc>${docxParagraph("cell")}</w:tc></w:tr></w:tbl>`,
        chunk("c.docx"),
        chunk("d.rtf"),
        chunk("e.bin"),
        docxParagraph("After them."),
      ].join(""),
      parts: {
        "a.html": ["aFChunk", "<h2>Findings</h2><p>New bearings are needed.</p>"],
        "b.txt": ["aFChunk", "plain words"],
        "c.docx": ["aFChunk", inner],
        "d.rtf": ["aFChunk", "{\\rtf1 Rich words.}"],
        "e.bin": ["aFChunk", "?"],
      },
    });
    expect(outline(elements)).toEqual([
      "NarrativeText: Before them.",
      "Title2: Findings",
      "NarrativeText: New bearings are needed.",
      "Table: plain words: cell",
      "NarrativeText: From another document.",
      "NarrativeText: Rich words.",
      "NarrativeText: After them.",
    ]);
    expect(message).toBe("The document imports e.bin, which could not be read");
  });

  it("reads pictures with their descriptions", async () => {
    const drawing =
      '<w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="A red dot"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="dot.png"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>';
    expect(
      await first({ body: `<w:p><w:r>${drawing}</w:r></w:p>`, media: { "dot.png": PNG } }),
    ).toMatchObject({
      type: "Image",
      text: "A red dot",
      imageBase64: PNG.toString("base64"),
    });
  });
});

describe("files", () => {
  it("reads the strict form of the format", async () => {
    expect(
      await read({ body: styledParagraph("Heading1", "Strict") + docxTable([["a", "b"]]), strict: true }),
    ).toEqual(["Title1: Strict", "Table: a: b"]);
  });

  it.each([
    [new Uint8Array(), /empty/],
    [Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /password/],
    [strToU8("just text"), /not a Word document/],
    [zipSync({ "xl/workbook.xml": strToU8("<x/>") }), /Excel workbook/],
    [zipSync({ "a.txt": strToU8("x") }), /damaged/],
    [makeDocx({ body: "" }), /no text/],
    [makeDocx({ body: docxParagraph("cut") }).slice(0, 600), /damaged/],
  ])("refuses file %#", async (bytes, reason) => {
    await expect(parseWith(parseWord, bytes, "docx")).rejects.toThrow(reason);
  });

  it("refuses a zip bomb by its declared size, without unpacking it", async () => {
    const huge = makeDocx({ body: docxParagraph("x") });
    const patched = Buffer.from(huge);
    // Sets the unpacked size of word/document.xml in the central directory to 3 GB.
    const entry = patched.lastIndexOf("word/document.xml") - 46;
    patched.writeUInt32LE(3_000_000_000, entry + 24);
    await expect(parseWith(parseWord, patched, "docx")).rejects.toThrow("more than 500 MB");
  });

  it("reads the sound part of a document whose XML is cut off or nested too deeply", async () => {
    expect(await read(`${docxParagraph("Still here it stands.")}<w:p><w:r><w:t>broken`)).toContain(
      "NarrativeText: Still here it stands.",
    );
    const deep = "<w:sdt><w:sdtContent>".repeat(5000);
    expect(await read(`${docxParagraph("Still here it stands.")}${deep}`)).toEqual([
      "NarrativeText: Still here it stands.",
    ]);
  });
});
