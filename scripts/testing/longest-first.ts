import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The packages whose test files take longest, in the order in which they run. All others come after them: their files are
 * short, so that all cores are busy until the end. Browsers are not first, because the checks run then.
 */
const longest = ["@headwater/server", "@headwater/e2e", "@headwater/reader"];

/** Of the long tests the files of minutes, the longest first, whatever their package: one that began last would run alone. */
const minutesLong = [
  "conformance-in-next",
  "in-next",
  "bad-documents",
  "damaged-folder",
  "crash-copies",
  "on-postgres",
  "older-data-folder-killed",
  "crash",
  "fleet-on-opensearch",
  "fleet",
  "opensearch-words",
  "search-on-opensearch",
  "hostile-documents",
  "crash-shared-commits",
  "office-walls",
  "backup",
  "cli",
  "parse-image",
  "text-encodings",
  "every-room",
  "every-room-keyboard",
  "express",
  "reader",
  "security",
].map((name) => `${name}.long.test.ts`);

const rankOf = ({ project, moduleId }: TestSpecification): number => {
  const minutes = minutesLong.indexOf(basename(moduleId));
  if (minutes >= 0) return minutes - minutesLong.length;
  const rank = longest.indexOf(project.name);
  return rank < 0 ? longest.length : rank;
};

/** Vitest's order, in which the packages follow each other by name, with the longest files and packages first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
