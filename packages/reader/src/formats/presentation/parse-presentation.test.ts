import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { outline, parseWith } from "../../../testing/fixtures/parse.ts";
import {
  makePptx,
  type PptxContent,
  pptxParagraph,
  pptxShape,
  transform,
} from "../../../testing/fixtures/pptx.ts";
import { parsePresentation } from "./parse-presentation.ts";

const parse = (content: PptxContent | string) =>
  parseWith(
    parsePresentation,
    makePptx(typeof content === "string" ? { slides: [{ shapes: content }] } : content),
    "pptx",
  );
const read = async (content: PptxContent | string) => outline((await parse(content)).elements);
const title = (text: string) => pptxShape(text, { placeholder: 'type="title"' });
const level = (depth: number, inner = "") => `<a:pPr lvl="${depth}">${inner}</a:pPr>`;

describe("slides", () => {
  it("come in order, each with its number, its title first", async () => {
    const { elements, totalPages, progress } = await parse({
      slides: [
        { shapes: pptxShape("Prose stands here for all to read.") + title("One") },
        { shapes: title("Two") },
      ],
    });
    expect(outline(elements)).toEqual([
      "Title1: One",
      "NarrativeText: Prose stands here for all to read.",
      "Title1: Two",
    ]);
    expect(elements.map(({ pageNumber }) => pageNumber)).toEqual([1, 1, 2]);
    expect(totalPages).toBe(2);
    expect(progress[1]).toEqual({ done: 1, total: 2, unit: "pages" });
  });

  it("are read when they are hidden, and say so", async () => {
    const { elements } = await parse({
      slides: [{ shapes: title("Shown") }, { shapes: title("Backup"), hidden: true }],
    });
    expect(elements.map(({ metadata }) => metadata)).toEqual([undefined, { hidden: true }]);
  });

  it("have notes and comments", async () => {
    const { elements } = await parse({
      slides: [
        { shapes: title("One"), notes: "Speak slowly.", related: [["c", "comments", "../comments/c.xml"]] },
      ],
      parts: {
        "ppt/comments/c.xml":
          '<p:cmLst NAMESPACES><p:cm authorId="7"><p:text>Is this true?</p:text></p:cm></p:cmLst>',
        "ppt/commentAuthors.xml": '<p:cmAuthorLst NAMESPACES><p:cmAuthor id="7" name="Ann"/></p:cmAuthorLst>',
      },
    });
    expect(elements.slice(1)).toMatchObject([
      { type: "NarrativeText", text: "Speak slowly.", metadata: { kind: "speaker_notes" } },
      { type: "UncategorizedText", text: "Is this true?", metadata: { kind: "comment", author: "Ann" } },
    ]);
  });

  it("keep footers, dates and numbers apart from the text", async () => {
    const margin = (text: string, type: string) => pptxShape(text, { placeholder: `type="${type}"` });
    expect(await read(margin("12", "sldNum") + margin("ACME", "ftr") + title("One"))).toEqual([
      "Title1: One",
      "PageNumber: 12",
      "Footer: ACME",
    ]);
  });
});

describe("text", () => {
  it("has list items where the slide, its layout or its master set bullets", async () => {
    const master = pptxShape("x", { placeholder: 'type="body"' });
    const styles =
      '<p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr></p:bodyStyle>';
    const body = [
      pptxParagraph("first", level(0)),
      pptxParagraph("deeper", level(1)),
      pptxParagraph("plain", level(0, "<a:buNone/>")),
    ].join("");
    const { elements } = await parse({
      slides: [{ shapes: pptxShape(body, { placeholder: 'idx="1"' }) + pptxShape("free text") }],
      master,
      layout: pptxShape("x", { placeholder: 'type="body" idx="1"' }),
      styles,
    });
    expect(elements.map(({ type, markdown }) => `${type}: ${markdown}`)).toEqual([
      "ListItem: - first",
      "ListItem:   - deeper",
      "UncategorizedText: plain",
      "UncategorizedText: free text",
    ]);
  });

  it("has the numbers of numbered lists", async () => {
    const number = (scheme: string, more = "") => `<a:buAutoNum type="${scheme}"${more}/>`;
    const paragraphs = [
      pptxParagraph("one", level(0, number("arabicPeriod"))),
      pptxParagraph("sub", level(1, number("alphaLcParenR"))),
      pptxParagraph("sub", level(1, number("alphaLcParenR"))),
      pptxParagraph("two", level(0, number("arabicPeriod"))),
      pptxParagraph("sub", level(1, number("alphaLcParenR"))),
      pptxParagraph("break", level(0)),
      pptxParagraph("four", level(0, number("romanUcPeriod", ' startAt="4"'))),
    ];
    const { elements } = await parse(pptxShape(paragraphs.join("")));
    expect(elements.map(({ metadata }) => metadata?.list_marker)).toEqual([
      "1.",
      "a)",
      "b)",
      "2.",
      "a)",
      undefined,
      "IV.",
    ]);
  });

  it("keeps emphasis, line breaks, fields and links", async () => {
    const paragraph =
      '<a:p><a:r><a:rPr b="1"/><a:t>Bold</a:t></a:r><a:br/><a:r><a:rPr><a:hlinkClick r:id="w"/></a:rPr><a:t>link</a:t></a:r><a:fld type="x"><a:t> 2024</a:t></a:fld></a:p>';
    const { elements } = await parse({
      slides: [{ shapes: pptxShape(paragraph), related: [["w", "hyperlink", "https://example.org/"]] }],
    });
    expect(elements[0]).toMatchObject({
      text: "Bold\nlink 2024",
      markdown: "**Bold**  \n[link](https://example.org/) 2024",
      metadata: { link_urls: ["https://example.org/"] },
    });
  });

  it("writes powers so that they do not read as other numbers", async () => {
    const run = (text: string, baseline = 0) =>
      `<a:r><a:rPr baseline="${baseline}"/><a:t>${text}</a:t></a:r>`;
    const paragraph = `<a:p>${run("About 10")}${run("3", 30_000)}${run(" people, 5 m")}${run("2", 30_000)}${run(" each, 4")}${run("0", -25_000)}</a:p>`;
    expect(await read(pptxShape(paragraph))).toEqual(["NarrativeText: About 10^3 people, 5 m2 each, 40"]);
  });
});

describe("places", () => {
  it("have boxes in points, inherited from the layout when the shape has none", async () => {
    const { elements } = await parse({
      slides: [{ shapes: pptxShape("own", { box: [10, 20, 300, 40] }) + title("inherited") }],
      layout: pptxShape("x", { placeholder: 'type="title"', box: [36, 22, 648, 90] }),
    });
    expect(elements[0]).toMatchObject({
      boundingBox: { left: 36, top: 22, width: 648, height: 90 },
      pageLayout: { width: 720, height: 540 },
    });
    expect(elements[1]?.boundingBox).toEqual({ left: 10, top: 20, width: 300, height: 40 });
  });

  it("decide the order: columns, then rows; groups are places of their own scale", async () => {
    const group = `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="5080000" y="2540000"/><a:ext cx="2540000" cy="2540000"/><a:chOff x="0" y="0"/><a:chExt cx="25400" cy="25400"/></a:xfrm></p:grpSpPr>${pptxShape("right low", { box: [0, 1, 2, 1] })}${pptxShape("right high", { box: [0, 0, 2, 1] })}</p:grpSp>`;
    const { elements } = await parse(
      group +
        pptxShape("left low", { box: [20, 400, 300, 40] }) +
        pptxShape("left high", { box: [20, 200, 300, 40] }) +
        pptxShape("across", { box: [20, 100, 600, 40] }),
    );
    expect(elements.map(({ text }) => text)).toEqual([
      "across",
      "left high",
      "left low",
      "right high",
      "right low",
    ]);
    expect(elements[4]?.boundingBox).toEqual({ left: 400, top: 300, width: 200, height: 100 });
  });

  it("leaves out what is hidden", async () => {
    expect(await read(title("One") + pptxShape("gone", { properties: 'hidden="1"' }))).toEqual([
      "Title1: One",
    ]);
  });
});

const frame = (inner: string, properties = "") =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="f" ${properties}/></p:nvGraphicFramePr>${transform("p", [72, 144, 360, 180])}<a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></p:graphicFrame>`;

describe("tables, charts and pictures", () => {
  const cell = (text: string, attributes = "") =>
    `<a:tc ${attributes}><a:txBody>${pptxParagraph(text)}</a:txBody></a:tc>`;

  it("reads tables with headings and merged cells", async () => {
    const table = `<a:tbl><a:tblPr firstRow="1"/><a:tr>${cell("Name")}${cell("Sizes", 'gridSpan="2"')}${cell("", 'hMerge="1"')}</a:tr><a:tr>${cell("Ann", 'rowSpan="2"')}${cell("1")}${cell("2")}</a:tr><a:tr>${cell("", 'vMerge="1"')}${cell("3")}${cell("4")}</a:tr></a:tbl>`;
    const { elements } = await parse(frame(table));
    expect(elements[0]).toMatchObject({
      type: "Table",
      text: "Name: Ann | Sizes: 1 | Sizes: 2\nName: Ann | Sizes: 3 | Sizes: 4",
      html: '<table><thead><tr><th>Name</th><th colspan="2">Sizes</th></tr></thead><tbody><tr><td rowspan="2">Ann</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>',
      boundingBox: { left: 72, top: 144, width: 360, height: 180 },
    });
  });

  it("reads the values of charts", async () => {
    const points = (...values: string[]) =>
      values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("");
    const series = (name: string, values: string) =>
      `<c:ser><c:tx><c:strRef><c:strCache>${points(name)}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points("2019", "2020")}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${values}</c:numCache></c:numRef></c:val></c:ser>`;
    const chart = `<c:chartSpace NAMESPACES><c:chart><c:title><c:tx><c:rich>${pptxParagraph("Ducks a year")}</c:rich></c:tx></c:title><c:plotArea><c:barChart>${series("Fresh", points("120", "0.30000000000000004"))}${series("Salt", points("80"))}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const { elements } = await parse({
      slides: [{ shapes: frame('<c:chart r:id="c"/>'), related: [["c", "chart", "../charts/c.xml"]] }],
      parts: { "ppt/charts/c.xml": chart },
    });
    expect(outline(elements)).toEqual([
      "FigureCaption: Ducks a year",
      "Table: 2019 | Fresh: 120 | Salt: 80\n2020 | Fresh: 0.3",
    ]);
    expect(elements[1]?.metadata).toEqual({ kind: "chart" });
  });

  it("reads formulas and codes of control characters", async () => {
    const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
    const formula = `<a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"><m:oMathPara ${math}><m:oMath><m:r><m:t>E=m</m:t></m:r><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></m:oMathPara></a14:m>`;
    const table = `<a:tbl><a:tr><a:tc><a:txBody><a:p>${formula}</a:p></a:txBody></a:tc>${cell("up_x000B_down")}</a:tr></a:tbl>`;
    const { elements } = await parse(frame(table));
    expect(elements[0]?.text).toBe("E=mc^2: up down");
    expect(elements[0]?.markdown).toContain("$E=mc^{2}$");
  });

  it("keeps pictures with their description, except decoration", async () => {
    const png = Buffer.from("89504e470d0a1a0a", "hex");
    const picture = (properties: string) =>
      `<p:pic><p:nvPicPr><p:cNvPr id="5" name="p" ${properties}/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill><p:spPr>${transform("a", [1, 2, 3, 4])}</p:spPr></p:pic>`;
    const { elements } = await parse({
      slides: [
        {
          shapes: picture('descr="A duck"') + picture('hidden="1"'),
          related: [["i", "image", "../media/i.png"]],
        },
      ],
      parts: { "ppt/media/i.png": png },
    });
    expect(elements).toHaveLength(1);
    expect(elements[0]).toMatchObject({
      type: "Image",
      text: "A duck",
      imageBase64: png.toString("base64"),
      boundingBox: { left: 1, top: 2, width: 3, height: 4 },
    });
  });

  it("names what it can't read by the author's description", async () => {
    expect(await read(frame("<x/>", 'descr="A map of the lakes"'))).toEqual(["Image: A map of the lakes"]);
  });
});

describe("files", () => {
  it("says which slides are missing", async () => {
    const bytes = makePptx({ slides: [{ shapes: title("One") }] });
    const { failedPages } = await parseWith(
      parsePresentation,
      makePptx({
        slides: [{ shapes: title("One") }],
        parts: {
          "ppt/presentation.xml":
            '<p:presentation NAMESPACES><p:sldIdLst><p:sldId r:id="gone"/><p:sldId r:id="s1"/></p:sldIdLst></p:presentation>',
          "ppt/_rels/presentation.xml.rels":
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="gone" Type="x/slide" Target="slides/gone.xml"/><Relationship Id="s1" Type="x/slide" Target="slides/slide1.xml"/></Relationships>',
        },
      }),
      "pptx",
    );
    expect(failedPages).toEqual([1]);
    expect((await parseWith(parsePresentation, bytes, "pptx")).failedPages).toEqual([]);
  });

  it.each([
    [new Uint8Array(), /empty/],
    [Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /password/],
    [strToU8("just text"), /not a PowerPoint presentation/],
    [zipSync({ "a.txt": strToU8("x") }), /damaged/],
    [makePptx({ slides: [{ shapes: "" }] }), /no text/],
    [makePptx({ slides: [{ shapes: title("cut") }] }).slice(0, 900), /damaged/],
  ])("refuses file %#", async (bytes, reason) => {
    await expect(parseWith(parsePresentation, bytes, "pptx")).rejects.toThrow(reason);
  });
});
