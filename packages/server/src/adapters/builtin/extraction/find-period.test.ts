import { describe, expect, test } from "vitest";
import { output, text } from "../../../../testing/extract-parts.ts";

const day = { type: ["string", "null"], format: "date" };
const march = { from: "2025-03-01", to: "2025-03-31" };

describe("a period from one date to another", () => {
  test.each([
    "Period 1 March 2025 to 31 March 2025",
    "Period: 01.03.2025 - 31.03.2025",
    "Billing period 1 Mar 2025 – 31 Mar 2025",
    "For the period 1 to 31 March 2025",
    "For the period 1 March to 31 March 2025",
    "Zeitraum: 01.03. bis 31.03.2025",
    "Abrechnungszeitraum 01.03.2025 bis 31.03.2025",
    "Période du 01/03/2025 au 31/03/2025",
    "Periodo dal 01/03/2025 al 31/03/2025",
  ])("has a beginning and an end: %s", async (line) => {
    const wanted = { period_start: day, period_end: day, period_from: day, period_to: day };
    expect(await output(wanted, ["Statement 4", line])).toEqual({
      period_start: march.from,
      period_end: march.to,
      period_from: march.from,
      period_to: march.to,
    });
  });

  test("is a text as it is written", async () => {
    const parts = ["Statement 4", "Period 1 March 2025 to 31 March 2025"];
    expect(await output({ period: text }, parts)).toEqual({ period: "1 March 2025 to 31 March 2025" });
  });

  test("is that of the label which names it", async () => {
    const parts = [
      "Billing period: 01.03.2025 - 31.03.2025",
      "Lease period: 01.01.2024 - 31.12.2026",
      "Start date: 5 January 2024",
    ];
    expect(
      await output({ lease_start: day, lease_end: day, start_date: day, trial_end: day }, parts),
    ).toEqual({
      lease_start: "2024-01-01",
      lease_end: "2026-12-31",
      start_date: "2024-01-05",
      trial_end: null,
    });
  });
});

describe("a reference is that of whom its label names", () => {
  const wanted = { your_ref: text, our_ref: text, customer_reference: text };

  test.each([
    ["Your ref: AB-1234", { your_ref: "AB-1234", our_ref: null, customer_reference: "AB-1234" }],
    ["Our ref: 2024/18", { your_ref: null, our_ref: "2024/18", customer_reference: null }],
    ["Ihr Zeichen: M-12", { your_ref: "M-12", our_ref: null, customer_reference: "M-12" }],
    ["Votre réf. : 88-A", { your_ref: "88-A", our_ref: null, customer_reference: "88-A" }],
    ["Ref.: 7781", { your_ref: null, our_ref: null, customer_reference: null }],
  ])("%s", async (line, expected) => {
    expect(await output(wanted, ["Invoice 12", line])).toEqual(expected);
  });

  test("of two in one line, too", async () => {
    const parts = ["Our ref AB-1   Your ref KK-9"];
    expect(await output(wanted, parts)).toEqual({
      your_ref: "KK-9",
      our_ref: "AB-1",
      customer_reference: "KK-9",
    });
  });
});
