import { offsetOf, type Page } from "../../kernel/page.ts";
import { runNotFound } from "../flow/errors.ts";
import type { Flow } from "../flow/flow.ts";
import type { FlowRun, FlowStore, TestedCase } from "../flow/flow-store.ts";
import type { ReadItems, RunCase } from "../flow/shown.ts";

/** Passages of one question that are shown: that many a retrieval node keeps at most. */
const maxPassages = 100;

/**
 * The questions of a run. Of one that tested, those of its test set; of another, what its response gave for each
 * question.
 */
export const createRunCases =
  ({ flows, readItems }: { flows: Pick<FlowStore, "findRun">; readItems: ReadItems }) =>
  async (
    { flowId, name, projectId }: Flow,
    runId: string,
    { page, question }: { page: Page; question: string | undefined },
  ): Promise<{ cases: RunCase[]; total: number }> => {
    const run = await flows.findRun(flowId, runId);
    if (!run) throw runNotFound(runId, name);
    const asked = casesOf(run).filter((each) => question === undefined || each.question === question);
    const shown = asked.slice(offsetOf(page), offsetOf(page) + page.size);
    const cases: RunCase[] = [];
    for (const { passages, ...each } of shown) {
      const query = { id: each.id, text: each.question };
      const output = { kind: "passages" as const, lists: [{ query, passages }] };
      const read = await readItems(
        projectId,
        { output, node: { config: {} } },
        { number: 1, size: maxPassages },
      );
      cases.push({ ...each, passages: read.items });
    }
    return { cases, total: asked.length };
  };

function casesOf({ cases, output }: FlowRun): TestedCase[] {
  if (cases) return cases;
  const unjudged = { passes: null, measures: {}, answer: null, passages: [] };
  switch (output?.kind) {
    case "passages":
      return output.lists.map(({ query, passages }) => ({
        ...unjudged,
        ...{ id: query.id, question: query.text, expected: query.expected, passages },
      }));
    case "answers":
      return output.answers.map(({ id, question, text, chunkIds, expected }) => ({
        ...unjudged,
        ...{ id, question, expected, answer: text },
        passages: chunkIds.map((chunkId) => ({ id: chunkId, chunkIds: [chunkId], score: 0 })),
      }));
    default:
      return [];
  }
}
