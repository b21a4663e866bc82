import { beforeAll, describe, expect, it } from "vitest";
import { createMemoryChunks } from "../../testing/memory-chunks.ts";
import { createMemoryIndex } from "../../testing/memory-index.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import { newId } from "../kernel/ids.ts";
import { createLexicalCandidates } from "./lexical-candidates.ts";
import { createRetrieve } from "./retrieve.ts";
import type { Retrieve } from "./retrieved-chunk.ts";
import { withTerms } from "./search-terms.ts";

const never = new AbortController().signal;

const documents = {
  en: "The landlord pays for repairs of the roof. Tenants are asked to report every damage within a week.",
  de: "Die Wohnungsmiete beträgt 800 Euro im Monat. Die Häuser sind frisch gestrichen, und die Kündigungsfrist ist drei Monate.",
  fr: "Les chevaux sont nourris deux fois par jour. L'eau est changée le matin, et les écuries sont nettoyées le soir.",
  es: "Las habitaciones están en la segunda planta. El desayuno se sirve entre las siete y las diez de la mañana.",
  pt: "Os trabalhadores têm direito a vinte e dois dias de férias. As reuniões são às segundas-feiras, com todos os chefes.",
  it: "I passeggeri devono presentarsi due ore prima della partenza. L'assicurazione non copre i bagagli smarriti.",
  nl: "De zorgverzekering vergoedt een deel van de kosten. De patiënten krijgen een brief van het ziekenhuis.",
  part: "The pump AB-1234 is replaced by pump CD-9876. Order 1234 came on time, and order 1234 was paid.",
  other: "Order 1234 was shipped with ten pumps; order 1234 is closed, order 1234 is archived.",
  year: "Revenue in 2023/24 was higher than expected by the analysts of the bank.",
  otherYear:
    "Revenue in 2023 and revenue in 24 countries was higher than expected by the analysts of the bank in 2023.",
  office: "The IT department answers requests within a day. It is open from nine to five.",
  export: "Goods for the US need a declaration, which the sender signs.",
  mail: "Write an e-mail to the desk when your badge is lost.",
  phrase: "The exact match was played on a sunny afternoon in the exact stadium.",
  form: "Fill in the form and send it by car to the bank, with a copy of the letter that you got from them.",
  quoted: "A match, they said, is exact only when nothing is left over.",
};
type Name = keyof typeof documents;

describe("words of several languages in one project", () => {
  const projectId = newId();
  const nameOf = new Map<string, Name>();
  let retrieve: Retrieve;

  beforeAll(async () => {
    const index = createMemoryIndex();
    const memory = createMemoryChunks();
    retrieve = createRetrieve({ candidates: createLexicalCandidates(index), chunks: memory.store });
    for (const [name, text] of Object.entries(documents)) {
      const [fileId, versionId] = [newId(), newId()];
      nameOf.set(fileId, name as Name);
      const chunks = [
        { chunkId: newId(), position: 0, text, title: "", pageNumber: 1, elementIds: [newId()] },
      ];
      await memory.store.begin(projectId, fileId, {
        chunkSetId: versionId,
        versionId,
        config: defaultChunking,
      });
      await memory.store.add(versionId, chunks);
      index.add(
        projectId,
        withTerms(chunks).map((chunk) => ({ ...chunk, fileId })),
      );
    }
  });

  const find = async (text: string) =>
    (await retrieve({ projectId, text, topK: 10 }, never)).map(({ fileId }) => nameOf.get(fileId));

  it.each<[string, Name]>([
    ["Who paid for repairing roofs?", "en"],
    ["Welche Farbe hat das Haus?", "de"],
    ["Haus", "de"],
    ["Wie hoch ist die Miete?", "de"],
    ["Miete der Wohnung", "de"],
    ["Welche Fristen gelten für eine Kündigung?", "de"],
    ["Combien de fois nourrit-on le cheval ?", "fr"],
    ["cheval", "fr"],
    ["Quand est-ce qu'on change l'eau ?", "fr"],
    ["eau", "fr"],
    ["¿Dónde está la habitación?", "es"],
    ["habitacion", "es"],
    ["Quantas férias tem um trabalhador?", "pt"],
    ["reunião", "pt"],
    ["Quando deve presentarsi un passeggero?", "it"],
    ["assicurazioni", "it"],
    ["Wat krijgt een patiënt?", "nl"],
    ["verzekering", "nl"],
  ])("are found in other forms, and in compounds: %s", async (question, name) => {
    expect((await find(question))[0]).toBe(name);
  });

  it.each<[string, Name]>([
    ["pump AB-1234", "part"],
    ["AB1234", "part"],
    ["ab-1234", "part"],
    ["revenue 2023/24", "year"],
    ["Who is in the IT department?", "office"],
    ["What do goods for the US need?", "export"],
    ["US", "export"],
    ["email", "mail"],
    ["e-mail", "mail"],
  ])("codes, numbers and acronyms are words of their own: %s", async (question, name) => {
    expect((await find(question))[0]).toBe(name);
  });

  it("a number is found alone, also inside a code", async () => {
    expect(await find("1234")).toEqual(["other", "part"]);
    expect(await find("9876")).toEqual(["part"]);
  });

  it("words that only look like acronyms say nothing", async () => {
    expect(await find("IS IT")).toEqual([]);
    expect(await find("it is")).toEqual([]);
  });

  it("an English word is not found by the stem that another language would give it", async () => {
    // In French "career" has the stem "car".
    expect(await find("career")).toEqual([]);
    expect(await find("cars")).toEqual(["form"]);
  });

  it("a quoted phrase must occur", async () => {
    expect(await find('the "exact match"')).toEqual(["phrase"]);
    expect((await find("the exact match")).toSorted()).toEqual(["phrase", "quoted"]);
    expect(await find('"exact nonsense"')).not.toEqual([]);
  });

  it.each<[string, Name]>([
    ["landlrod", "en"],
    ["departmnet", "office"],
    ["repiars of the roof", "en"],
    ["Kündigunsfrist", "de"],
    ["asicurazione", "it"],
  ])("a misspelt word stands for the one that is there: %s", async (question, name) => {
    const [first] = await retrieve({ projectId, text: question, topK: 10 }, never);
    expect(nameOf.get(first?.fileId ?? "")).toBe(name);
    expect(first?.score).toBeLessThan(0.9);
  });

  it("numbers and codes are never corrected", async () => {
    expect(await find("AB-1235")).not.toContain("part");
    expect(await find("98765")).toEqual([]);
  });
});
