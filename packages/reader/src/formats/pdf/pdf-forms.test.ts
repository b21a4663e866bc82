import { describe, expect, it } from "vitest";
import { makePdf, type PdfField, type PdfItem, type PdfPageContent } from "../../../testing/fixtures/pdf.ts";
import { createOpenOcr } from "../../ocr/open-ocr.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { createPdfParser } from "./parse-pdf.ts";

const parser = createPdfParser(createPdfReader(), createOpenOcr({ command: null }));

async function read(page: PdfPageContent) {
  const bytes = makePdf([page]);
  const input = { bytes, fileName: "form.pdf", extension: "pdf" };
  const { elements } = await parser(input, { onProgress: () => {} });
  return elements;
}

const text = (value: string, x: number, y: number): PdfItem => ({ text: value, x, y });
const field = (name: string, value: string, x: number, y: number, width = 200): PdfField => ({
  name,
  value,
  x,
  y: y - 12,
  width,
  height: 16,
});
const tick = (name: string, ticked: boolean, x: number, y: number): PdfField => ({
  name,
  ticked,
  x,
  y: y - 9,
  width: 10,
  height: 10,
});

describe("a filled form", () => {
  it("gives each value beside its label, with the name of the field", async () => {
    const elements = await read({
      items: [text("Family name:", 72, 200), text("Born on", 72, 230), text("Remarks", 72, 262)],
      fields: [
        field("person.name", "Lovelace", 160, 200),
        field("person.born", "10 December 1815", 160, 230),
        field("remarks", "Writes programs", 72, 280, 400),
      ],
    });
    expect(elements.map((element) => [element.text, element.metadata])).toMatchObject([
      ["Family name: Lovelace", { kind: "form_field", field_name: "person.name" }],
      ["Born on: 10 December 1815", { kind: "form_field", field_name: "person.born" }],
      ["Remarks: Writes programs", { kind: "form_field", field_name: "remarks" }],
    ]);
  });

  it("reads values that only a viewer would draw", async () => {
    const elements = await read({
      items: [text("City", 72, 200)],
      fields: [{ ...field("city", "Zürich", 160, 200), bare: true }],
    });
    expect(elements.map((element) => element.text)).toEqual(["City: Zürich"]);
  });

  it("reads fields of one row from the left, each with its own label", async () => {
    const elements = await read({
      items: [text("Postcode", 72, 200), text("Town", 250, 200)],
      fields: [field("town", "Bern", 290, 201, 120), field("code", "3000", 130, 200, 80)],
    });
    expect(elements.map((element) => element.text)).toEqual(["Postcode: 3000", "Town: Bern"]);
  });

  it("is read row by row, and a column's heading labels all its fields", async () => {
    const elements = await read({
      items: [
        text("Last name", 76, 110),
        text("First name", 310, 110),
        text("Street", 76, 150),
        text("Town", 310, 150),
        text("Book", 76, 220),
        text("Author", 310, 220),
      ],
      fields: [
        field("last", "Lovelace", 76, 130),
        field("first", "Ada", 310, 130),
        field("street", "St James's Square", 76, 170),
        field("town", "London", 310, 170),
        field("b1", "Sketch", 76, 240),
        field("a1", "Menabrea", 310, 240),
        field("b2", "Numbers", 76, 258),
        field("a2", "Turing", 310, 258),
      ],
    });
    expect(elements.map((element) => element.text)).toEqual([
      "Last name: Lovelace",
      "First name: Ada",
      "Street: St James's Square",
      "Town: London",
      "Book: Sketch",
      "Author: Menabrea",
      "Book: Numbers",
      "Author: Turing",
    ]);
  });

  it("shows which boxes are ticked, with the words on their right", async () => {
    const elements = await read({
      items: [text("Send it", 72, 200), text("by post", 88, 220), text("by mail", 88, 240)],
      fields: [tick("way.post", true, 72, 220), tick("way.mail", false, 72, 240)],
    });
    expect(elements.map((element) => element.text)).toEqual(["Send it", "☒ by post", "☐ by mail"]);
    expect(elements[1]?.metadata).toMatchObject({ kind: "form_field", field_name: "way.post" });
  });

  it("leaves out empty and hidden fields", async () => {
    const elements = await read({
      items: [text("Name", 72, 200), text("Secret", 72, 230), text("Nothing else", 72, 300)],
      fields: [field("name", "", 160, 200), { ...field("secret", "never shown", 160, 230), hidden: true }],
    });
    expect(elements.map((element) => element.text).join(" ")).toBe("Name Secret Nothing else");
  });

  it("names a field without a label by the file's description of it", async () => {
    const elements = await read({
      items: [text("Order form", 72, 100)],
      fields: [{ ...field("f1", "12", 160, 200), description: "Number of copies" }],
    });
    expect(elements.map((element) => element.text)).toEqual(["Order form", "Number of copies: 12"]);
  });

  it("keeps a value inside a sentence where it stands", async () => {
    const elements = await read({
      items: [text("The undersigned", 72, 200), text("agrees to these terms", 230, 200)],
      fields: [field("who", "Ada Lovelace", 152, 200, 74)],
    });
    expect(elements.map((element) => element.text)).toEqual([
      "The undersigned Ada Lovelace agrees to these terms",
      "The undersigned: Ada Lovelace",
    ]);
  });

  it("replaces the dots that are printed where the text goes", async () => {
    const elements = await read({
      items: [text("Name .......................", 72, 200)],
      fields: [field("name", "Ada", 104, 200, 90)],
    });
    expect(elements.map((element) => element.text)).toEqual(["Name: Ada"]);
  });
});

describe("texts typed onto a page", () => {
  it("are values where a label stands beside them, and comments elsewhere", async () => {
    const elements = await read({
      items: [text("Signed in", 72, 200), text("A page of text", 72, 300)],
      typed: [
        { value: "London", x: 130, y: 188, width: 90, height: 16 },
        { value: "Checked", x: 400, y: 500, width: 90, height: 16 },
      ],
    });
    expect(elements.map((element) => [element.text, element.metadata?.kind])).toEqual([
      ["Signed in: London", "form_field"],
      ["A page of text", undefined],
      ["Checked", "comment"],
    ]);
  });
});
