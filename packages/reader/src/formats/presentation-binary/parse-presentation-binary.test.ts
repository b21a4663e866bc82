import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { makeCompound } from "../../../testing/fixtures/compound.ts";
import { outline, parseWith } from "../../../testing/fixtures/parse.ts";
import { makePpt, type PptContent, pptText } from "../../../testing/fixtures/ppt.ts";
import { parsePresentationBinary } from "./parse-presentation-binary.ts";

const parse = (content: PptContent) => parseWith(parsePresentationBinary, makePpt(content), "ppt");
const read = async (content: PptContent) => outline((await parse(content)).elements);
const title = (text: string) => ({ text: pptText(text, 0) });

describe("slides", () => {
  it("come in order, each with its number, its title first", async () => {
    const { elements, totalPages } = await parse({
      slides: [
        { shapes: [{ text: pptText("Prose stands here for all.") }, title("One")] },
        { shapes: [title("Zwölf"), { text: { ...pptText("Größe"), narrow: true } }] },
      ],
    });
    expect(outline(elements)).toEqual([
      "Title1: One",
      "NarrativeText: Prose stands here for all.",
      "Title1: Zwölf",
      "UncategorizedText: Größe",
    ]);
    expect(elements.map(({ pageNumber }) => pageNumber)).toEqual([1, 1, 2, 2]);
    expect(totalPages).toBe(2);
  });

  it("take their texts from the outline, in shapes and without", async () => {
    expect(
      await read({
        slides: [
          {
            shapes: [{ outline: 0, box: [1, 1, 1, 1] }],
            outline: [pptText("One", 0), { kind: 1, paragraphs: [{ text: "item" }] }],
          },
        ],
      }),
    ).toEqual(["Title1: One", "ListItem: item"]);
  });

  it("have notes, and say when they are hidden", async () => {
    const { elements } = await parse({
      slides: [
        { shapes: [title("One")], notes: "Speak slowly." },
        { shapes: [title("Two")], hidden: true },
      ],
    });
    expect(elements).toMatchObject([
      { text: "One" },
      { type: "NarrativeText", text: "Speak slowly.", pageNumber: 1, metadata: { kind: "speaker_notes" } },
      { text: "Two", metadata: { hidden: true } },
    ]);
  });
});

describe("shapes", () => {
  it("have list items as deep as they are, without bullets where the slide shows none", async () => {
    const paragraphs = [
      { text: "first" },
      { text: "deeper", depth: 1 },
      { text: "plain", bullet: false },
      { text: "last", bullet: true },
    ];
    const { elements } = await parse({ slides: [{ shapes: [{ text: { kind: 1, paragraphs } }] }] });
    expect(elements.map(({ markdown }) => markdown)).toEqual(["- first", "  - deeper", "plain", "- last"]);
  });

  it("write powers so that they do not read as other numbers", async () => {
    const characters = [
      [2, 0],
      [1, 30],
      [9, 0],
      [1, -25],
      [4, 0],
      [2, 30],
    ].map(([length = 0, distance = 0]) => ({ length, distance }));
    const text = { kind: 4, paragraphs: [{ text: "106 people" }, { text: "H2O 1012" }], characters };
    expect(await read({ slides: [{ shapes: [{ text, box: [1, 1, 1, 1] }] }] })).toEqual([
      "UncategorizedText: 10^6 people",
      "UncategorizedText: H2O 10^12",
    ]);
  });

  it("have boxes, and are read by their place", async () => {
    const { elements } = await parse({
      slides: [
        {
          shapes: [
            { text: pptText("low"), box: [10, 300, 100, 20] },
            { text: pptText("high"), box: [10, 20, 300, 40] },
          ],
        },
      ],
    });
    expect(elements.map(({ text }) => text)).toEqual(["high", "low"]);
    expect(elements[0]).toMatchObject({
      boundingBox: { left: 10, top: 20, width: 300, height: 40 },
      pageLayout: { width: 720, height: 540 },
    });
  });

  it("make a table where they are its cells", async () => {
    const cell = (text: string, box: [number, number, number, number]) => ({ text: pptText(text), box });
    const cells = [
      cell("Name", [10, 10, 50, 20]),
      cell("Sizes", [60, 10, 100, 20]),
      cell("Ann", [10, 30, 50, 20]),
      cell("1", [60, 30, 50, 20]),
      cell("2", [110, 30, 50, 20]),
    ];
    const { elements } = await parse({ slides: [{ shapes: [{ box: [10, 10, 150, 40], cells }] }] });
    expect(elements[0]).toMatchObject({
      type: "Table",
      html: '<table><thead><tr><th>Name</th><th colspan="2">Sizes</th></tr></thead><tbody><tr><td>Ann</td><td>1</td><td>2</td></tr></tbody></table>',
      boundingBox: { left: 10, top: 10, width: 150, height: 40 },
    });
  });

  it("have pictures with their description", async () => {
    const png = Buffer.from("89504e470d0a1a0a", "hex");
    const { elements } = await parse({
      slides: [{ shapes: [{ picture: 1, description: "A duck", box: [1, 2, 3, 4] }] }],
      pictures: [png],
    });
    expect(elements[0]).toMatchObject({ type: "Image", text: "A duck", imageBase64: png.toString("base64") });
  });
});

describe("files", () => {
  it.each([
    [new Uint8Array(), /empty/],
    [strToU8("just text"), /not a PowerPoint presentation/],
    [makeCompound({ Other: strToU8("x") }), /damaged/],
    [makeCompound({ "PowerPoint Document": strToU8("no records in here") }), /damaged/],
    [makePpt({ slides: [{ shapes: [title("x")] }], encrypted: true }), /password/],
    [makePpt({ slides: [{ shapes: [] }] }), /no text/],
    [makePpt({ slides: [{ shapes: [title("x")] }] }).slice(0, 1500), /damaged/],
  ])("refuses file %#", async (bytes, reason) => {
    await expect(parseWith(parsePresentationBinary, bytes, "ppt")).rejects.toThrow(reason);
  });
});
