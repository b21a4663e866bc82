import type { Answer, ResponsePlan } from "./plan.ts";

export const withoutBody = (answer: Answer): Answer => ({ ...answer, body: null });

/** The response plan for a HEAD request: everything except the body. */
export function receiveHead(responsePlan: ResponsePlan): ResponsePlan {
  if (responsePlan.kind === "answer") return { kind: "answer", answer: withoutBody(responsePlan.answer) };
  if (responsePlan.kind !== "body") return responsePlan;
  return { ...responsePlan, finish: async (body) => withoutBody(await responsePlan.finish(body)) };
}
