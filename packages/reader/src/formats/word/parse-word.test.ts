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

  it("reads notes after the text that refers to them, and no comments", async () => {
    const note = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
    const content = {
      body: `<w:p>${run("It is so")}${note("footnote", 2)}${note("endnote", 2)}.</w:p>${styledParagraph("Heading1", "Next")}`,
      footnotes: `<w:footnote w:type="separator" w:id="0">${docxParagraph("—")}</w:footnote><w:footnote w:id="2">${docxParagraph("See the annex for it.")}</w:footnote>`,
      endnotes: `<w:endnote w:id="2">${docxParagraph("An end note stands here.")}</w:endnote>`,
      comments: `<w:comment w:id="1">${docxParagraph("Secret remark.")}</w:comment>`,
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
