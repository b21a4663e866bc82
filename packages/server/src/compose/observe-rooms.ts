import type { Ask } from "../answering/ask.ts";
import type { AskStage } from "../answering/ask-event.ts";
import type { NodeKind } from "../flows/node/node-kind.ts";
import type { NodeKinds } from "../flows/node/node-kinds.ts";
import { type Observation, type Observe, startTiming } from "../kernel/observe.ts";
import { workContext } from "../kernel/work-context.ts";

type Stage = Pick<Observation & { kind: "stage" }, "work" | "stage">;

/** The same work, which reports its duration, also when it fails. */
export const timed =
  <Args extends unknown[], Result>(
    stage: Stage,
    observe: Observe,
    work: (...args: Args) => Promise<Result>,
  ): ((...args: Args) => Promise<Result>) =>
  async (...args) => {
    const seconds = startTiming();
    try {
      return await work(...args);
    } finally {
      observe({ kind: "stage", ...stage, seconds: seconds() });
    }
  };

/**
 * Reports how long each stage of a question took, `whole` for all of it, and at the end all together as `question`. What goes before the first stage, such as
 * reading the conversation, is `beginning`.
 */
export const observeAsk = (ask: Ask, observe: Observe): Ask =>
  async function* (request, signal) {
    const whole = startTiming();
    let seconds = startTiming();
    let stage: AskStage | "beginning" = "beginning";
    const context = workContext();
    const waitedSeconds = context?.receivedAt ? Math.max(0, Date.now() - context.receivedAt) / 1000 : 0;
    const stages: Record<string, number> = {};
    const tell = () => {
      const took = seconds();
      stages[stage] = took;
      observe({ kind: "stage", work: "ask", stage, seconds: took });
    };
    try {
      for await (const event of ask(request, signal)) {
        if (event.type === "status") {
          tell();
          stage = event.stage;
          seconds = startTiming();
        }
        yield event;
      }
    } finally {
      tell();
      const took = whole();
      observe({ kind: "stage", work: "ask", stage: "whole", seconds: took });
      observe({
        kind: "question",
        requestId: context?.requestId,
        projectId: context?.projectId,
        waitedSeconds,
        seconds: took,
        stages,
        modelSeconds: context?.spent?.modelSeconds ?? 0,
      });
    }
  };

/** Reports how long each node took that ran, by its type. */
export const observeNodes = (kinds: NodeKinds, observe: Observe): NodeKinds =>
  Object.fromEntries(
    Object.entries(kinds).map(([stage, kind]: [string, NodeKind]) => [
      stage,
      { ...kind, run: timed({ work: "flow", stage }, observe, kind.run) },
    ]),
  ) as NodeKinds;
