import fc from "fast-check";
import { afterAll, describe, it } from "vitest";
import { docParagraph, docSprm, makeDoc } from "../../testing/fixtures/doc.ts";
import {
  docxParagraph,
  docxTable,
  listDefinition,
  makeDocx,
  numberedParagraph,
  styledParagraph,
} from "../../testing/fixtures/docx.ts";
import { makeOdt, odtHeading, odtList, odtParagraph } from "../../testing/fixtures/odt.ts";
import { makePpt, pptText } from "../../testing/fixtures/ppt.ts";
import { makePptx, pptxParagraph, pptxShape, transform } from "../../testing/fixtures/pptx.ts";
import { makeXls, makeXlsx } from "../../testing/fixtures/xlsx.ts";
import { createParseThread } from "../../testing/fuzz/parse-thread.ts";

const thread = createParseThread();
afterAll(() => thread.close());

/** For any input the result is well-formed elements or a ParseError. */
const outcome = (bytes: Uint8Array, extension: string) => thread.parse(bytes, extension);

/** With its fixed seed each `npm test` tries the same inputs, so a fifth is enough. The long tests draw new ones. */
const runs = (count: number) => ({ numRuns: process.env.FUZZ_SEED === undefined ? count / 5 : count });

const SEEDS: Record<string, string> = {
  rtf: "{\\rtf1\\ansi{\\fonttbl{\\f0\\fcharset204 x;}}{\\stylesheet{\\s1 heading 1;}}\\pard\\s1 Title\\par\\f0\\'cf\\u8364?{\\b b}\\trowd\\intbl a\\cell b\\cell\\row{\\footnote n}{\\*\\x y}}",
  txt: "TITLE HERE\n\nA paragraph of text\nwrapped at a width.\n\n- one\n- two\n\n1. a\n2. b\n\nName  Age\nJane  30\nBob   7\n\fPage two.",
  csv: 'Name,City,"Note"\nAlice,Paris,"a ""b"" c"\nBob,"Rome\nItaly",\n',
  tsv: "Name\tCity\nAlice\tParis\nBob\tRome\n",
  md: "---\ntitle: x\n---\n# T\n\n- [x] a\n  1. b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nx\n```\n\n<div>h</div>\n\n> q [l](u) ![i](s)\n\n[^1]: n",
  html: "<html><head><title>t</title></head><body><h1>H</h1><p>a<b>b<i>c</b>d</i><ul><li>x<ol><li>y</ol></ul><table><tr><th rowspan=2>a<td colspan=3>b<tr><td>c</table><dl><dt>t<dd>d</dl><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math><pre>c\n d</pre><select><option>o</select></body></html>",
};

const DOCX_BODY =
  styledParagraph("Heading1", "Title") +
  docxParagraph(
    "Some text",
    '<w:pageBreakBefore/><w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>',
  ) +
  numberedParagraph(1, 0, "item") +
  docxTable([
    ["a", "b"],
    ["c", "d"],
  ]) +
  '<w:p><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den/></m:f></m:oMath><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>';

const SHEET_DATA =
  '<row r="1" hidden="0"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>2.5</v></c></row><row r="3"><c r="C3" t="b"><v>1</v></c><c t="inlineStr"><is><t>x</t></is></c></row>';
const SHEET_AFTER =
  '<autoFilter ref="A1:B3"/><mergeCells><mergeCell ref="A1:C2"/></mergeCells><hyperlinks><hyperlink ref="A1" r:id="x"/></hyperlinks>';

const SLIDE_SHAPES = `${pptxShape("Title", { placeholder: 'type="title"', box: [1, 2, 3, 4] })}${pptxShape(
  pptxParagraph("item", '<a:pPr lvl="1"><a:buAutoNum type="arabicPeriod"/></a:pPr>'),
)}<p:grpSp><p:grpSpPr>${transform("a", [0, 0, 9, 9])}</p:grpSpPr>${pptxShape("inner", { box: [1, 1, 1, 1] })}</p:grpSp><p:graphicFrame><a:tbl><a:tr><a:tc gridSpan="2"><a:txBody>${pptxParagraph("cell")}</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`;

const ODT_BODY = `${odtHeading(1, "Title")}${odtParagraph('a<text:s text:c="3"/><text:span text:style-name="T">b</text:span>')}${odtList(
  "N",
  [odtParagraph("item"), odtList("N", [odtParagraph("deep")])],
)}<table:table><table:table-row><table:table-cell table:number-columns-spanned="2">${odtParagraph("cell")}</table:table-cell></table:table-row></table:table>`;
const ODT_STYLES =
  '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" text:display-levels="2"/></text:list-style><style:style style:name="T" style:family="text" style:parent-style-name="T"/>';

const BINARIES: Record<string, Uint8Array> = {
  doc: makeDoc({
    body: [
      docParagraph("Title", { style: 1 }),
      docParagraph("item", { sprms: docSprm.list(1, 0) }),
      docParagraph("cell", { sprms: docSprm.inTable, end: "\u0007" }),
      docParagraph("", { sprms: docSprm.endsRow, end: "\u0007" }),
      docParagraph("Note\u0002 here."),
    ],
    footnotes: [docParagraph("By hand.")],
    styles: [{ number: 0 }, { number: 1 }],
    levels: [{ format: 0, text: "\u0000." }],
  }),
  ppt: makePpt({
    slides: [
      {
        shapes: [
          { text: pptText("Title", 0) },
          { outline: 0 },
          { box: [0, 0, 9, 9], cells: [{ text: pptText("cell"), box: [0, 0, 9, 9] }] },
        ],
        outline: [pptText("item", 1)],
        notes: "note",
      },
    ],
  }),
  docx: makeDocx({ body: DOCX_BODY }),
  odt: makeOdt({ body: ODT_BODY, styles: ODT_STYLES }),
  pptx: makePptx({ slides: [{ shapes: SLIDE_SHAPES, notes: "note" }] }),
  xlsx: makeXlsx({ sheets: [{ data: SHEET_DATA, after: SHEET_AFTER }] }),
  xls: makeXls([
    ["Name", "Age"],
    ["Ann", 30],
  ]),
};

/** A text with pieces removed, doubled, moved and overwritten. */
const mutated = (seed: string) =>
  fc
    .array(
      fc.tuple(
        fc.nat(seed.length),
        fc.nat(40),
        fc.oneof(
          fc.string({ maxLength: 6 }),
          fc.constantFrom("<", ">", '"', "\n\n", "</", "|", "\0", "\u202e"),
        ),
        fc.nat(3),
      ),
      { maxLength: 8 },
    )
    .map((edits) =>
      edits.reduce(
        (text, [at, length, insert, times]) =>
          text.slice(0, at) + insert + text.slice(at, at + length).repeat(times) + text.slice(at + length),
        seed,
      ),
    );

describe("any bytes", () => {
  it.each(["txt", "csv", "tsv", "md", "html", "doc", "docx", "odt", "ppt", "pptx", "xls", "xlsx"])(
    "as .%s give elements or a reason",
    async (extension) => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), (bytes) => outcome(bytes, extension)),
        runs(150),
      );
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "binary", maxLength: 400 }), (text) =>
          outcome(new TextEncoder().encode(text), extension),
        ),
        runs(150),
      );
    },
  );
});

describe("damaged documents", () => {
  it.each(Object.entries(SEEDS))(".%s", async (extension, seed) => {
    await fc.assert(
      fc.asyncProperty(mutated(seed), (text) => outcome(new TextEncoder().encode(text), extension)),
      runs(300),
    );
  });

  it(".docx with broken XML", async () => {
    const numbering = listDefinition(1, [["decimal", "%1."]]);
    await fc.assert(
      fc.asyncProperty(mutated(DOCX_BODY), mutated(numbering), (body, broken) =>
        outcome(makeDocx({ body, numbering: broken, headers: [docxParagraph("head")] }), "docx"),
      ),
      runs(300),
    );
  });

  it(".odt with broken XML", async () => {
    await fc.assert(
      fc.asyncProperty(mutated(ODT_BODY), mutated(ODT_STYLES), (body, styles) =>
        outcome(makeOdt({ body, styles }), "odt"),
      ),
      runs(300),
    );
  });

  it(".pptx with broken XML", async () => {
    await fc.assert(
      fc.asyncProperty(mutated(SLIDE_SHAPES), (shapes) =>
        outcome(makePptx({ slides: [{ shapes, notes: "note" }], layout: shapes }), "pptx"),
      ),
      runs(300),
    );
  });

  it(".xlsx with broken XML", async () => {
    await fc.assert(
      fc.asyncProperty(mutated(SHEET_DATA), mutated(SHEET_AFTER), (data, after) =>
        outcome(makeXlsx({ sheets: [{ data, after }], strings: ["<t>one</t>"], formats: ["0.00"] }), "xlsx"),
      ),
      runs(300),
    );
  });

  it.each(Object.entries(BINARIES))(".%s with broken bytes", async (extension, intact) => {
    const edits = fc.array(fc.tuple(fc.nat(intact.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(edits, fc.nat(intact.length), async (changes, length) => {
        const bytes = intact.slice(0, length % 3 === 0 ? length : intact.length);
        for (const [at, value] of changes) bytes[at] = value;
        await outcome(bytes, extension);
      }),
      runs(400),
    );
  });
});
