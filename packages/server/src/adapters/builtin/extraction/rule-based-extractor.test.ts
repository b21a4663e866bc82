import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Element } from "../../../elements/element.ts";
import { ServiceError } from "../../../kernel/service-error.ts";
import { extractGrounded } from "../../../structured/extract-grounded.ts";
import { fitToSchema } from "../../../structured/fit-to-schema.ts";
import { compileOutputSchema } from "../../../structured/validate-output.ts";
import { createRuleBasedExtractor } from "./rule-based-extractor.ts";

const extractor = createRuleBasedExtractor();

type Part = string | (Partial<Element> & { text: string });

const documentOf = (fileId: string, parts: Part[]) => ({
  fileId,
  fileName: `${fileId}.pdf`,
  elements: parts.map((part, position): Element => {
    const given = typeof part === "string" ? { text: part } : part;
    return { elementId: `${fileId}-${position}`, position, type: "NarrativeText", pageNumber: 1, ...given };
  }),
});

const table = (rows: string[][], headerRows = 1): Part => {
  const html = rows
    .map((row, index) => {
      const name = index < headerRows ? "th" : "td";
      return `<tr>${row.map((cell) => `<${name}>${cell}</${name}>`).join("")}</tr>`;
    })
    .join("");
  return {
    type: "Table",
    text: rows.map((row) => row.join(" | ")).join("\n"),
    html: `<table>${html}</table>`,
  };
};

const box = (left: number, top: number, width = 80, height = 10) => ({ left, top, width, height });

const extract = async (
  properties: Record<string, unknown>,
  documents: Part[][],
  instruction = "Extract everything",
) => {
  const schema = { type: "object", properties };
  const request = {
    documents: documents.map((parts, index) => documentOf(`file${index}`, parts)),
    instruction,
    schema,
    thinkingLevel: "accurate" as const,
  };
  const draft = await extractGrounded(extractor, request, new AbortController().signal);
  const { output, evidence } = draft.fit();
  return { output: output as Record<string, unknown>, evidence };
};

const text = { type: ["string", "null"] };
const number = { type: ["number", "null"] };
const date = { type: ["string", "null"], format: "date" };

const invoice: Part[] = [
  "Northwind Pumps GmbH",
  "Hafenstraße 12, 20457 Hamburg",
  "Invoice No.: INV-2024/0815 Customer No.: 4711 Invoice date: 5 March 2024 Due date: 4 April 2024",
  table([
    ["Pos", "Description", "Qty", "Unit price", "Amount"],
    ["1", "Pump P-100", "2", "1.250,00 €", "2.500,00 €"],
    ["2", "Seal kit", "4", "12,50 €", "50,00 €"],
    ["", "with grease", "", "", ""],
    ["", "Subtotal", "", "", "2.550,00 €"],
    ["", "VAT 19 %", "", "", "484,50 €"],
    ["", "Total", "", "", "3.034,50 €"],
  ]),
  "IBAN: DE89 3704 0044 0532 0130 00",
  "Please pay within 30 days. Questions: billing@northwind.example",
];

describe("the rule-based extractor", () => {
  test("reads an invoice", async () => {
    const { output } = await extract(
      {
        vendor: text,
        invoiceNumber: text,
        customer_number: text,
        invoice_date: date,
        due_date: date,
        subtotal: number,
        tax_rate: { ...number, description: "VAT in percent" },
        total_amount: number,
        currency: text,
        iban: text,
        contact_email: { ...text, format: "email" },
        purchase_order: text,
        line_items: {
          type: "array",
          items: {
            type: "object",
            properties: {
              description: text,
              quantity: { type: "integer" },
              unit_price: number,
              amount: number,
            },
          },
        },
      },
      [invoice],
    );
    expect(output).toEqual({
      vendor: "Northwind Pumps GmbH",
      invoiceNumber: "INV-2024/0815",
      customer_number: "4711",
      invoice_date: "2024-03-05",
      due_date: "2024-04-04",
      subtotal: 2550,
      tax_rate: 19,
      total_amount: 3034.5,
      currency: "EUR",
      iban: "DE89 3704 0044 0532 0130 00",
      contact_email: "billing@northwind.example",
      purchase_order: null,
      line_items: [
        { description: "Pump P-100", quantity: 2, unit_price: 1250, amount: 2500 },
        { description: "Seal kit\nwith grease", quantity: 4, unit_price: 12.5, amount: 50 },
      ],
    });
  });

  test("finds values beside and below their labels by position", async () => {
    const { output } = await extract({ reference: text, delivery_date: date, weight: number }, [
      [
        { text: "Delivery date", boundingBox: box(50, 100) },
        { text: "Reference", boundingBox: box(200, 100) },
        { text: "17.06.2023", boundingBox: box(50, 114) },
        { text: "R-55", boundingBox: box(200, 114) },
        { text: "Weight", boundingBox: box(50, 200) },
        { text: "kg", boundingBox: box(140, 200, 20) },
        { text: "12.5", boundingBox: box(180, 200, 30) },
      ],
    ]);
    expect(output).toEqual({ reference: "R-55", delivery_date: "2023-06-17", weight: 12.5 });
  });

  test("coerces booleans, enumerations, percentages and nested objects", async () => {
    const { output } = await extract(
      {
        paid: { type: ["boolean", "null"] },
        priority: { enum: ["low", "medium", "high", null] },
        discount: { type: ["number", "null"], maximum: 1, description: "Discount as a share, percent" },
        customer: { type: "object", properties: { name: text, phone: text } },
      },
      [
        [
          "Paid: yes",
          "Priority: High!",
          "Discount: 12,5 %",
          "Customer: Maria Lopez",
          "Phone: +49 40 1234567",
        ],
      ],
    );
    expect(output).toEqual({
      paid: true,
      priority: "high",
      discount: 0.125,
      customer: { name: "Maria Lopez", phone: "+49 40 1234567" },
    });
  });

  test("reads lists under headings and after labels", async () => {
    const { output } = await extract(
      {
        skills: { type: "array", items: { type: "string" } },
        languages: { type: "array", items: { type: "string" } },
      },
      [
        [
          { type: "Title", text: "Jane Miller" },
          { type: "Title", text: "Skills" },
          { type: "ListItem", text: "• TypeScript" },
          { type: "ListItem", text: "• Hydraulics" },
          { type: "Title", text: "Education" },
          { type: "ListItem", text: "• Delft University" },
          "Languages: English, Dutch; German",
        ],
      ],
    );
    expect(output).toEqual({
      skills: ["TypeScript", "Hydraulics"],
      languages: ["English", "Dutch", "German"],
    });
  });

  test("takes scalars from the first document that has one and rows from all", async () => {
    const row = (name: string, price: string) =>
      table([
        ["Item", "Price"],
        [name, price],
      ]);
    const { output, evidence } = await extract(
      {
        order_number: text,
        items: { type: "array", items: { type: "object", properties: { item: text, price: number } } },
      },
      [[row("Pump", "10.00")], ["Order number: A-1", row("Seal", "2.00")], ["Order number: A-2"]],
    );
    expect(output).toEqual({
      order_number: "A-1",
      items: [
        { item: "Pump", price: 10 },
        { item: "Seal", price: 2 },
      ],
    });
    expect(evidence).toContainEqual({
      path: "/order_number",
      fileId: "file1",
      fileName: "file1.pdf",
      elementId: "file1-0",
      pageNumber: 1,
      quote: "A-1",
      boundingBox: null,
      score: 1,
      verdict: "verified",
      basis: "label",
    });
    expect(evidence).toContainEqual({
      path: "/items/1/price",
      fileId: "file1",
      fileName: "file1.pdf",
      elementId: "file1-1",
      pageNumber: 1,
      quote: "2.00",
      boundingBox: null,
      score: 1,
      verdict: "verified",
      basis: "column",
    });
  });

  test("a list of the files' own facts has one item per file", async () => {
    const { output } = await extract(
      {
        invoices: {
          type: "array",
          items: { type: "object", properties: { invoice_number: text, total: number } },
        },
      },
      [
        ["Invoice number: A-1", "Total: 10.00 EUR"],
        ["A letter about nothing."],
        ["Invoice number: A-2", "Total: 20.00 EUR"],
      ],
    );
    expect(output).toEqual({
      invoices: [
        { invoice_number: "A-1", total: 10 },
        { invoice_number: "A-2", total: 20 },
      ],
    });
  });

  test("reads clauses of a contract", async () => {
    const integer = { type: ["integer", "null"] };
    const { output } = await extract(
      {
        title: text,
        effective_date: date,
        notice_period_days: integer,
        term_months: integer,
        monthly_fee: number,
        penalty: number,
      },
      [
        [
          { type: "Title", text: "Service Agreement" },
          { type: "Title", text: "1. Term" },
          "This Agreement is effective as of February 1, 2024 and continues for twelve (12) months.",
          { type: "Title", text: "2. Fees" },
          "The Client shall pay a monthly fee of $8,500.00, due within 30 days of the invoice date.",
          { type: "Title", text: "3. Termination" },
          "Either party may terminate this Agreement by giving sixty (60) days written notice.",
          { type: "Title", text: "4. Governing Law" },
        ],
      ],
    );
    expect(output).toEqual({
      title: "Service Agreement",
      effective_date: "2024-02-01",
      notice_period_days: 60,
      term_months: 12,
      monthly_fee: 8500,
      penalty: null,
    });
  });

  test("stops when it is told to", async () => {
    const request = {
      documents: [documentOf("f", ["Total: 1"])],
      instruction: "",
      schema: { type: "object" },
      thinkingLevel: "fast" as const,
    };
    await expect(extractor(request, AbortSignal.abort())).rejects.toThrow();
  });

  test("follows the instruction about labels and dates", async () => {
    const { output } = await extract(
      { invoice_number: text, date },
      [["Belegkennung: X9-2", "Date: 03/04/2024"]],
      `The invoice number is labelled "Belegkennung". Dates are in US format.`,
    );
    expect(output).toEqual({ invoice_number: "X9-2", date: "2024-03-04" });
  });

  test("is null when the document does not say", async () => {
    const { output, evidence } = await extract(
      {
        invoice_number: text,
        total: number,
        paid: { type: ["boolean", "null"] },
        date,
        rows: { type: "array", items: { type: "object", properties: { sku: text } } },
      },
      [["The meeting dealt with the weather, which was fine."]],
    );
    expect(output).toEqual({ invoice_number: null, total: null, paid: null, date: null, rows: [] });
    expect(evidence).toEqual([]);
  });

  test("whatever the document and the schema, the output is valid or a 400", async () => {
    const names = [
      "total",
      "invoice_date",
      "vendor",
      "items",
      "quantity",
      "paid",
      "address",
      "currency",
      "x",
    ];
    const leaf = fc.constantFrom<Record<string, unknown>>(
      { type: "string" },
      { type: ["string", "null"], format: "date" },
      { type: ["number", "null"] },
      { type: "integer", minimum: 0 },
      { type: "boolean" },
      { enum: ["a", "b"] },
      { type: "string", format: "email", maxLength: 20 },
    );
    const list = fc.record({
      type: fc.constant("array"),
      items: fc.oneof(
        leaf,
        fc.record({
          type: fc.constant("object"),
          properties: fc.dictionary(fc.constantFrom(...names), leaf),
        }),
      ),
    });
    const schema = fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom(...names), fc.oneof(leaf, list)),
      required: fc.subarray(names),
    });
    const words = fc.constantFrom(
      "Total:",
      "12,50 €",
      "Date",
      "1.2.2023",
      "Acme Ltd",
      "yes",
      "|",
      "\n",
      "Qty",
      "a@b.co",
      ":",
      "",
    );
    const line = fc.array(words, { maxLength: 8 }).map((parts) => parts.join(" "));
    await fc.assert(
      fc.asyncProperty(
        schema,
        fc.array(line, { maxLength: 6 }),
        fc.array(fc.array(words, { minLength: 2, maxLength: 2 }), { maxLength: 4 }),
        async (shape, lines, rows) => {
          const documents = [documentOf("f", [...lines, table(rows)])];
          const request = { documents, instruction: "", schema: shape, thinkingLevel: "fast" as const };
          const draft = await extractor(request, new AbortController().signal);
          expect(JSON.parse(draft.rawJson)).toEqual(draft.value);
          try {
            expect(compileOutputSchema(shape)(fitToSchema(shape, draft.value).value)).toEqual([]);
          } catch (error) {
            if (!(error instanceof ServiceError && error.status === 400)) throw error;
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
