import { describe, expect, test } from "vitest";
import { extract, number, output, type Part, table, text } from "../../../../testing/extract-parts.ts";

const day = { type: ["string", "null"], format: "date" };
const list = (properties: Record<string, unknown>) => ({
  type: "array",
  items: { type: "object", properties },
});

describe("a contract that gives its parties their parts", () => {
  const person = { type: "object", properties: { name: text, address: text } };

  test("has name and address of each", async () => {
    const parts = [
      '(1) Mrs Harriet Okonjo of 12 Vine Street, Bath BA1 2QF (the "Landlord"); and',
      '(2) Mr Daniel Pryce, residing at 3 Canal Row, Bristol BS1 6TY (the "Tenant").',
      "The flat at 27 Upper Lane, Bath BA2 4RT is let for residential use.",
    ];
    expect(await output({ landlord: person, tenant: person }, parts)).toEqual({
      landlord: { name: "Harriet Okonjo", address: "12 Vine Street, Bath BA1 2QF" },
      tenant: { name: "Daniel Pryce", address: "3 Canal Row, Bristol BS1 6TY" },
    });
  });

  test("with articles and streets in German", async () => {
    const parts = [
      "zwischen der Gartenbau Lüttich GmbH, Am Deich 14, 21720 Steinkirchen (nachfolgend „Arbeitgeber“)",
      "und Herrn Malte Corssen, wohnhaft Obstgasse 3, 21635 Jork (nachfolgend „Arbeitnehmer“)",
    ];
    expect(await output({ employer: person, employee: person }, parts)).toEqual({
      employer: { name: "Gartenbau Lüttich GmbH", address: "Am Deich 14, 21720 Steinkirchen" },
      employee: { name: "Malte Corssen", address: "Obstgasse 3, 21635 Jork" },
    });
  });
});

describe("a value without a label", () => {
  test("is no date that another label has", async () => {
    const parts = [table([["Start", "15/05/2026"]], 0), "Done at Brest, 20 May 2026"];
    expect(await output({ issue_date: day }, parts)).toEqual({ issue_date: "2026-05-20" });
    expect(await output({ issue_date: day }, ["Valid until: 6 October 2026"])).toEqual({ issue_date: null });
  });

  test("is not the letterhead's address, where the property names another's", async () => {
    const parts = ["Elm Lodge Ltd", "9 Church Walk, Ludlow SY8 1AP"];
    expect(await output({ address: text, patient_address: text }, parts)).toEqual({
      address: "9 Church Walk, Ludlow SY8 1AP",
      patient_address: null,
    });
  });
});

test("a span of years is no postcode with its town", async () => {
  expect(await output({ address: text }, ["Bevan Construction Ltd", "2016 to 2021"])).toEqual({
    address: null,
  });
});

describe("what is no label", () => {
  test("the end of a name, above a line", async () => {
    expect(await output({ hospital: text }, ["Royal Marches Hospital", "Dear Miss Rao"])).toEqual({
      hospital: null,
    });
  });

  test("a word in the value of another label", async () => {
    expect(await output({ smoker: text }, ["Smoking status: ex-smoker", "Yours sincerely"])).toEqual({
      smoker: null,
    });
  });
});

test("a number is counted by the word behind it", async () => {
  expect(
    await output({ adults: number, guest_name: text }, [table([["Guests", "2 adults, 1 child"]], 0)]),
  ).toEqual({
    adults: 2,
    guest_name: null,
  });
});

test("a list has a label after another word, where a colon follows", async () => {
  const medications = { type: "array", items: { type: "string" } };
  expect(await output({ medications }, ["Current medications: ramipril 5 mg, atorvastatin 20 mg"])).toEqual({
    medications: ["ramipril 5 mg", "atorvastatin 20 mg"],
  });
});

describe("a form whose first row a reader took for a heading", () => {
  test("has a value in that row, where it is a name or has a number", async () => {
    const form = table([
      ["Employee", "Tomasz Birch"],
      ["Depot", "Field Service"],
    ]);
    expect(await output({ employee: text }, [form])).toEqual({ employee: "Tomasz Birch" });
    expect(await output({ approved_by: text }, [table([["Approved by", "Marta Quist"]])])).toEqual({
      approved_by: "Marta Quist",
    });
  });

  test("is none, where the row has words of labels", async () => {
    const goods = table([
      ["Description", "Unit Price"],
      ["Oak", "12.00"],
    ]);
    expect(await output({ description: text }, [goods])).toEqual({ description: "Oak" });
  });
});

describe("a CV", () => {
  const education = list({ degree: text, institution: text, year: { type: ["integer", "null"] } });

  test("has degrees with the place below, and their year", async () => {
    const parts: Part[] = [
      { type: "Title", text: "Formación", level: 1 },
      { type: "Title", text: "Máster en Ciencia de Datos", level: 2 },
      "Universidad de Santiago de Compostela, 2017",
      { type: "Title", text: "Grado en Matemáticas", level: 2 },
      "Universidade de Vigo, 2015",
    ];
    expect(await output({ education }, parts)).toEqual({
      education: [
        {
          degree: "Máster en Ciencia de Datos",
          institution: "Universidad de Santiago de Compostela",
          year: 2017,
        },
        { degree: "Grado en Matemáticas", institution: "Universidade de Vigo", year: 2015 },
      ],
    });
  });

  test("is read column after column, where a table only lays out its page", async () => {
    const side =
      "Owen Fairweather<br>Surveyor<br>Skills<br>Cost planning<br>Tender documents<br>Languages<br>Welsh";
    const main =
      "Employment<br>2021 to present<br>Senior Surveyor, Bevan Construction Ltd<br>2016 to 2021<br>Surveyor, Taff Estates plc";
    const wanted = {
      skills: { type: "array", items: { type: "string" } },
      jobs: list({ title: text, employer: text }),
    };
    const { output: found, evidence } = await extract(wanted, [
      {
        type: "Table",
        text: `${side} | ${main}`.replaceAll("<br>", " "),
        html: `<table><tr><td>${side}</td><td>${main}</td></tr></table>`,
      },
    ]);
    expect(found).toEqual({
      skills: ["Cost planning", "Tender documents"],
      jobs: [
        { title: "Senior Surveyor", employer: "Bevan Construction Ltd" },
        { title: "Surveyor", employer: "Taff Estates plc" },
      ],
    });
    expect(evidence).toContainEqual(expect.objectContaining({ path: "/skills/0", elementId: "e0" }));
  });
});
