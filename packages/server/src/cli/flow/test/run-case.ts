import { isFailureOfFlow, RemoteError } from "../../remote-error.ts";
import type { ShownItem } from "../flow-items.ts";
import type { AskFlow } from "./ask-flow.ts";
import { diffItems, missingFrom } from "./check-items.ts";
import type { GreenRun } from "./green-runs.ts";
import type { TestCase } from "./read-test-file.ts";

export type CaseResult = {
  name: string;
  /** What is wrong; empty when the case passes. */
  problems: string[];
  /** How the items differ from the last green run; empty when it passes, or never passed. */
  diff: string[];
  seconds: number;
  /** What to keep as the last green run; undefined when the case fails. */
  green: GreenRun | undefined;
};

/**
 * Asks the flow one question and checks what comes. A run that fails is a failed case, and so is a node that is not there. Throws
 * where the flow could not be tried: for an unknown flow, a wrong token, and a service that can't be reached.
 *
 * @param update accept what golden nodes give now
 */
export async function runCase(
  flow: AskFlow,
  test: TestCase,
  before: GreenRun | undefined,
  update: boolean,
): Promise<CaseResult> {
  const start = performance.now();
  const result = { name: test.name, diff: [] as string[], green: undefined };
  const seconds = () => (performance.now() - start) / 1000;
  try {
    const items = await flow.ask(test.query);
    const nodes = new Map<string, ShownItem[]>();
    for (const id of new Set([...test.nodes.keys(), ...test.golden])) {
      const given = await flow.itemsOf(id).catch(asMissingNode);
      if (typeof given === "string") return { ...result, problems: [given], seconds: seconds() };
      nodes.set(id, given);
    }
    const golden = test.golden.map((id) => {
      const given = nodes.get(id) ?? [];
      const accepted = update ? given : (before?.nodes[id] ?? given);
      return { id, accepted, changes: diffItems(accepted, given) };
    });
    const problems = [
      ...missingFrom(items, test.expect),
      ...[...test.nodes].flatMap(([id, expected]) =>
        missingFrom(nodes.get(id) ?? [], expected).map((problem) => `${id}: ${problem}`),
      ),
      ...golden.flatMap(({ id, changes }) =>
        changes.length === 0
          ? []
          : [`${id} gives something else than accepted:`, ...changes.map((line) => `  ${line}`)],
      ),
    ];
    const green = { items, nodes: Object.fromEntries(golden.map(({ id, accepted }) => [id, accepted])) };
    if (problems.length === 0) return { ...result, problems, seconds: seconds(), green };
    return { ...result, problems, seconds: seconds(), diff: before ? diffItems(before.items, items) : [] };
  } catch (error) {
    if (!isFailureOfFlow(error)) throw error;
    return { ...result, problems: [error.message], seconds: seconds() };
  }
}

/** The flow was simulated a moment ago, so what is not found is the node. */
function asMissingNode(error: unknown): string {
  if (error instanceof RemoteError && error.status === 404) return error.message;
  throw error;
}
