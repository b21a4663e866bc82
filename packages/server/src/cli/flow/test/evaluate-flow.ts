import { evaluationMeasures, type FlowDetail } from "@headwater/spec";
import { OperatorError } from "../../../kernel/operator-error.ts";
import { exitingWith2 } from "../../exiting-with-2.ts";
import { connectRemote } from "../../remote.ts";
import { table } from "../../table.ts";
import type { Terminal } from "../../terminal.ts";
import { flowPath } from "../flow-calls.ts";
import { readText } from "../flow-source.ts";
import { print, printJson } from "../print.ts";
import { createAskFlow } from "./ask-flow.ts";
import { measureItems } from "./measure-items.ts";
import { readTestFile } from "./read-test-file.ts";

export type EvaluateOptions = { failUnder?: string[]; json?: boolean };

type Figure = { mean: number | null; questions: number };

/**
 * `headwater flow eval`: the mean of each measure over the questions of a file. Precision, recall and nDCG are computed from the
 * items; an evaluation node of the flow adds its own measures, such as faithfulness, and says what is needed where the command
 * does not.
 */
export async function evaluateFlow(
  terminal: Terminal,
  path: string,
  options: EvaluateOptions,
): Promise<void> {
  const { figures, needed } = await exitingWith2(measure(terminal, path, options));
  const rows = evaluationMeasures.map((metric) => {
    const { mean, questions } = figures.get(metric) ?? { mean: null, questions: 0 };
    const least = needed.get(metric);
    const fails = least !== undefined && (mean === null || mean < least);
    return { metric, mean, questions, needed: least ?? null, fails };
  });
  if (options.json) printJson(terminal, rows);
  else
    print(
      terminal,
      table(
        ["METRIC", "MEAN", "NEEDED", "QUESTIONS", ""],
        rows.map(({ metric, mean, needed: least, questions, fails }) => [
          ...[metric, mean === null ? "not measured" : mean.toFixed(3), least === null ? "" : String(least)],
          ...[String(questions), fails ? "FAILS" : ""],
        ]),
      ),
    );
  if (rows.some(({ fails }) => fails)) process.exitCode = 1;
}

async function measure(terminal: Terminal, path: string, { failUnder = [] }: EvaluateOptions) {
  const named = failUnder.map(readNeeded);
  const { flow, on, cases } = readTestFile(await readText(path), path);
  const remote = await connectRemote(terminal);
  const ask = await createAskFlow(remote, flow, on);
  const values = new Map<string, number[]>();
  const add = (measures: object) => {
    for (const [metric, value] of Object.entries(measures))
      if (typeof value === "number") values.set(metric, [...(values.get(metric) ?? []), value]);
  };
  const judgeNode = on === "draft" ? await evaluationNode(flow) : undefined;
  const judge = judgeNode?.id;
  // What the flow itself says is needed holds unless the command says something else.
  const own = Object.entries((judgeNode?.data.config as { needed?: object } | undefined)?.needed ?? {});
  const needed = new Map<string, number>(named.length > 0 ? named : own);
  if (cases.length === 0 && !judge)
    throw new OperatorError(`${path} has no cases, and the draft of '${flow}' has no evaluation node.`);
  // Without cases the flow's own test set is asked: one simulation runs all of it.
  if (cases.length === 0) await ask.ask("evaluation");
  for (const { query, expect } of cases) {
    const computed = measureItems(await ask.ask(query), expect);
    add(computed ?? {});
    if (judge) add(await judged(new Set(Object.keys(computed ?? {})), query));
  }
  if (judge && cases.length === 0)
    for (const { metadata } of await ask.resultsOf(judge)) add(onlyMeasures(metadata));

  async function judged(known: Set<string>, query: string): Promise<object> {
    const items = await ask.resultsOf(judge as string);
    const item = items.find(({ metadata }) => metadata.question === query);
    return onlyMeasures(item?.metadata ?? {}, known);
  }
  async function evaluationNode(name: string): Promise<FlowDetail["graph"]["nodes"][number] | undefined> {
    const { graph } = await remote<FlowDetail>(flowPath(name, "/graph"));
    return graph.nodes.find(({ type }) => type === "evaluation");
  }

  const figures = new Map(
    [...values].map(([metric, all]): [string, Figure] => [
      metric,
      { mean: all.reduce((sum, value) => sum + value, 0) / all.length, questions: all.length },
    ]),
  );
  return { figures, needed };
}

const onlyMeasures = (metadata: Record<string, unknown>, known = new Set<string>()) =>
  Object.fromEntries(
    evaluationMeasures.filter((name) => !known.has(name)).map((name) => [name, metadata[name]]),
  );

function readNeeded(text: string): [string, number] {
  const [metric = "", value = ""] = text.split("=");
  const least = Number(value);
  if (!evaluationMeasures.some((name) => name === metric) || value === "" || !(least >= 0 && least <= 1))
    throw new OperatorError(
      `--fail-under ${text} must be a metric and a value from 0 to 1, such as recall=0.9. Metrics: ${evaluationMeasures.join(", ")}.`,
      { exitCode: 2 },
    );
  return [metric, least];
}
