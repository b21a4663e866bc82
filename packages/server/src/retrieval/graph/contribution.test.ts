import { describe, expect, it } from "vitest";
import { maxEntitiesPerChunk, readContribution } from "./contribution.ts";

const read = (...texts: string[]) =>
  readContribution(texts.map((text, at) => ({ chunkId: `c${at}`, title: "", text })));
const named = (...texts: string[]) => read(...texts).entities.map(([key, kind]) => `${kind}: ${key}`);

describe("what a version adds to a graph", () => {
  it.each([
    [
      "English",
      "In 1865 the play was written by Henrik Ibsen, who was born in Skien.",
      ["henrik ibsen", "skien"],
    ],
    [
      "German",
      "Die Verträge hat die Kestrel Marine AG mit Frau Nora Berg in Bremen nach der Prüfung der Lieferung und der Haftung geschlossen.",
      ["kestrel marine ag", "frau nora berg", "bremen"],
    ],
    [
      "French",
      "Le contrat a été signé par la société Dupont Frères SARL à Lyon avec Marie Curie.",
      ["dupont freres sarl", "lyon", "marie curie"],
    ],
    [
      "Spanish",
      "El contrato fue firmado por Banco del Río en Madrid con la señora Ana Gómez.",
      ["banco del rio", "madrid", "ana gomez"],
    ],
    [
      "Portuguese",
      "O contrato foi assinado pela Companhia do Norte em Lisboa com João Silva.",
      ["companhia do norte", "lisboa", "joao silva"],
    ],
    [
      "Italian",
      "Il contratto è stato firmato dalla Ferrovie del Sud S.p.A. a Torino con Giulia Bianchi.",
      ["ferrovie del sud spa", "torino", "giulia bianchi"],
    ],
    [
      "Dutch",
      "De overeenkomst is door de Haven van Rotterdam en Jan de Vries in Utrecht getekend.",
      ["haven van rotterdam", "jan de vries", "utrecht"],
    ],
  ])("has the names of a text in %s", (_language, text, names) => {
    expect(named(text)).toEqual(names.map((name) => `name: ${name}`));
  });

  it("has no German nouns that stand behind an article anywhere in the document, nor days and months", () => {
    expect(
      named(
        "Die Haftung ist in dem Vertrag geregelt.",
        "Nach Vertrag und Gesetz gilt das auch für Siemens, und das im März und am Montag.",
      ),
    ).toEqual(["name: gesetz", "name: siemens"]);
  });

  it("has no words that only begin sentences, and keeps names with abbreviations whole", () => {
    const texts = [
      "and Instead we came. They saw St. Louis and Dr. Berg.",
      "They did so instead. It is I’ve seen, said Nora.",
    ];
    expect(named(...texts)).toEqual(["name: st louis", "name: dr berg", "name: nora"]);
  });

  it("has dates and sums of money in one form, and no other numbers", () => {
    expect(
      named("On 3 March 2024 they paid €1,200.50 and 5 % of 17 shares. on 2024-03-03 it was EUR 1200.50"),
    ).toEqual(["date: #2024-03-03", "amount: #eur 1200.5"]);
    expect(named("Am 03.03.2024 zahlten sie 1.200,50 €.")).toEqual([
      "date: #2024-03-03",
      "amount: #eur 1200.5",
    ]);
  });

  it.each([
    ['Nova Ltd (the "Tenant") rents the flat.', "tenant"],
    ["Nova GmbH (im Folgenden „Mieter“) mietet.", "mieter"],
    ["Nova SARL (ci-après « le Client ») paie.", "client"],
    ["Nova SL (en adelante, «el Cliente») paga.", "cliente"],
    ["Nova Lda (doravante “Locatário”) paga.", "locatario"],
    ['Nova SpA (di seguito "Conduttore") paga.', "conduttore"],
    ["Nova BV (hierna: „Huurder”) betaalt.", "huurder"],
    ["“Confidential Information” means all that is marked so.", "confidential information"],
  ])("has the term that is defined by: %s", (text, term) => {
    expect(named(text)).toContain(`term: ${term}`);
  });

  it("takes no ordinary word in quotes for a term", () => {
    expect(named('They did (the "not") so, and ("maybe") more, and (the "Who").')).toEqual([]);
  });

  it("finds the use of a term in chunks that do not define it", () => {
    const { entities, chunks } = read(
      'Nova Ltd (the "Tenant") rents the flat.',
      "Rent is due from the Tenant monthly.",
    );
    const term = entities.findIndex(([key]) => key === "tenant");
    expect(entities[term]).toEqual(["tenant", "term", [["Tenant", 2]]]);
    expect(chunks.map(([chunkId, places]) => [chunkId, places.includes(term)])).toEqual([
      ["c0", true],
      ["c1", true],
    ]);
  });

  it("reads a firm's short name as the firm, where the document has one of that name", () => {
    expect(named("It was sold by Acme Corp. to us.", "Then came ACME again.")).toEqual(["name: acme corp"]);
    expect(named("It was sold by Acme Corp. to Acme GmbH.", "Then came ACME again.")).toContain("name: acme");
  });

  it("has the name that a document gives itself, and no headings in capitals", () => {
    const { entities } = readContribution([
      {
        chunkId: "a",
        title: "Henrik Ibsen › Later life",
        text: "GENERAL CONDITIONS OF SALE\nHe lived abroad.",
      },
    ]);
    expect(entities.map(([key]) => key)).toEqual(["henrik ibsen"]);
  });

  it("has no more entities of a chunk than its bound, and leaves out chunks that name nothing", () => {
    const many = Array.from({ length: 60 }, (_, at) => `with Xa${"b".repeat(at + 1)}`).join(" and ");
    const { entities, chunks } = read(`It came ${many}.`, "nothing here");
    expect(entities).toHaveLength(maxEntitiesPerChunk);
    expect(chunks).toEqual([["c0", entities.map((_, at) => at)]]);
    expect(read(`(the "${"x".repeat(500)}")`, "", "…").entities).toEqual([]);
  });
});
