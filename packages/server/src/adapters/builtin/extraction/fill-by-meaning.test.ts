import { describe, expect, test } from "vitest";
import { extract, number, table, text } from "../../../../testing/extract-parts.ts";
import type { CompareTexts } from "../../../models/compare-meaning.ts";

const boolean = { type: ["boolean", "null"] };
const day = { type: ["string", "null"], format: "date" };

/** An encoder to which the listed pairs of property and beginning of a label mean the same. */
const encoder =
  (alike: Record<string, string>): CompareTexts =>
  async (name, labels) => ({
    cosines: labels.map((label) => (label.startsWith(alike[name] ?? "\n") ? 0.8 : 0.1)),
  });

const payslip = table(
  [
    ["Steuerklasse", "III"],
    ["Lohnsteuer", "171,83"],
    ["Kirchensteuer", "0,00"],
  ],
  0,
);

describe("a label that means the same in other words", () => {
  test("gives its value, which is never verified", async () => {
    const { output, evidence } = await extract(
      { incomeTax: number, churchTax: number },
      [payslip],
      "Extract",
      encoder({ "income tax": "Lohnsteuer", "church tax": "Kirchensteuer" }),
    );
    expect(output).toEqual({ incomeTax: 171.83, churchTax: 0 });
    expect(evidence).toMatchObject([
      { path: "/incomeTax", verdict: "unverified", basis: "meaning" },
      { path: "/churchTax", verdict: "unverified", basis: "meaning" },
    ]);
  });

  test("gives none without an encoder, and none while its vectors cannot be had", async () => {
    const wanted = { incomeTax: number };
    expect((await extract(wanted, [payslip])).output).toEqual({ incomeTax: null });
    expect((await extract(wanted, [payslip], "Extract", async () => null)).output).toEqual({
      incomeTax: null,
    });
  });

  test("gives none to a property whose words the lexicon knows: its labels are known as well", async () => {
    const { output } = await extract(
      { due_date: day },
      [table([["Stylesheet", "2013-08-05"]], 0)],
      "Extract",
      encoder({ "due date": "Stylesheet" }),
    );
    expect(output).toEqual({ due_date: null });
  });

  test("gives none where the value has another form, or is another property's", async () => {
    const { output } = await extract(
      { guarantor_fee: number, taxbracket: text, order_number: text },
      [
        table(
          [
            ["Bürge", "keiner"],
            ["Order number", "4711"],
          ],
          0,
        ),
      ],
      "Extract",
      encoder({ "guarantor fee": "Bürge", taxbracket: "Order" }),
    );
    expect(output).toEqual({ guarantor_fee: null, taxbracket: null, order_number: "4711" });
  });

  test("is not asked for a value that a label of the property's own name has", async () => {
    const { output } = await extract(
      { dinghy: text },
      [
        table(
          [
            ["Dinghy", "Marlin"],
            ["Boat", "Shark"],
          ],
          0,
        ),
      ],
      "Extract",
      encoder({ dinghy: "Boat" }),
    );
    expect(output).toEqual({ dinghy: "Marlin" });
  });

  test("is no label of a numbered property or of a year", async () => {
    const { output } = await extract(
      { loyaltyTier_2: text, turnover_2022: number },
      [
        table(
          [
            ["Treuestufe", "Gold"],
            ["Umsätze", "900"],
          ],
          0,
        ),
      ],
      "Extract",
      encoder({ "loyalty tier 2": "Treuestufe", "turnover 2022": "Umsätze" }),
    );
    expect(output).toEqual({ loyaltyTier_2: null, turnover_2022: null });
  });

  test("a count is no amount of money", async () => {
    const { output } = await extract(
      { night_count: { type: ["integer", "null"] } },
      ["Total for the stay: £384"],
      "Extract",
      encoder({ "night count": "Total" }),
    );
    expect(output).toEqual({ night_count: null });
  });

  test("describes the property with what the schema says of it, and names the objects around it", async () => {
    const asked: string[] = [];
    const listening: CompareTexts = async (name, labels) => {
      asked.push(name);
      return { cosines: labels.map(() => 0) };
    };
    const described = { ...text, description: "who stands in for the rent" };
    await extract(
      { lease: { type: "object", properties: { guarantor: described } } },
      [payslip],
      "",
      listening,
    );
    expect(asked).toEqual(["lease guarantor: who stands in for the rent"]);
  });
});

describe("a sentence that a property means", () => {
  const given = (properties: Record<string, unknown>, sentence: string, name: string) =>
    extract(properties, [sentence], "Extract", encoder({ [name]: sentence.slice(0, 8) }));

  test.each([
    ["The berth costs £1,150 a month for 12 m.", 1150],
    ["The berth costs 1150 EUR a month.", 1150],
    ["The berth has 12 cleats of oak.", null],
  ])("has an amount with its currency: %s", async (sentence, amount) => {
    const schema = { mooring_fee: { type: ["number", "null"] } };
    expect((await given(schema, sentence, "mooring fee")).output).toEqual({ mooring_fee: amount });
  });

  test("has a date, where it has one alone", async () => {
    const wanted = { return_deadline: day };
    const one = "Please return this form by 31 August 2026.";
    expect((await given(wanted, one, "return deadline")).output).toEqual({ return_deadline: "2026-08-31" });
    const two = "Please return this form by 31 August 2026, in print by 2 July 2026.";
    expect((await given(wanted, two, "return deadline")).output).toEqual({ return_deadline: null });
  });

  test.each([
    ["Pets are not allowed in the flat.", false],
    ["Pets are welcome in the garden.", true],
    ["Haustiere sind in der Wohnung untersagt.", false],
    ["Pets are allowed only with consent.", null],
    ["Pets are not allowed unless agreed.", null],
    ["Are pets allowed in the flat?", null],
  ])("states what is so, or denies it: %s", async (sentence, value) => {
    expect((await given({ pets_allowed: boolean }, sentence, "pets allowed")).output).toEqual({
      pets_allowed: value,
    });
  });

  test("denies what a property denies", async () => {
    const sentence = "Smoking is prohibited on board.";
    expect((await given({ smoking_prohibited: boolean }, sentence, "smoking prohibited")).output).toEqual({
      smoking_prohibited: true,
    });
  });
});
