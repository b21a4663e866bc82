import { describe, expect, it } from "vitest";
import { fileNameTerms } from "../text/file-name-words.ts";
import { createFindNamedSources } from "./named-sources.ts";

/** Looks among files whose ids are their names. */
const among = (...fileNames: string[]) => {
  const sources = fileNames.map((fileName) => ({ fileId: fileName, fileName }));
  const find = createFindNamedSources({
    byIds: async (_, fileIds) => sources.filter(({ fileId }) => fileIds.includes(fileId)),
    byTerms: async (_, terms, limit) =>
      sources
        .filter(({ fileName }) => fileNameTerms(fileName).some((term) => terms.includes(term)))
        .slice(0, limit),
  });
  return (question: string, fileIds?: string[]) => find("project", question, fileIds);
};

const files = [
  "coolblue1.pdf",
  "AmazonWebServices.pdf",
  "kestrel-survey.pdf",
  "annual_report-2022.pdf",
  "annual_report-2023.pdf",
  "Kündigung.docx",
  "scan.pdf",
];

describe("the sources a question names", () => {
  it.each([
    ["What is the total of the coolblue invoice?", ["coolblue1.pdf"]],
    ["Who issued coolblue1.pdf?", ["coolblue1.pdf"]],
    ["What did Amazon's web service cost?", ["AmazonWebServices.pdf"]],
    ["What do the surveys of kestrels say?", ["kestrel-survey.pdf"]],
    ["What does the annual report of 2023 say of sales?", ["annual_report-2023.pdf"]],
    ["What do the annual reports say of sales?", ["annual_report-2022.pdf", "annual_report-2023.pdf"]],
    ["Von wann ist die Kündigung?", ["Kündigung.docx"]],
  ])("%s", async (question, named) => {
    expect((await among(...files)(question))?.fileIds).toEqual(named);
  });

  it.each([
    ["Kündigung-Müller.docx".normalize("NFD"), "Von wann ist die Kündigung-Müller.docx?"],
    ["Kündigung-Müller.docx", "Von wann ist die Kündigung-Müller.docx?".normalize("NFD")],
  ])("are found in either Unicode form, and put in words", async (fileName, question) => {
    expect(await among(fileName)(question)).toMatchObject({
      fileIds: [fileName],
      question: "Von wann ist die Kündigung Müller?",
    });
  });

  it.each([
    ["one word of several", "How many days of annual leave are there?"],
    ["a name that says nothing", "What does the scan show?"],
    ["a number alone", "What happened in 2023?"],
    ["no word at all", "What is it?"],
  ])("are none by %s", async (_, question) => {
    expect(await among(...files)(question)).toBeUndefined();
  });

  it("are told by one word and the year, among reports of other firms and years", async () => {
    const reports = ["kestrel", "halden"].flatMap((firm) =>
      [2021, 2022].map((year) => `${firm}-annual-report-${year}.pdf`),
    );
    const named = await among(...reports)("What was the revenue of Kestrel in 2022?");
    expect(named?.fileIds).toEqual(["kestrel-annual-report-2022.pdf"]);
    expect(await among(...reports)("What was the revenue of Kestrel in 2019?")).toBeUndefined();
  });

  it("are none when the words fit many", async () => {
    const many = Array.from({ length: 6 }, (_, index) => `invoice-${index}.pdf`);
    expect(await among(...many)("What is the total of the invoice?")).toBeUndefined();
    expect((await among(...many)("What is the total of invoice 3?"))?.fileIds).toEqual(["invoice-3.pdf"]);
  });

  it("are searched only within the given files", async () => {
    const question = "What is the total of the coolblue invoice?";
    expect(await among(...files)(question, ["scan.pdf"])).toBeUndefined();
    expect((await among(...files)(question, ["coolblue1.pdf"]))?.fileIds).toEqual(["coolblue1.pdf"]);
  });

  it("are replaced by their words in the question, with their terms listed", async () => {
    expect(await among(...files)("Is COOLBLUE1.pdf paid?")).toEqual({
      fileIds: ["coolblue1.pdf"],
      terms: new Set(["coolblu"]),
      question: "Is coolblue 1 paid?",
    });
  });
});
