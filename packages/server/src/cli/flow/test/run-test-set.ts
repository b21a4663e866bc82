import type { FlowTests, RunCase, RunCasePage, SimulationResult } from "@headwater/spec";
import { OperatorError } from "../../../kernel/operator-error.ts";
import type { Remote } from "../../remote.ts";
import { isFailureOfFlow } from "../../remote-error.ts";
import { flowPath, sendJson } from "../flow-calls.ts";
import type { ShownItem } from "../flow-items.ts";
import { diffItems } from "./check-items.ts";
import type { CaseResult } from "./run-case.ts";

/** A simulation needs a query; those of the test set are asked whatever it is. */
const query = "evaluation";

/**
 * Simulates the draft and reports the results of its own test set, as the service judged them. What fails is compared with the
 * latest kept run in which it passed.
 */
export async function runTestSet(remote: Remote, flow: string): Promise<CaseResult[]> {
  const started = performance.now();
  const simulated = await sendJson<SimulationResult>(remote, "POST", flowPath(flow, "/simulate"), {
    query,
  }).catch((error: unknown) => {
    if (isFailureOfFlow(error)) return error.message;
    throw error;
  });
  if (typeof simulated === "string") {
    const seconds = (performance.now() - started) / 1000;
    return [{ name: "simulation", problems: [simulated], diff: [], seconds, green: undefined }];
  }
  const { run_id } = simulated;
  const { runs, cases } = await remote<FlowTests>(flowPath(flow, "/tests"));
  const run = runs.find((each) => each.run_id === run_id);
  if (!run)
    throw new OperatorError(
      `The draft of '${flow}' has no test set that an evaluation node judges, and the file no cases.`,
      {
        exitCode: 2,
      },
    );
  const caseOf = async (runId: string, question: string): Promise<RunCase | undefined> => {
    const path = `/runs/${runId}/cases?${new URLSearchParams({ question })}`;
    return (await remote<RunCasePage>(flowPath(flow, path))).cases[0];
  };
  const results: CaseResult[] = [];
  // The service reports the time of the whole run only.
  const seconds = run.elapsed_s / Math.max(1, cases.length);
  // A question of which nothing is expected is not a case.
  for (const { question, passes, green_run_id } of cases.filter((each) => each.passes !== null)) {
    const isFailing = passes === false;
    const [before, now] =
      isFailing && green_run_id !== null
        ? [await caseOf(green_run_id, question), await caseOf(run.run_id, question)]
        : [];
    const diff = before && now ? diffItems(itemsOf(before), itemsOf(now)) : [];
    const problems = isFailing ? ["not all that is expected came"] : [];
    results.push({ name: question, problems, diff, seconds, green: undefined });
  }
  return results;
}

const itemsOf = ({ passages }: RunCase): ShownItem[] =>
  passages.map(({ content, source, page, score }) => ({ content, source, page, score }));
