import { describe, expect, test } from "vitest";
import { number, output, table, text } from "../../../../testing/extract-parts.ts";

const day = { type: ["string", "null"], format: "date" };
const list = { type: "array", items: { type: "string" } };
const rows = (properties: Record<string, unknown>) => ({
  type: "array",
  items: { type: "object", properties },
});

describe("labels in other languages", () => {
  test("a compound is the number it says, and no other one", async () => {
    const parts = [
      { type: "Title" as const, text: "Lieferschein Nr. L-24-0618" },
      table([["Kundennummer:", "10442"]], 0),
      table([["Ihre Bestellung:", "B-771"]], 0),
    ];
    expect(
      await output({ lieferscheinnummer: text, bestellnummer: text, rechnungsnummer: text }, parts),
    ).toEqual({
      lieferscheinnummer: "L-24-0618",
      bestellnummer: "B-771",
      rechnungsnummer: null,
    });
    const counted = { anzahl_packstuecke: number };
    expect(await output(counted, ["Anzahl Packstücke: 3"])).toEqual({ anzahl_packstuecke: 3 });
    expect(await output({ kundennummer: text }, parts)).toEqual({ kundennummer: "10442" });
  });

  test("a property means what it says in the language of its name", async () => {
    const parts = [
      "Lucía Ferrer Montes",
      "lucia.ferrer@correo.example +34 612 555 018",
      "Taux annuel fixe : 3,45 % Mensualité : 819,36 €",
    ];
    expect(await output({ correo: text, telefono: text, taux: number }, parts)).toEqual({
      correo: "lucia.ferrer@correo.example",
      telefono: "+34 612 555 018",
      taux: 3.45,
    });
  });

  test("a label may end in a short word before its colon, and a person's post is not the name", async () => {
    const parts = ["Authorised by: Dr Helena Marsh, Consultant Haematologist"];
    expect(await output({ authorised_by: text }, parts)).toEqual({ authorised_by: "Dr Helena Marsh" });
  });
});

describe("numbers", () => {
  test("one in groups is taken whole, but not with what follows it", async () => {
    const parts = [
      table([["Account number", "8842 0071 93"]], 0),
      table([["Meter number", "K14B 20933"]], 0),
      "Policy no. 77 1203 covers two persons.",
    ];
    expect(await output({ account_number: text, meter_number: text, policy_number: text }, parts)).toEqual({
      account_number: "8842 0071 93",
      meter_number: "K14B 20933",
      policy_number: "77",
    });
  });

  test("a numbered loan is no telephone number", async () => {
    const parts = ["Objet : votre prêt n° 0047 883 210", "Votre conseillère reste au 02 98 55 01 73."];
    expect(await output({ telephone: text }, parts)).toEqual({ telephone: "02 98 55 01 73" });
  });

  test("what a label counts is not what it costs", async () => {
    const parts = [
      table(
        [
          ["Standing charge, 31 days", "£15.87"],
          ["Electricity used", "£90.55"],
        ],
        0,
      ),
    ];
    expect(await output({ standing_charge: number }, parts)).toEqual({ standing_charge: 15.87 });
  });
});

describe("tables", () => {
  test("a form of boxes has its labels above its values", async () => {
    const form = [
      ["Patient", "Date of birth", "Lab no."],
      ["Okonkwo, Grace", "17/09/1971", "24-118830"],
      ["Requested by", "Collected", "Specimen"],
      ["Dr S. Whitlock", "04/03/2024", "EDTA blood"],
    ];
    const asked = { patient_name: text, date_of_birth: day, lab_number: text, specimen: text };
    expect(await output(asked, [table(form, 0)])).toEqual({
      patient_name: "Okonkwo, Grace",
      date_of_birth: "1971-09-17",
      lab_number: "24-118830",
      specimen: "EDTA blood",
    });
  });

  test("of two headings the property's own word is meant, codes need no digits, a range is no number, a dash no value", async () => {
    const grid = table([
      ["Item", "Part no.", "Description", "Reference range"],
      ["1", "CG-250B", "Beaker", "115 - 165"],
      ["2", "CG-STP", "Stopper", "4.0 - 11.0"],
      ["3", "CG-CAP", "Cap", "-"],
    ]);
    const items = rows({ part_number: text, description: text, reference_range: text });
    expect(await output({ items }, [grid])).toEqual({
      items: [
        { part_number: "CG-250B", description: "Beaker", reference_range: "115 - 165" },
        { part_number: "CG-STP", description: "Stopper", reference_range: "4.0 - 11.0" },
        { part_number: "CG-CAP", description: "Cap", reference_range: null },
      ],
    });
  });
});

describe("parties of letters", () => {
  test("a person with a title and an address is the customer, and no heading above them", async () => {
    const parts = [
      { type: "Title" as const, text: "Northmoor Energy" },
      "Your electricity bill",
      "Mr D Ashcroft 7 Tarn View Kendal LA9 4RT",
      "Northmoor Energy Supply plc PO Box 410, Leeds LS1 9XX",
    ];
    expect(await output({ customer_name: text }, parts)).toEqual({ customer_name: "Mr D Ashcroft" });
  });

  test("the sender's line above a window does not run into the window", async () => {
    const parts = [
      "Holzhandel Brandt KG · Am Sägewerk 3 · 34346 Hann. Münden",
      "Tischlerei Oestreich Kirchgasse 12 37213 Witzenhausen",
    ];
    expect(await output({ lieferant: text, empfaenger: text }, parts)).toEqual({
      lieferant: "Holzhandel Brandt KG",
      empfaenger: "Tischlerei Oestreich",
    });
  });

  test("a label says who the supplier is, whoever wrote the paper", async () => {
    const parts = [
      "Fernhill Laboratories Ltd 14 Orchard Way Reading RG2 8PP",
      { type: "Title" as const, text: "PURCHASE ORDER" },
      table(
        [
          ["SUPPLIER", "DELIVER TO", "PO no."],
          ["Castor Glassware", "Fernhill Laboratories Ltd", "PO-55071"],
          ["Unit 9, Bell Lane", "Goods In, Dock 3", ""],
          ["Sheffield S4 7QQ", "Reading RG2 8PX", ""],
        ],
        0,
      ),
    ];
    expect(await output({ supplier: text }, parts)).toEqual({ supplier: "Castor Glassware" });
  });

  test("a name between commas after its label, and an address after a telephone number", async () => {
    const parts = [
      "+34 612 555 018 Calle Sorní 22, 46004 Valencia",
      "Votre conseillère, Maëlle Riou, reste à votre disposition.",
    ];
    expect(await output({ conseiller: text, adresse: text }, parts)).toEqual({
      conseiller: "Maëlle Riou",
      adresse: "Calle Sorní 22, 46004 Valencia",
    });
  });

  test("a salutation is nobody's name", async () => {
    const firm = "Crédit Maritime SA 4 rue du Parc, 29000 Quimper";
    const parts = [firm, "Madame,", "Madame Solenn Le Goff 18 impasse des Ajoncs 29120 Pont-l'Abbé"];
    expect(await output({ client: text }, parts)).toEqual({ client: "Madame Solenn Le Goff" });
  });
});

test("a CV whose jobs end with their years, and whose languages stand in a column", async () => {
  const parts = [
    { type: "Title" as const, text: "Idiomas" },
    "Español Inglés Francés",
    { type: "Title" as const, text: "Experiencia" },
    "Jefa de obra, Puentes del Turia SA 2019 – actualidad",
    "Dirección de tres pasarelas.",
    "Ingeniera, Estudio Albufera SL 2014 – 2019",
  ];
  const experiencia = rows({ puesto: text, empresa: text, periodo: text });
  expect(await output({ idiomas: list, experiencia }, parts)).toEqual({
    idiomas: ["Español", "Inglés", "Francés"],
    experiencia: [
      { puesto: "Jefa de obra", empresa: "Puentes del Turia SA", periodo: "2019 – actualidad" },
      { puesto: "Ingeniera", empresa: "Estudio Albufera SL", periodo: "2014 – 2019" },
    ],
  });
});
