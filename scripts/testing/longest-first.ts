import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The packages whose test files take longest, in the order in which they run. All others come after them: their files are
 * short, so that all cores are busy until the end. Browsers are not first, because the checks run then.
 */
const longest = ["@headwater/server", "@headwater/e2e", "@headwater/reader"];

const rankOf = ({ project }: TestSpecification): number => {
  const rank = longest.indexOf(project.name);
  return rank < 0 ? longest.length : rank;
};

/** Vitest's order, in which the packages follow each other by name, with the longest packages first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
