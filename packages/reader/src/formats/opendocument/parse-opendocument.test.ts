import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import {
  makeOdt,
  type OdtContent,
  odtHeading,
  odtList,
  odtParagraph,
} from "../../../testing/fixtures/odt.ts";
import { outline, parseWith } from "../../../testing/fixtures/parse.ts";
import { parseOpenDocument } from "./parse-opendocument.ts";

const parse = (content: OdtContent | string) =>
  parseWith(parseOpenDocument, makeOdt(typeof content === "string" ? { body: content } : content), "odt");
const read = async (content: OdtContent | string) => outline((await parse(content)).elements);

describe("paragraphs", () => {
  it("has headings with their level, below a title", async () => {
    const automatic =
      '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>';
    expect(
      await read({
        body:
          odtParagraph("Tides", "P1") +
          odtHeading(1, "Scope") +
          odtHeading(2, "Terms") +
          odtParagraph("High."),
        automatic,
      }),
    ).toEqual(["Title1: Tides", "Title2: Scope", "Title3: Terms", "NarrativeText: High."]);
    expect(await read(odtHeading(1, "Scope"))).toEqual(["Title1: Scope"]);
  });

  it("keeps the order of text and elements, spaces, tabs and line breaks", async () => {
    const text =
      'one\n  two<text:s text:c="3"/>three<text:tab/>four<text:line-break/>five <text:span>six</text:span> seven';
    expect(await read(odtParagraph(text))).toEqual(["NarrativeText: one two three\tfour\nfive six seven"]);
  });

  it("keeps emphasis and links, and leaves hidden and deleted text out", async () => {
    const automatic = [
      '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>',
      '<style:style style:name="T2" style:family="text"><style:text-properties text:display="none"/></style:style>',
    ].join("");
    const deleted =
      "<text:tracked-changes><text:changed-region><text:deletion><text:p>deleted words</text:p></text:deletion></text:changed-region></text:tracked-changes>";
    const paragraph = odtParagraph(
      'A <text:span text:style-name="T1">bold</text:span> <text:a xlink:href="https://example.org/">link</text:a><text:span text:style-name="T2">hidden</text:span><text:change text:change-id="c"/>.',
    );
    const { elements } = await parse({ body: deleted + paragraph, automatic });
    expect(elements).toHaveLength(1);
    expect(elements[0]).toMatchObject({
      text: "A bold link.",
      markdown: "A **bold** [link](https://example.org/).",
      metadata: { link_urls: ["https://example.org/"] },
    });
  });

  it("shows the symbols of symbol fonts", async () => {
    const automatic = ["Symbol1", "Wingdings"]
      .map(
        (font, index) =>
          `<style:style style:name="T${index}" style:family="text"><style:text-properties style:font-name="${font}"/></style:style>`,
      )
      .join("");
    const span = (style: number, text: string) =>
      `<text:span text:style-name="T${style}">${text}</text:span>`;
    const body = odtParagraph(`Load ${span(0, "\uf0b3")} 5, done ${span(1, "\uf0fc")}`);
    expect(outline((await parse({ body, automatic })).elements)).toEqual(["NarrativeText: Load ≥ 5, done ✓"]);
  });

  it("numbers items that people cite in their text", async () => {
    const styles =
      '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="I" style:num-prefix="Article "/></text:list-style>';
    const { elements } = await parse({ body: odtList("N", [odtParagraph("Scope")]), styles });
    expect(elements[0]?.text).toBe("Article I Scope");
  });

  it("has the text of content controls, and not their prompts", async () => {
    const control = (text: string, more = "") =>
      `<loext:content-control ${more}>${text}</loext:content-control>`;
    const text = `Sent: ${control("☒", 'loext:checkbox="true"')} yes ${control("Choose", 'loext:showing-place-holder="true"')}`;
    expect(await read(odtParagraph(text))).toEqual(["UncategorizedText: Sent: ☒ yes"]);
  });

  it("counts pages by stored and by set breaks", async () => {
    const automatic =
      '<style:style style:name="B" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style>';
    const { elements, totalPages } = await parse({
      body: odtParagraph("one", "B") + odtParagraph("x<text:soft-page-break/>y") + odtParagraph("three", "B"),
      automatic,
    });
    expect(elements.map(({ pageNumber }) => pageNumber)).toEqual([1, 1, 3]);
    expect(totalPages).toBe(3);
  });

  it("has code, quotations and captions by the names of their styles", async () => {
    expect(
      await read(
        odtParagraph("a = 1", "Preformatted_20_Text") +
          odtParagraph("b = 2", "Preformatted_20_Text") +
          odtParagraph("Figure 1: Ducks", "Illustration"),
      ),
    ).toEqual(["CodeSnippet: a = 1\nb = 2", "FigureCaption: Figure 1: Ducks"]);
  });
});

describe("lists", () => {
  const styles =
    '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="1" style:num-suffix="." text:display-levels="2"/><text:list-level-style-number text:level="3" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/></text:list-style>';
  const p = odtParagraph;

  it("has the numbers that the document shows, as deep as they are", async () => {
    const inner = `<text:list>${["two", "deep"].map((text) => `<text:list-item>${p(text)}${text === "deep" ? `<text:list><text:list-item>${p("deepest")}</text:list-item></text:list>` : ""}</text:list-item>`).join("")}</text:list>`;
    const { elements } = await parse({
      body:
        odtList("N", [p("one"), p("next") + inner, p("last") + p("more of it")]) + odtList("N", [p("anew")]),
      styles,
    });
    expect(elements.map(({ text, metadata }) => [metadata?.list_marker, metadata?.list_depth, text])).toEqual(
      [
        ["1.", 0, "one"],
        ["2.", 0, "next"],
        ["2.1.", 1, "2.1. two"],
        ["2.2.", 1, "2.2. deep"],
        ["(a)", 2, "deepest"],
        ["3.", 0, "last"],
        [undefined, undefined, "more of it"],
        ["1.", 0, "anew"],
      ],
    );
  });

  it("goes on where the list says so, and has bullets", async () => {
    const { elements } = await parse({
      body:
        odtList("N", [p("one")]) +
        odtList("N", [p("two")], 'text:continue-numbering="true"') +
        odtList("unknown", [p("dot")]),
      styles,
    });
    expect(elements.map(({ markdown }) => markdown)).toEqual(["1. one", "2. two", "- dot"]);
  });

  it("numbers headings as the outline does", async () => {
    const outlined =
      '<text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>';
    expect(
      await read({ body: odtHeading(1, "A") + odtHeading(2, "B") + odtHeading(1, "C"), styles: outlined }),
    ).toEqual(["Title1: 1 A", "Title2: 1.1 B", "Title1: 2 C"]);
  });
});

describe("tables", () => {
  const cell = (text: string, attributes = "") =>
    `<table:table-cell ${attributes}>${odtParagraph(text)}</table:table-cell>`;

  it("keeps headings and merged cells", async () => {
    const table = `<table:table><table:table-header-rows><table:table-row>${cell("Name")}${cell("Sizes", 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row>${cell("Ann", 'table:number-rows-spanned="2"')}${cell("1")}${cell("2")}</table:table-row><table:table-row><table:covered-table-cell/>${cell("3")}${cell("4")}</table:table-row></table:table>`;
    const { elements } = await parse(table);
    expect(elements[0]).toMatchObject({
      type: "Table",
      text: "Name: Ann | Sizes: 1 | Sizes: 2\nName: Ann | Sizes: 3 | Sizes: 4",
      html: '<table><thead><tr><th>Name</th><th colspan="2">Sizes</th></tr></thead><tbody><tr><td rowspan="2">Ann</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>',
    });
  });

  it("reads a table of one cell as its content", async () => {
    expect(
      await read(
        `<table:table><table:table-row>${cell("A framed line stands here.")}</table:table-row></table:table>`,
      ),
    ).toEqual(["NarrativeText: A framed line stands here."]);
  });
});

describe("beside the text", () => {
  it("has notes after the text that refers to them", async () => {
    const note =
      '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>By hand.</text:p></text:note-body></text:note>';
    const { elements } = await parse(odtParagraph(`Counted${note} daily.`) + odtHeading(1, "Next"));
    expect(outline(elements)).toEqual([
      "NarrativeText: Counted daily.",
      "NarrativeText: By hand.",
      "Title1: Next",
    ]);
    expect(elements[0]?.markdown).toBe("Counted[^1] daily.");
    expect(elements[1]).toMatchObject({
      markdown: "[^1]: By hand.",
      metadata: { note: "footnote", note_label: "1" },
    });
  });

  it("has headers, footers and comments", async () => {
    const masters = `<style:master-page><style:header>${odtParagraph("ACME")}</style:header><style:footer>${odtParagraph("Page <text:page-number>7</text:page-number>")}</style:footer></style:master-page>`;
    const comment = `<office:annotation><dc:creator>Ann</dc:creator><dc:date>2024-01-01</dc:date>${odtParagraph("Is it so?")}</office:annotation>`;
    const { elements } = await parse({ body: odtParagraph(`Text stands here.${comment}`), masters });
    expect(outline(elements)).toEqual([
      "Header: ACME",
      "NarrativeText: Text stands here.",
      "UncategorizedText: Is it so?",
      "Footer: Page 7",
    ]);
    expect(elements[2]?.metadata).toEqual({ kind: "comment", author: "Ann" });
  });

  it("has pictures and text boxes", async () => {
    const png = Buffer.from("89504e470d0a1a0a", "hex");
    const picture =
      '<draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:desc>A duck</svg:desc></draw:frame>';
    const box = `<draw:frame><draw:text-box>${odtParagraph("Boxed words")}</draw:text-box></draw:frame>`;
    const { elements } = await parse({
      body: odtParagraph(`Here:${picture}${box}`),
      parts: { "Pictures/a.png": png },
    });
    expect(outline(elements)).toEqual([
      "UncategorizedText: Here:",
      "Image: A duck",
      "UncategorizedText: Boxed words",
    ]);
    expect(elements[1]?.imageBase64).toBe(png.toString("base64"));
  });

  it("has formulas as they were typed", async () => {
    const formula = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>';
    const { elements } = await parse({
      body: odtParagraph(formula),
      parts: {
        "Object 1/content.xml":
          '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>E</mi><annotation encoding="StarMath 5.0">E = m c^2</annotation></semantics></math>',
      },
    });
    expect(elements[0]).toMatchObject({ type: "Formula", text: "E = m c^2" });
  });
});

describe("files", () => {
  it.each([
    [new Uint8Array(), /empty/],
    [strToU8("just text"), /not an OpenDocument text/],
    [zipSync({ "a.txt": strToU8("x") }), /damaged/],
    [makeOdt({ body: "" }), /no text/],
    [
      makeOdt({ body: odtParagraph("x"), mimetype: "application/vnd.oasis.opendocument.spreadsheet" }),
      /spreadsheet/,
    ],
    [
      makeOdt({
        body: "x",
        parts: {
          "META-INF/manifest.xml":
            "<manifest:manifest NAMESPACES><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>",
        },
      }),
      /password/,
    ],
    [makeOdt({ body: odtParagraph("cut") }).slice(0, 500), /damaged/],
  ])("refuses file %#", async (bytes, reason) => {
    await expect(parseWith(parseOpenDocument, bytes, "odt")).rejects.toThrow(reason);
  });
});
