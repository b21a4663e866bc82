import { describe, expect, it } from "vitest";
import { entitiesOf } from "../entities.ts";
import type { RetrievedChunk } from "../retrieved-chunk.ts";
import { joinsFacts } from "./joins-facts.ts";
import { addSecondHop } from "./two-hop.ts";

const chunk = (chunkId: string, title: string, text: string, score: number): RetrievedChunk => ({
  chunkId,
  position: 0,
  title,
  text,
  pageNumber: 1,
  elementIds: [`${chunkId}.1`],
  fileId: chunkId,
  fileName: `${chunkId}.txt`,
  versionId: chunkId,
  score,
});

const question = "In which country was the author who wrote the play Brand born?";
const brand = chunk("brand", "Brand", "A verse tragedy. The play was written by Henrik Ibsen in 1865.", 0.6);
const ibsen = chunk("ibsen", "Henrik Ibsen", "Born in Skien, a town of a northern country.", 0.9);
const others = Array.from({ length: 10 }, (_, at) =>
  chunk(`other ${at}`, "Plays", "A play is a piece for a stage.", 0.5 - at / 100),
);

const namesOf = ({ title, text }: RetrievedChunk) => [title, ...entitiesOf(text)];

describe("a search along names", () => {
  it("searches for what the best chunk lacks, with the names that it brings in", async () => {
    const searches: string[] = [];
    const found = await addSecondHop(question, [brand, ...others], {
      namesOf,
      search: async (text) => {
        searches.push(text);
        return text.includes("Henrik Ibsen") ? [ibsen] : [];
      },
    });
    expect(searches).toContain("country author wrote born Henrik Ibsen");
    expect(found.map(({ chunkId }) => chunkId).slice(0, 5)).toEqual([
      "brand",
      "other 0",
      "other 1",
      "ibsen",
      "other 2",
    ]);
  });

  it("moves what one passage answers hardly down, and scores never rise down the list", async () => {
    const more = Array.from({ length: 20 }, (_, at) => chunk(`more ${at}`, "More", "Country.", 1));
    const found = await addSecondHop(question, [brand, ...others], {
      namesOf,
      search: async () => more,
    });
    expect(found.slice(0, 3).map(({ chunkId }) => chunkId)).toEqual(["brand", "other 0", "other 1"]);
    for (const [rank, { chunkId }] of others.entries())
      expect(found.findIndex((each) => each.chunkId === chunkId)).toBeLessThanOrEqual(2 * (rank + 1));
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect(new Set(found.map(({ chunkId }) => chunkId)).size).toBe(31);
  });

  it("leaves alone a question that joins nothing, and chunks that lack nothing", async () => {
    const search = async () => {
      throw new Error("Nothing is to be searched");
    };
    const first = [brand, ...others];
    expect(await addSecondHop("who wrote the play", first, { search, namesOf })).toBe(first);
    const whole = chunk("whole", "", question, 1);
    expect(await addSecondHop(question, [whole], { search, namesOf })).toEqual([whole]);
    expect(await addSecondHop(question, [], { search, namesOf })).toEqual([]);
  });

  it("begins no more searches than thirty, and none when its time is over", async () => {
    const names = Array.from({ length: 12 }, (_, at) => `then Xa${"b".repeat(at + 1)} came`).join(" and ");
    const seeds = Array.from({ length: 12 }, (_, at) => chunk(`seed ${at}`, `Seed ${at}`, names, 0.5));
    const count = async (now?: () => number) => {
      let searches = 0;
      const search = async () => {
        searches += 1;
        return [];
      };
      await addSecondHop(question, seeds, { search, namesOf, ...(now && { now }) });
      return searches;
    };
    expect(await count()).toBe(30);
    let time = 0;
    expect(
      await count(() => {
        time += 750;
        return time;
      }),
    ).toBe(10);
  });
});

describe("questions that join facts", () => {
  it.each([
    "What county shares a border with the county in which Johnnycake is located?",
    "Who was the first president of the association which published Cassell?",
    "In welchem Land wurde der Autor geboren, dessen Buch Brand heißt?",
    "¿En qué país nació la autora de la obra de Ibsen?",
    "Dans quel pays est né l’auteur de la pièce dont parle Ibsen ?",
  ])("%s", (text) => expect(joinsFacts(text)).toBe(true));

  it.each([
    "What is the warranty?",
    "How is the total of the invoice computed?",
    "When did Rollo die?",
    "",
    `the play of Ibsen in Oslo ${"and so on ".repeat(30)}`,
  ])("not: %j", (text) => expect(joinsFacts(text)).toBe(false));
});
