import type { Answer, RetrievalResult } from "@headwater/spec";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedService, sharedService } from "../testing/shared-service.ts";

/** Chunks know what their document is, and hits name their copies. */
describe("what is found around a passage", () => {
  let server: SharedService;
  beforeAll(async () => {
    server = await sharedService();
    for (const firm of ["Kestrel Marine", "Halden Timber"]) {
      for (const year of [2021, 2022]) {
        const amount = `${firm.length}${year - 2000}`;
        await server.ingestAndWait(`scan-${amount}.md`, reportOf(firm, year, amount));
      }
    }
    for (const name of ["first", "second"]) await server.ingestAndWait(`${name}-copy.txt`, rules);
  });

  const retrieve = async (query: string, more: object = {}) =>
    (await server.call<RetrievalResult>("POST", "/prebuilt-rag", { query, ...more })).body.chunks;
  const ask = async (question: string, more: object = {}) =>
    (await server.call<Answer>("POST", "/ask-sources", { question, ...more })).body;

  it.each([
    ["Kestrel Marine", 2021, "scan-1421.md"],
    ["Kestrel Marine", 2022, "scan-1422.md"],
    ["Halden Timber", 2021, "scan-1321.md"],
  ])("the report of %s of %i wins over those of other firms and years", async (firm, year, fileName) => {
    const question = `What was the revenue of ${firm} in ${year}?`;
    expect((await retrieve(question))[0]?.file_name).toBe(fileName);
    const { answer, citations } = await ask(question);
    expect(citations?.[0]?.file_name).toBe(fileName);
    expect(answer).toContain(`${fileName.slice(5, 9)} million`);
  });

  it("a text that is there twice is one hit, which names the other place", async () => {
    const [hit, ...others] = await retrieve("Who pays for taxis at night?", { top_k: 5 });
    const names = ["first-copy.txt", "second-copy.txt"];
    expect(names).toContain(hit?.file_name);
    expect(hit?.metadata.copies).toEqual([
      expect.objectContaining({ file_name: names.find((name) => name !== hit?.file_name), page_number: 1 }),
    ]);
    expect(others.map(({ file_name }) => file_name)).not.toEqual(expect.arrayContaining(names));
    const only = await retrieve("Who pays for taxis at night?", { file_names: ["first-copy.txt"] });
    expect(only[0]).toMatchObject({ file_name: "first-copy.txt" });
    expect(only[0]?.metadata.copies).toBeUndefined();
  });
});

const filler =
  "The home market and the markets abroad developed alike, and no customer stands for much of the whole.";

const reportOf = (firm: string, year: number, amount: string): string =>
  [
    `# Annual Report ${year}`,
    `# ${firm}`,
    "# Letter",
    `We thank all who work for the group. The plan of ${year - 1} goes on in ${year + 1}. ${filler} ${filler}`,
    "# Revenue",
    `Revenue of the group was ${amount} million, after ${Number(amount) - 1} million in ${year - 1}. In ${year + 1} revenue is to grow. ${filler} ${filler}`,
  ].join("\n\n");

const rules =
  "Taxis are paid by the firm only at night, and only where no train runs. The receipt is handed in within a month.";
