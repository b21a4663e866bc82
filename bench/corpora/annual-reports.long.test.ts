import { expect, it } from "vitest";
import { withIngestedFiles } from "../support/ingested-collection.ts";
import { annualReports, reportQuestions } from "./annual-reports.ts";

/** Searched by words, as `/prebuilt-rag` does. BM25 over the same chunks finds .375 of them. */
it.each([
  ["firm and year", true],
  ["numbers", false],
] as const)(
  "the report of the firm and year is found first, where file names are %s",
  async (_, isTelling) => {
    await withIngestedFiles(annualReports(isTelling), async (retrieve) => {
      for (const { text, report, heading } of reportQuestions) {
        const [first = ""] = await retrieve(text, 5);
        expect(first.startsWith(`${report}\n`) && first.includes(`${heading}\n`), text).toBe(true);
      }
    });
  },
);
