"use client";

import type { RunCase } from "@headwater/spec";
import { useDraft, useDraftState } from "../draft/draft-context.ts";
import { configureNode } from "../graph/commands.ts";
import { expectNow, testSetOf } from "./test-set.ts";

/** Makes what came now what is expected. The draft has it then, not saved. */
export function TakeAsExpected({ came }: { came: RunCase }) {
  const draft = useDraft();
  const testSet = useDraftState(({ graph }) => testSetOf(graph));
  const [first] = came.passages;
  if (!testSet || (came.answer === null && !first?.source)) return null;
  const words = came.answer === null ? `${first?.source}` : "this answer";
  return (
    <button
      type="button"
      className="link"
      onClick={() => {
        const config = expectNow(testSet.data.config, came);
        draft.edit((graph) => configureNode(graph, testSet.id, config));
      }}
    >
      Take {words} as expected
    </button>
  );
}
