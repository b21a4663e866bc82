import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { makeCompound, u16 } from "../../../testing/fixtures/compound.ts";
import {
  type DocContent,
  docFormField,
  docParagraph,
  docSprm,
  makeDoc,
} from "../../../testing/fixtures/doc.ts";
import { outline, parseWith } from "../../../testing/fixtures/parse.ts";
import { openCompoundFile } from "../../package/compound-file.ts";
import { parseWordBinary } from "./parse-word-binary.ts";

const parse = (content: DocContent) => parseWith(parseWordBinary, makeDoc(content), "doc");
const read = async (content: DocContent) => outline((await parse(content)).elements);
const p = docParagraph;

describe("text", () => {
  it("ends where notes say that they span billions of characters, or all of the text", async () => {
    const file = openCompoundFile(
      makeDoc({
        body: [docParagraph("Still here it stands.")],
        footnotes: Array.from({ length: 40 }, () => docParagraph("A note.")),
      }),
    );
    const [main, table] = ["WordDocument", "0Table"].map((name) => file.stream(name) ?? new Uint8Array()) as [
      Uint8Array,
      Uint8Array,
    ];
    const at = new DataView(main.buffer, main.byteOffset).getUint32(0xb2, true);
    const positions = new DataView(table.buffer, table.byteOffset);
    for (let note = 0; note < 40; note += 1)
      positions.setUint32(at + 4 * note, note % 2 === 0 ? 0 : 0xfffffff0, true);
    await expect(
      parseWith(parseWordBinary, makeCompound({ WordDocument: main, "0Table": table }), "doc"),
    ).rejects.toThrow(/damaged/);
  });

  it.each([true, false])("reads paragraphs, kept in one byte a character: %s", async (narrow) => {
    expect(await read({ body: [p("Küste und Meer liegen hier."), p(""), p("Ebbe")], narrow })).toEqual([
      "NarrativeText: Küste und Meer liegen hier.",
      "UncategorizedText: Ebbe",
    ]);
  });

  it("finds headings by Word's own styles and those based on them", async () => {
    const styles = [{ number: 0 }, { number: 62 }, { number: 1 }, { number: 2 }, { number: 0xffe, base: 3 }];
    expect(
      await read({
        body: [
          p("Tides", { style: 1 }),
          p("Scope", { style: 2 }),
          p("Terms", { style: 3 }),
          p("Mine", { style: 4 }),
        ],
        styles,
      }),
    ).toEqual(["Title1: Tides", "Title2: Scope", "Title3: Terms", "Title3: Mine"]);
  });

  it("keeps emphasis and links, and leaves deleted and hidden text and instructions out", async () => {
    const runs = [
      { text: "A " },
      { text: "bold", sprms: docSprm.bold },
      { text: " gone", sprms: docSprm.deleted },
      { text: " unseen", sprms: docSprm.hidden },
      { text: ' \u0013HYPERLINK "https://example.org/"\u0014link\u0015\u001eend' },
    ];
    const { elements } = await parse({ body: [{ runs }] });
    expect(elements[0]).toMatchObject({
      text: "A bold link-end",
      markdown: "A **bold** [link](https://example.org/)-end",
    });
  });

  it("writes powers so that they do not read as other numbers", async () => {
    const powers = [docSprm.raised, docSprm.distance(8)].map((sprms) => ({ text: "3", sprms }));
    const body = powers.map((power) => ({ runs: [{ text: "About 10" }, power, { text: " people." }] }));
    expect(await read({ body })).toEqual(body.map(() => "NarrativeText: About 10^3 people."));
    const lowered = { text: "3", sprms: docSprm.distance(-8) };
    expect(await read({ body: [{ runs: [{ text: "O" }, lowered] }] })).toEqual(["UncategorizedText: O3"]);
  });

  it("shows symbols, not the letters that stand for them in the file", async () => {
    const runs = [
      { text: "Load " },
      { text: "(", sprms: docSprm.symbol(1, 0xf0b3) },
      { text: " 5 " },
      { text: "(", sprms: docSprm.symbol(0, 0x2126) },
      { text: ", done " },
      { text: "\uf0fc", sprms: docSprm.font(2) },
    ];
    expect(await read({ body: [{ runs }], fonts: ["Arial", "Symbol", "Wingdings"] })).toEqual([
      "NarrativeText: Load ≥ 5 Ω, done ✓",
    ]);
  });

  it("shows what form fields show without a result, and the base of characters with a reading", async () => {
    const [ticked, chosen] = [docFormField(1, 25), docFormField(2, 1, ["Economy", "First"])];
    const field = (name: string, place: number) => [
      { text: `\u0013 ${name} ` },
      { text: "\u0001", sprms: docSprm.form(place) },
      { text: "\u0015" },
    ];
    const ruby = "\u0013 EQ \\o\\ad(\\s\\up 9(とうきょう),東京)\u0015";
    const body = [
      { runs: [...field("FORMCHECKBOX", 0), { text: "yes" }] },
      { runs: [{ text: "Class: " }, ...field("FORMDROPDOWN", ticked.length)] },
      { runs: [{ text: `${ruby}へ` }] },
      { runs: [{ text: "Lost: " }, ...field("FORMDROPDOWN", 99_999)] },
    ];
    expect(await read({ body, data: [...ticked, ...chosen] })).toEqual([
      "UncategorizedText: ☒ yes",
      "UncategorizedText: Class: First",
      "UncategorizedText: 東京へ",
      "UncategorizedText: Lost:",
    ]);
  });

  it("joins an initial over several lines to its paragraph", async () => {
    const initial = p("O", { sprms: docSprm.dropCap });
    expect(await read({ body: [initial, p("nce it rained all day."), initial] })).toEqual([
      "NarrativeText: Once it rained all day.",
      "UncategorizedText: O",
    ]);
  });

  it("counts pages by the breaks that were set", async () => {
    const { elements, totalPages } = await parse({
      body: [p("one"), p("\ftwo"), p("three", { sprms: docSprm.pageBreakBefore })],
    });
    expect(elements.map(({ pageNumber }) => pageNumber)).toEqual([1, 2, 3]);
    expect(totalPages).toBe(3);
  });
});

describe("lists", () => {
  const levels = [
    { format: 0, text: "\u0000." },
    { format: 0, text: "\u0000.\u0001" },
    { format: 4, text: "(\u0002)" },
  ];
  const item = (level: number, text: string) => p(text, { sprms: docSprm.list(1, level) });

  it("has the numbers that the document shows", async () => {
    const { elements } = await parse({
      body: [item(0, "one"), item(1, "two"), item(1, "three"), item(2, "four"), item(0, "five")],
      levels,
    });
    expect(elements.map(({ text, metadata }) => [metadata?.list_marker, metadata?.list_depth, text])).toEqual(
      [
        ["1.", 0, "one"],
        ["1.1", 1, "1.1 two"],
        ["1.2", 1, "1.2 three"],
        ["(a)", 2, "four"],
        ["2.", 0, "five"],
      ],
    );
  });

  it("starts again at the number that a further use of the list names", async () => {
    const again = (text: string) => p(text, { sprms: docSprm.list(2, 0) });
    const { elements } = await parse({
      body: [item(0, "one"), again("eight"), again("nine")],
      levels: [{ format: 22, text: "\0." }],
      startsAt: [8],
    });
    expect(elements.map(({ metadata }) => metadata?.list_marker)).toEqual(["01.", "08.", "09."]);
  });

  it("writes numbers that people cite into the text", async () => {
    const levels = [
      { format: 0, text: "§ \0" },
      { format: 39, text: "第\u0001条" },
    ];
    expect(await read({ body: [item(0, "Term"), item(1, "Rent")], levels })).toEqual([
      "ListItem: § 1 Term",
      "ListItem: 第一条 Rent",
    ]);
  });

  it("has bullets", async () => {
    const { elements } = await parse({ body: [item(0, "dot")], levels: [{ format: 23, text: "\uf0b7" }] });
    expect(elements[0]).toMatchObject({ type: "ListItem", markdown: "- dot" });
  });
});

describe("tables", () => {
  const cell = (text: string) => p(text, { sprms: docSprm.inTable, end: "\u0007" });
  /** The edges of the cells in twentieths of a point, and a flag for each cell. */
  const row = (edges: number[], flags: number[] = []) => {
    const cells = edges.length - 1;
    const shapes = Array.from({ length: cells }, (_, index) => [
      ...u16(flags[index] ?? 0),
      ...new Array(18).fill(0),
    ]);
    const operand = [cells, ...edges.flatMap(u16), ...shapes.flat()];
    const sprms = [...docSprm.endsRow, 0x08, 0xd6, ...u16(operand.length + 1), ...operand];
    return p("", { sprms, end: "\u0007" });
  };

  it("has cells that span columns and rows", async () => {
    const { elements } = await parse({
      body: [
        p("Before."),
        ...[cell("Name"), cell("Sizes"), row([0, 1000, 3000])],
        ...[cell("Ann"), cell("1"), cell("2"), row([0, 1000, 2000, 3000], [0x60, 0, 0])],
        ...[cell(""), cell("3"), cell("4"), row([0, 1000, 2000, 3000], [0x20, 0, 0])],
        p("After."),
      ],
    });
    expect(elements.map(({ type }) => type)).toEqual(["NarrativeText", "Table", "NarrativeText"]);
    expect(elements[1]?.html).toBe(
      '<table><thead><tr><th>Name</th><th colspan="2">Sizes</th></tr></thead><tbody><tr><td rowspan="2">Ann</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>',
    );
  });

  it("keeps several paragraphs in one cell", async () => {
    const { elements } = await parse({
      body: [p("one", { sprms: docSprm.inTable }), cell("two"), cell("three"), row([0, 1000, 2000])],
    });
    expect(elements[0]?.html).toBe(
      "<table><tbody><tr><td>one<br>two</td><td>three</td></tr></tbody></table>",
    );
  });
});

describe("beside the text", () => {
  it("has notes, headers, footers, comments and text boxes", async () => {
    const { elements } = await parse({
      body: [p("Counted\u0002 daily.")],
      footnotes: [p("By hand.")],
      margins: [p(""), p("ACME"), p(""), p("12"), p("First"), p("Foot")],
      comments: [p("Is it so?")],
      boxes: [p("Boxed words")],
    });
    expect(outline(elements)).toEqual([
      "Header: ACME",
      "Header: First",
      "NarrativeText: Counted daily.",
      "NarrativeText: By hand.",
      "UncategorizedText: Boxed words",
      "UncategorizedText: Is it so?",
      "PageNumber: 12",
      "Footer: Foot",
    ]);
    expect(elements[2]?.markdown).toBe("Counted[^1] daily.");
    expect(elements[3]).toMatchObject({
      markdown: "[^1]: By hand.",
      metadata: { note: "footnote", note_label: "1" },
    });
    expect(elements[5]?.metadata).toEqual({ kind: "comment" });
  });
});

describe("files", () => {
  it.each([
    [new Uint8Array(), /empty/],
    [strToU8("just text"), /not a Word document/],
    [makeCompound({ Other: strToU8("x") }), /damaged/],
    [makeCompound({ EncryptedPackage: strToU8("x") }), /password/],
    [makeDoc({ body: [p("x")], flags: 0x0100 }), /password/],
    [makeDoc({ body: [p("x")], magic: 0xa5dc }), /Word 95/],
    [makeDoc({ body: [p("")] }), /no text/],
    [makeDoc({ body: [p("x")] }).slice(0, 1500), /damaged/],
  ])("refuses file %#", async (bytes, reason) => {
    await expect(parseWith(parseWordBinary, bytes, "doc")).rejects.toThrow(reason);
  });
});
