/**
 * Whether the report that a question names by firm and year is found among others of the same firm and of the same year.
 * Usage:
 *
 *     node bench/annual-reports.ts [--verbose]
 *
 * Twenty reports and 120 questions of our own (`corpora/annual-reports.ts`), searched as `/prebuilt-rag` does.
 */
import { parseArgs } from "node:util";
import { annualReports, reportQuestions } from "./corpora/annual-reports.ts";
import { withIngestedFiles } from "./support/ingested-collection.ts";
import { createPlainBm25 } from "./support/plain-bm25.ts";
import { mean } from "./support/ranking-measures.ts";
import { machine } from "./support/report.ts";

const { values } = parseArgs({ options: { verbose: { type: "boolean" } } });
const places = 5;

console.log(
  "| file names | engine | right report and section first | share of right reports in the first five |",
);
console.log("| --- | --- | --- | --- |");
for (const telling of [true, false]) {
  await withIngestedFiles(annualReports(telling), async ({ retrieve, passages }) => {
    const bm25 = createPlainBm25(passages, { k1: 1.2, b: 0.75 });
    const engines = {
      "BM25 1.2/.75": async (text: string) => bm25(text, places),
      Headwater: (text: string) => retrieve(text, places),
    };
    for (const [engine, search] of Object.entries(engines)) {
      const first: number[] = [];
      const share: number[] = [];
      for (const { text, report, heading } of reportQuestions) {
        const found = await search(text);
        const isRight = found[0]?.startsWith(`${report}\n`) && found[0].includes(`${heading}\n`);
        if (!isRight && values.verbose && engine === "Headwater") console.log(text, found);
        first.push(isRight ? 1 : 0);
        share.push(mean(found.map((each) => (each.startsWith(`${report}\n`) ? 1 : 0))));
      }
      const names = telling ? "firm and year" : "numbers";
      console.log(`| ${names} | ${engine} | ${mean(first).toFixed(3)} | ${mean(share).toFixed(3)} |`);
    }
  });
}
console.log(`\n${machine()}`);
