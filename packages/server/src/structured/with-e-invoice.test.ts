import { describe, expect, test } from "vitest";
import { createRuleBasedExtractor } from "../adapters/builtin/extraction/rule-based-extractor.ts";
import type { Element } from "../elements/element.ts";
import { createReadTerm } from "./e-invoice-term.ts";
import { extractGrounded } from "./extract-grounded.ts";
import { withEInvoice } from "./with-e-invoice.ts";

const text = { type: ["string", "null"] };
const amount = { type: ["number", "null"] };

const page = [
  "Beleg 4711 für Tischlerei Holm",
  "Erstellt am 05.06.2024",
  "Summe netto: 400,00 €",
  "Umsatzsteuer: 80,00 €",
  "Gesamtbetrag: 480,00 €",
];

async function extract(properties: Record<string, unknown>, invoice: Record<string, unknown> | undefined) {
  const elements = page.map(
    (written, position): Element => ({
      elementId: `e${position}`,
      position,
      type: "NarrativeText",
      pageNumber: 1,
      text: written,
      ...(position === 0 && invoice && { metadata: { e_invoice: invoice } }),
    }),
  );
  const draft = await extractGrounded(
    withEInvoice(createRuleBasedExtractor()),
    {
      documents: [{ fileId: "f", fileName: "f.pdf", elements }],
      instruction: "",
      schema: { type: "object", properties },
      thinkingLevel: "fast",
    },
    new AbortController().signal,
  );
  return draft.fit();
}

describe("an invoice with an e-invoice inside", () => {
  test("is read from it where the page says the same, with the place on the page", async () => {
    const properties = { buyer_name: text, invoice: { type: "object", properties: { number: text } } };
    expect((await extract(properties, undefined)).output).not.toMatchObject({
      buyer_name: "Tischlerei Holm",
    });
    const { output, evidence, message } = await extract(properties, {
      buyer: "Tischlerei Holm",
      number: "4711",
    });
    expect(output).toEqual({ buyer_name: "Tischlerei Holm", invoice: { number: "4711" } });
    const cited = evidence.find(({ path }) => path === "/buyer_name");
    expect([cited?.quote, cited?.elementId, cited?.verdict]).toEqual(["Tischlerei Holm", "e0", "verified"]);
    expect(message).toBeNull();
  });

  test("keeps what the page says where the two differ, and says so", async () => {
    const { output, message } = await extract(
      { grand_total: amount, seller_name: text },
      { grand_total: 999, seller: "Nordlicht GmbH" },
    );
    expect(output).toMatchObject({ grand_total: 480 });
    expect(message).toBe(
      "The e-invoice inside of this PDF says what its pages do not: grand_total (999), seller_name (Nordlicht GmbH).",
    );
  });

  test("does not take another sum of the page for the total, though the e-invoice says it", async () => {
    const { output, message } = await extract({ grand_total: amount }, { grand_total: 400 });
    expect(output).toEqual({ grand_total: 480 });
    expect(message).toContain("grand_total (400)");
  });
});

test.each([
  [["invoice_number"], "number"],
  [["rechnungsdatum"], "date"],
  [["paymentDueDate"], "due_date"],
  [["lieferdatum"], "delivery_date"],
  [["supplier"], "seller"],
  [["customer", "name"], "buyer"],
  [["seller_vat_id"], "seller_vat"],
  [["subtotal"], "net_total"],
  [["vatAmount"], "tax_total"],
  [["total_amount"], "grand_total"],
  [["amount_due"], "due_payable"],
  [["order_number"], null],
  [["customer_number"], null],
  [["shipping_total"], null],
  [["seller_phone"], null],
  [["previous_invoice_date"], null],
  [["discount_total"], null],
  [["tax_rate"], null],
])("%j asks for %s", (names, term) => {
  expect(createReadTerm()(names)).toBe(term);
});
