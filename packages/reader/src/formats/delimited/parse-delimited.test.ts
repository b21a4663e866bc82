import { describe, expect, it } from "vitest";
import { outline, parseWith } from "../../../testing/fixtures/parse.ts";
import { parseDelimited } from "./parse-delimited.ts";

const parse = async (text: string | Uint8Array, extension = "csv") =>
  (await parseWith(parseDelimited, text, extension)).elements;
const read = async (text: string, extension?: string) => outline(await parse(text, extension));
const LINES = "Table: Name: Alice | City: Paris\nName: Bob | City: Rome";

describe("delimiters", () => {
  it.each([
    ["Name,City\nAlice,Paris\nBob,Rome", "csv"],
    ["Name;City\nAlice;Paris\nBob;Rome", "csv"],
    ["Name\tCity\nAlice\tParis\nBob\tRome", "tsv"],
    ["Name\tCity\nAlice\tParis\nBob\tRome", "csv"],
    ["Name,City\nAlice,Paris\nBob,Rome", "tsv"],
    ["Name|City\r\nAlice|Paris\r\nBob|Rome\r\n", "csv"],
    ["sep=;\nName;City\nAlice;Paris\nBob;Rome", "csv"],
  ])("%j (.%s)", async (text, extension) => {
    expect(await read(text, extension)).toEqual([LINES]);
  });

  it("tells decimal commas from delimiters", async () => {
    expect(await read("Year;Revenue\n2022;143,1\n2023;215,32")).toEqual([
      "Table: Year: 2022 | Revenue: 143,1\nYear: 2023 | Revenue: 215,32",
    ]);
  });

  it("reads facts above a table that has a title", async () => {
    const facts = "Report,Sales\nDate,2024-05-01\n\n";
    expect(await read(`${facts}Table 1: North\nMonth,Units,Value\nJan,10,100.5\nFeb,12,120.0`)).toEqual([
      "Table: Report: Sales\nDate: 2024-05-01",
      "Title1: Table 1: North",
      "Table: Month: Jan | Units: 10 | Value: 100.5\nMonth: Feb | Units: 12 | Value: 120.0",
    ]);
  });

  it("reads delimiters after a backslash as text, where rows are then of one width", async () => {
    expect(await read("id,name,age\n1,Smith\\, John,20\n2,Brown\\, Ann,30")).toEqual([
      "Table: id: 1 | name: Smith, John | age: 20\nid: 2 | name: Brown, Ann | age: 30",
    ]);
    expect(await read("path,size\nC:\\data\\,10\nD:\\,20")).toEqual([
      "Table: path: C:\\data\\ | size: 10\npath: D:\\ | size: 20",
    ]);
  });

  it("tells decimal commas from delimiters below facts of another width", async () => {
    const facts = "Konto;DE12 5001\nZeitraum:;01.01.2024 - 31.01.2024\nSaldo:;1.234,56 EUR\n\n";
    const table = "Tag;Wer;Zweck;Betrag\n02.01.2024;Müller;Miete;-850,00\n03.01.2024;Amt;Steuer;-120,50";
    expect(
      (await read(`${facts + table}\n05.01.2024;Werk;Gehalt;2.400,00\n\nSumme;;;1.429,50`)).at(-1),
    ).toMatch(/^Table: Tag: 02\.01\.2024 \| Wer: Müller \| Zweck: Miete \| Betrag: -850,00\n/);
  });

  it("finds the delimiter below lines of remarks", async () => {
    const remarks = "# station 44\n# unit mm\n# by tool 1.2\n# checked\n# twice\n";
    const found = await read(`${remarks}time,rain\n2024-01-01,2.3\n2024-01-02,0.0\n2024-01-03,0.4`);
    expect(found.at(-1)).toMatch(/^Table: time: 2024-01-01 \| rain: 2\.3\n/);
  });

  it("leaves lines whole when commas are only punctuation", async () => {
    expect(
      (await parse("First, second\none line\nanother line\nyet another\nand one, more"))[0]?.html,
    ).toContain("<td>and one, more</td>");
  });
});

describe("rows", () => {
  it("reads quotes, doubled quotes and line breaks inside values", async () => {
    const [table] = await parse('Name,Note\n"Doe, Jane","She said ""no""\nand left"\nBob,');
    expect(table?.text).toBe('Name: Doe, Jane | Note: She said "no" and left\nName: Bob');
    expect(table?.html).toContain("<td>She said &quot;no&quot;<br>and left</td>");
  });

  it("reads quotes after a delimiter and a space, where rows are then of one width", async () => {
    const text = 'name, land, "city, port"\n"Ann", DE, "Bonn, Rhine"\n"Bo", UK, "Hull, Humber"\n';
    expect(await read(text)).toEqual([
      "Table: name: Ann | land: DE | city, port: Bonn, Rhine\nname: Bo | land: UK | city, port: Hull, Humber",
    ]);
    const said = 'name,said\nAnn,"no, ""never"""\nBo,"yes, ""now"""\n';
    expect(await read(said)).toEqual(['Table: name: Ann | said: no, "never"\nname: Bo | said: yes, "now"']);
  });

  it("takes the protection of zeros off", async () => {
    expect(await read('id,zip\n="00123","=""01234"""\n="00124",=A1\n')).toEqual([
      "Table: id: 00123 | zip: 01234\nid: 00124 | zip: =A1",
    ]);
  });

  it("pads ragged rows and leaves out empty ones", async () => {
    const [table] = await parse("a,b\n1,2,3\n\n,,\n4");
    expect(table?.markdown?.split("\n").slice(2)).toEqual(["| 1 | 2 | 3 |", "| 4 |  |  |"]);
  });

  it("reads a first row of values as data", async () => {
    expect(await read("1,2\n3,4")).toEqual(["Table: 1: 2\n3: 4"]);
  });

  it("reads a single value above the table as its title", async () => {
    expect(await read("Stanley Cups,,\nTeam,Location,Cups\nBlues,STL,1")).toEqual([
      "Title1: Stanley Cups",
      "Table: Team: Blues | Location: STL | Cups: 1",
    ]);
  });

  it("reads a second row of headings under grouped ones", async () => {
    expect(await read("Name,Results,\n,Speed,Height\nAnna,5,7")).toEqual([
      "Table: Name: Anna | Results Speed: 5 | Results Height: 7",
    ]);
  });

  it.each([
    ["a blank line", "\n"],
    ["nothing", ""],
  ])("keeps facts above a table apart, with %s between them", async (_, between) => {
    const facts = "Konto;DE00 1234\nZeitraum;01.01.2024 - 31.01.2024\nSaldo;1.234,56 EUR\n";
    const table = "Tag;Zweck;Betrag\n03.01.2024;Miete;-850,00\n05.01.2024;Gehalt;2.500,00";
    expect(await read(facts + between + table)).toEqual([
      "Table: Konto: DE00 1234\nZeitraum: 01.01.2024 - 31.01.2024\nSaldo: 1.234,56 EUR",
      "Table: Tag: 03.01.2024 | Zweck: Miete | Betrag: -850,00\nTag: 05.01.2024 | Zweck: Gehalt | Betrag: 2.500,00",
    ]);
  });

  it.each([
    ["a blank line", "\n"],
    ["nothing", ""],
  ])("reads each of several tables under its own headings, with %s between them", async (_, between) => {
    const orders = "Id,Name,Price\n1,Tea,2.50\n2,Soap,1.20\n";
    const people = "Person,Age,Town\nAnn,30,Rome\nBob,41,Bonn\n";
    expect(await read(orders + between + people)).toEqual([
      "Table: Id: 1 | Name: Tea | Price: 2.50\nId: 2 | Name: Soap | Price: 1.20",
      "Table: Person: Ann | Age: 30 | Town: Rome\nPerson: Bob | Age: 41 | Town: Bonn",
    ]);
  });

  it("takes repeated headings for headings, and a blank line inside a table for nothing", async () => {
    expect(await read("Id,Price\n1,2.50\n\n2,1.20\n3,1.30\nId,Price\n4,9.99")).toEqual([
      "Table: Id: 1 | Price: 2.50\nId: 2 | Price: 1.20\nId: 3 | Price: 1.30",
      "Table: Id: 4 | Price: 9.99",
    ]);
    expect(await read("Name,Town\nAnn,Rome\nName,Town\nBob,Bonn")).toEqual([
      "Table: Name: Ann | Town: Rome",
      "Table: Name: Bob | Town: Bonn",
    ]);
  });

  it("reads a second table far down in a long file, below its title", async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `${index + 1},name ${index + 1}`);
    const found = await read(`Id,Name\n${rows.join("\n")}\n\nTowns\nTown,People\nRome,2800000\nBonn,330000`);
    expect(found.slice(3)).toEqual([
      "Title1: Towns",
      "Table: Town: Rome | People: 2800000\nTown: Bonn | People: 330000",
    ]);
  });

  it.each([
    [
      "Name,Town\nAnn,Rome\nBob,Bonn\n\nTea,Soap\nCar,Bus",
      "1 table has a first row that may be headings or data, and was read as data",
    ],
    ["Name,Age\nAnn,30\nBob,41,Bonn", "1 row has more values than the table has headings"],
    [
      'Name,Size\nScreen,"27\nMouse,small\nDesk,large',
      "A quote in this file is never closed, so its quotes were read as plain characters",
    ],
    ["Name,Age\nAnn,30\n\nBob,41", null],
  ])("says what is unsure in %j", async (text, expected) => {
    const { message } = await parseWith(parseDelimited, text, "csv");
    expect(message).toBe(expected);
  });

  it("reads quotes that a backslash escapes", async () => {
    const text = String.raw`"id","note","price"
"1","TV 50\", black","199"
"2","He said \"go, now\" twice","20"
"3","C:\\","30"`;
    expect(await read(text)).toEqual([
      'Table: id: 1 | note: TV 50", black | price: 199\nid: 2 | note: He said "go, now" twice | price: 20\nid: 3 | note: C:\\ | price: 30',
    ]);
  });

  it("cuts a long file into tables that each repeat the headings", async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `${index + 1},name ${index + 1}`);
    const tables = await parse(`Id,Name\n${rows.join("\n")}`);
    expect(tables.map((table) => table.metadata)).toEqual([
      { first_row: 1, last_row: 50 },
      { first_row: 51, last_row: 100 },
      { first_row: 101, last_row: 120 },
    ]);
    expect(
      tables.every((table) =>
        table.html?.startsWith("<table><thead><tr><th>Id</th><th>Name</th></tr></thead>"),
      ),
    ).toBe(true);
    expect(tables[1]?.text).toMatch(/^Id: 51 \| Name: name 51\n/);
  });

  it("continues after a quote that never closes", async () => {
    const [table] = await parse('Name,Size\nScreen,"27\nMouse,small\nDesk,large');
    expect(table?.text).toContain("Name: Mouse | Size: small");
  });
});

describe("files", () => {
  it("reads legacy encodings", async () => {
    const [table] = await parse(Buffer.from("Nom,Ville\nRené,Orléans\nZoé,Nîmes", "latin1"));
    expect(table?.text).toBe("Nom: René | Ville: Orléans\nNom: Zoé | Ville: Nîmes");
  });

  it.each([
    ["", /empty/],
    [" \n,,,\n", /no values/],
  ])("refuses %j", async (text, reason) => {
    await expect(parse(text)).rejects.toThrow(reason);
  });

  it("reports progress in rows", async () => {
    const { progress } = await parseWith(parseDelimited, "a,b\n".repeat(20_000), "csv");
    expect(progress.length).toBeGreaterThan(3);
    expect(progress.at(-1)).toEqual({ done: 20_000, total: 20_000, unit: "rows" });
  });
});

describe("headings that cost more than their rows", () => {
  const parse = async (csv: string) => (await parseWith(parseDelimited, csv, "csv")).elements;
  const names = Array.from({ length: 3_000 }, (_, column) => `name${column}`);
  const rows = Array.from({ length: 120 }, (_, row) => `${row},${row + 1}`);

  it("are complete in the first table, and only over the filled columns in the others", async () => {
    const [first, second] = await parse([names.join(","), ...rows].join("\n"));
    expect(first?.text).toContain("name2999");
    expect(second?.html).toContain("<thead><tr><th>name0</th><th>name1</th></tr></thead>");
    expect(second?.text.split("\n")[0]).toBe("name0: 50 | name1: 51");
  });
});
