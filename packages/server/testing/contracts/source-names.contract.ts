import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { fileNameTerms } from "../../src/text/file-name-words.ts";
import { addProject, addSource } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

export const describeSourceNames = (name: string, open: OpenStores): void => {
  describe(`SourceNames: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const add = async (...fileNames: string[]): Promise<string[]> => {
      const fileIds: string[] = [];
      for (const fileName of fileNames)
        fileIds.push((await addSource(stores, projectId, { fileName })).fileId);
      return fileIds;
    };
    const found = async (text: string, limit = 10) =>
      (await stores.sourceNames.byTerms(projectId, fileNameTerms(text), limit)).map(
        ({ fileName }) => fileName,
      );

    it("finds names that hold any of the terms, in the order they were added", async () => {
      const [first] = await add("Coolblue1.pdf", "100%_sure.pdf", "notes.md", "coolblue_invoices.pdf");
      expect(await stores.sourceNames.byTerms(projectId, ["coolblu", "absent"], 1)).toEqual([]);
      expect(await stores.sourceNames.byTerms(projectId, ["coolblu", "1"], 1)).toEqual([
        { fileId: first, fileName: "Coolblue1.pdf" },
      ]);
      expect(await found("the note on the coolblue invoice")).toEqual([
        "Coolblue1.pdf",
        "notes.md",
        "coolblue_invoices.pdf",
      ]);
      expect(await found("absent")).toEqual([]);
      expect(await stores.sourceNames.byTerms(projectId, [], 10)).toEqual([]);
    });

    it("finds names in any case of any alphabet, in either Unicode form", async () => {
      await add("Übersicht.pdf", "Kündigung.docx".normalize("NFD"), "ОТЧЁТ.pdf", "東京報告.pdf", "notes.md");
      expect(await found("ÜBERSICHT")).toEqual(["Übersicht.pdf"]);
      expect(await found("übersicht".normalize("NFD"))).toEqual(["Übersicht.pdf"]);
      expect(await found("Kündigung")).toEqual(["Kündigung.docx".normalize("NFD")]);
      expect(await found("отчёт")).toEqual(["ОТЧЁТ.pdf"]);
      expect(await found("отчёт".normalize("NFD"))).toEqual(["ОТЧЁТ.pdf"]);
      expect(await found("東京")).toEqual(["東京報告.pdf"]);
    });

    it("skips a term that too many names hold, and finds by the others", async () => {
      await add(...Array.from({ length: 12 }, (_, number) => `report-${number}.md`));
      expect(await found("report", 12)).toHaveLength(12);
      expect(await found("report", 11)).toEqual([]);
      expect(await found("report 7", 11)).toEqual(["report-7.md"]);
    });

    it("of too many matches, keeps those with the most terms", async () => {
      await add("alpha-one.md", "beta-one.md", "alpha-beta.md", "gamma.md");
      expect(await found("alpha beta gamma", 2)).toContain("alpha-beta.md");
      expect(await found("alpha beta gamma", 2)).toHaveLength(2);
    });

    it("forgets a source that is removed", async () => {
      const [fileId = ""] = await add("coolblue.pdf");
      await stores.sources.remove(projectId, fileId);
      expect(await found("coolblue")).toEqual([]);
      expect(await stores.sourceNames.count(projectId)).toBe(0);
      expect(await stores.sourceNames.byIds(projectId, [fileId])).toEqual([]);
    });

    it("finds names by ids, and shows nothing of another project", async () => {
      const [first = "", second = ""] = await add("one.md", "two.md");
      expect(await stores.sourceNames.byIds(projectId, [second, first, "unknown"])).toEqual([
        { fileId: first, fileName: "one.md" },
        { fileId: second, fileName: "two.md" },
      ]);
      expect(await stores.sourceNames.byIds(projectId, [])).toEqual([]);
      const [counted, unknown] = [
        [second, first, "unknown, with a comma"],
        Array.from({ length: 12_000 }, newId),
      ];
      expect(await stores.sourceNames.countOf(projectId, [...counted, ...unknown])).toBe(2);
      expect(await stores.sourceNames.countOf(projectId, [])).toBe(0);
      const other = await addProject(stores);
      expect(await stores.sourceNames.countOf(other.projectId, [first])).toBe(0);
      expect(await stores.sourceNames.byIds(other.projectId, [first])).toEqual([]);
      expect(await stores.sourceNames.byTerms(other.projectId, ["one"], 10)).toEqual([]);
    });

    it("finds the sources that bear each name, in either Unicode form, and those of no other project", async () => {
      const [first = "", müller = "", second = ""] = await add("a.md", "Müller.pdf", "a.md");
      const decomposed = "Müller.pdf".normalize("NFD");
      const other = await addProject(stores);
      await addSource(stores, other.projectId, { fileName: "b.md" });
      const many = Array.from({ length: 600 }, (_, number) => `none-${number}.md`);
      const found = await stores.sourceNames.byNames(projectId, [
        decomposed,
        "a.md",
        "b.md",
        "A.md",
        ...many,
      ]);
      expect(found.get("a.md")?.map(({ fileId }) => fileId)).toEqual([first, second]);
      expect(found.get(decomposed)).toEqual([{ fileId: müller, fileName: "Müller.pdf" }]);
      expect([found.get("b.md"), found.get("A.md"), found.get("none-599.md")]).toEqual([[], [], []]);
    });

    it("takes names of any length, and names without a word", async () => {
      const long = `${Array.from({ length: 120 }, (_, number) => `w${number}`).join(" ")}.md`;
      await add(long, "!!!.md", `${"x".repeat(240)}.md`);
      expect(await found("w3")).toEqual([long]);
      expect(await found("x".repeat(240))).toEqual([`${"x".repeat(240)}.md`]);
    });
  });
};
