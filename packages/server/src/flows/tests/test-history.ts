import type { Flow } from "../flow/flow.ts";
import type { FlowStore } from "../flow/flow-store.ts";
import type { CaseHistory, TestHistory } from "../flow/shown.ts";

/** Tests that are looked back on. */
const recentTests = 12;

/** How the test set of a flow fared lately. A question is known by its words: ids follow the order of the list. */
export const createTestHistory =
  ({ flows }: { flows: Pick<FlowStore, "listTestedRuns"> }) =>
  async ({ flowId }: Flow): Promise<TestHistory> => {
    const tested = await flows.listTestedRuns(flowId, recentTests);
    const passing = tested.map(({ runId, cases = [] }) => ({
      runId,
      passes: new Map(cases.map(({ question, passes }) => [question, passes])),
    }));
    const [latest, ...earlier] = passing;
    const cases = (tested[0]?.cases ?? []).map(({ passages: _, answer: __, ...each }): CaseHistory => {
      const isGreen = ({ passes }: typeof latest & object) => passes.get(each.question) === true;
      return {
        ...each,
        passedBefore: earlier[0]?.passes.get(each.question) ?? null,
        greenRunId: (each.passes ? latest : earlier.find(isGreen))?.runId ?? null,
      };
    });
    return { runs: tested.map(({ cases: _, ...run }) => run), cases };
  };
