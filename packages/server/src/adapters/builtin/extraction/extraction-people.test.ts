import { describe, expect, test } from "vitest";
import { number, output, table, text } from "../../../../testing/extract-parts.ts";

describe("a payslip", () => {
  const wanted = {
    employer: text,
    gross_pay: number,
    total_deductions: number,
    net_pay: number,
    gross_pay_year_to_date: number,
  };
  const lines = table([
    ["", "This period", "Year to date"],
    ["Gross pay", "2,620.00", "15,720.00"],
    ["Total deductions", "500.00", "3,000.00"],
    ["Net pay", "2,120.00", "12,720.00"],
  ]);

  test("has the amounts of its period, and those of the year only for a field that asks for them", async () => {
    expect(await output(wanted, ["Brightway Ltd", "Payslip June 2025", lines])).toEqual({
      employer: "Brightway Ltd",
      gross_pay: 2620,
      total_deductions: 500,
      net_pay: 2120,
      gross_pay_year_to_date: 15720,
    });
  });

  test.each(["Payslip", "Gehaltsabrechnung", "Bulletin de paie", "Nómina"])(
    "its heading is no party: %s",
    async (heading) => {
      expect(await output({ employer: text, vendor: text }, [heading, lines])).toEqual({
        employer: null,
        vendor: null,
      });
    },
  );
});

describe("a CV", () => {
  test("the name at its top is not the employer", async () => {
    const parts = ["Marta Ferrer", "Work experience", "Senior designer, Estudio Nadal, 2019 – present"];
    expect(await output({ name: text, current_employer: text }, parts)).toEqual({
      name: "Marta Ferrer",
      current_employer: null,
    });
  });

  test("what somebody does at the employer is no part of its name", async () => {
    const parts = ["Current employer: Senior designer at Estudio Nadal"];
    expect(await output({ current_employer: text }, parts)).toEqual({ current_employer: "Estudio Nadal" });
  });

  test("the year of a degree is no part of the university's name, and a part of a name is not the name", async () => {
    expect(await output({ university: text }, ["University: València, 2017"])).toEqual({
      university: "València",
    });
    expect(await output({ university: text }, ["Degree in Design, University of València, 2017"])).toEqual({
      university: null,
    });
  });
});

describe("people of a paper", () => {
  test("who received the goods is not its heading", async () => {
    const wanted = { received_by: text, dispatch_date: { type: ["string", "null"], format: "date" } };
    const lines = table([
      ["Note no.", "DN 50918"],
      ["Dispatched", "02/06/2026"],
      ["Order date", "27/05/2026"],
    ]);
    expect(
      await output(wanted, ["DELIVERY NOTE", lines, "Received in good order (name, date): ____"]),
    ).toEqual({ received_by: null, dispatch_date: "2026-06-02" });
  });

  test.each([
    ["bailleur", "Le bailleur : Mme Solange Verdier, demeurant 4 impasse des Acacias", "Mme Solange Verdier"],
    [
      "locataire",
      "Le locataire : M. Bastien Kermarrec, né le 9 novembre 1994 à Quimper",
      "M. Bastien Kermarrec",
    ],
    ["vermieter", "Vermieter: Jana Holt, wohnhaft Am Deich 4, Kiel", "Jana Holt"],
  ])("where a party lives or was born is no part of its name: %s", async (property, line, name) => {
    expect(await output({ [property]: text }, [line])).toEqual({ [property]: name });
  });
});
