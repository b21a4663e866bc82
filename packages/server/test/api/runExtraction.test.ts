import { beforeAll, describe, expect, it } from "vitest";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";
import type { SettledBuild } from "../../testing/start-server.ts";

const invoice = `<h1>Invoice</h1>
<p>Invoice number: INV-2024-0042</p><p>Invoice date: 5 March 2024</p>
<table><tr><th>Description</th><th>Quantity</th><th>Unit price</th></tr>
<tr><td>Blue kettle</td><td>2</td><td>1,250.50</td></tr><tr><td>Red kettle</td><td>10</td><td>7.00</td></tr></table>
<p>Total amount: EUR 2,571.00</p><p>Paid: yes</p>`;

const schema = {
  type: "object",
  properties: {
    invoice_number: { type: "string" },
    invoice_date: { type: "string", format: "date" },
    total_amount: { type: ["number", "null"] },
    paid: { type: ["boolean", "null"] },
    purchase_order: { type: ["string", "null"] },
    items: {
      type: "array",
      items: {
        type: "object",
        properties: {
          description: { type: "string" },
          quantity: { type: "integer" },
          unit_price: { type: "number" },
        },
      },
    },
  },
  required: ["invoice_number", "purchase_order"],
};

describe("runExtraction", () => {
  let server: SharedService;
  let build: SettledBuild;
  beforeAll(async () => {
    server = await sharedService();
    build = await server.ingestAndWait("invoice.html", invoice);
  });

  const extract = (body: object) =>
    server.call<Record<string, unknown>>("POST", "/run-extraction", {
      user_instruction: "Read the invoice.",
      output_schema: schema,
      ...body,
    });

  it("fills the schema from labels and tables, with coerced types and null for missing values", async () => {
    const { status, body } = await extract({ file_ids: [build.file_id] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ file_ids: [build.file_id], file_names: ["invoice.html"] });
    expect(body.structured_output).toEqual({
      invoice_number: "INV-2024-0042",
      invoice_date: "2024-03-05",
      total_amount: 2571,
      paid: true,
      purchase_order: null,
      items: [
        { description: "Blue kettle", quantity: 2, unit_price: 1250.5 },
        { description: "Red kettle", quantity: 10, unit_price: 7 },
      ],
    });
    expect(body.evidence).toContainEqual({
      path: "/invoice_number",
      file_id: build.file_id,
      file_name: "invoice.html",
      element_id: expect.any(String),
      page_number: 1,
      text: "INV-2024-0042",
      quote: "INV-2024-0042",
      bounding_box: null,
      metadata: { box: "block" },
      score: 1,
      verdict: "verified",
    });
    expect(JSON.parse(String(body.raw_json))).toBeTypeOf("object");
  });

  it("fills alternatives and what refers to itself, and takes any name", async () => {
    const output_schema = {
      type: "object",
      properties: {
        total: { anyOf: [{ type: "number" }, { type: "null" }] },
        part: { $ref: "#/$defs/part" },
        constructor: { type: ["string", "null"] },
      },
      required: ["constructor"],
      $defs: {
        part: {
          type: "object",
          properties: {
            invoice_number: { type: "string" },
            parts: { type: "array", items: { $ref: "#/$defs/part" } },
          },
        },
      },
    };
    const { status, body } = await extract({ file_ids: [build.file_id], output_schema });
    expect(status).toBe(200);
    expect(body.structured_output).toEqual({
      total: 2571,
      part: { invoice_number: "INV-2024-0042", parts: [] },
      constructor: null,
    });
  });

  it("400 naming the path of a reference without an end", async () => {
    const output_schema = { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] };
    const { status, body } = await extract({ file_ids: [build.file_id], output_schema });
    expect(status).toBe(400);
    expect(body.detail).toBe(
      "output_schema is not supported: '$ref' to itself, which has no end, at /properties/next",
    );
  });

  it("takes file names", async () => {
    expect((await extract({ file_names: ["invoice.html"] })).body.file_ids).toEqual([build.file_id]);
  });

  it("400 when nothing is found and the schema can't express that", async () => {
    const output_schema = {
      type: "object",
      properties: { ship_name: { type: "string" } },
      required: ["ship_name"],
    };
    const { status, body } = await extract({ file_ids: [build.file_id], output_schema });
    expect(status).toBe(400);
    expect(body.detail).toContain("ship_name");
  });

  it("404 for a file without an active version", async () => {
    const failed = await server.ingestAndWait("empty.txt", "");
    expect(await extract({ file_ids: [failed.file_id] })).toMatchObject({ status: 404 });
  });

  it.each([
    [{}, 400, "At least one of file_ids or file_names is required"],
    [{ file_ids: [] }, 400, "At least one of file_ids or file_names is required"],
    [{ file_ids: ["x"], user_instruction: null }, 400, "user_instruction is required"],
    [{ file_ids: ["x"], output_schema: null }, 400, "output_schema is required"],
    [{ file_ids: ["x"], output_schema: "string" }, 400, "Invalid input: output_schema must be object"],
    [{ file_ids: ["unknown"] }, 404, "File not found"],
    [{ file_names: ["unknown"] }, 404, "File not found"],
  ])("%j: %i %s", async (body, status, detail) => {
    expect(await extract(body)).toMatchObject({ status, body: { detail } });
  });

  it("400 naming the path of a schema that is none", async () => {
    const output_schema = { type: "object", properties: { a: { type: "colour" } } };
    const { status, body } = await extract({ file_ids: [build.file_id], output_schema });
    expect(status).toBe(400);
    expect(body.detail).toMatch(/properties.*a/);
  });
});
