import type { Answer, Reception } from "./plan.ts";

export const withoutBody = (answer: Answer): Answer => ({ ...answer, body: null });

/** What becomes of an upstream answer when the client sent HEAD: everything but the body. */
export function receiveHead(reception: Reception): Reception {
  if (reception.kind === "answer") return { kind: "answer", answer: withoutBody(reception.answer) };
  if (reception.kind !== "body") return reception;
  return { ...reception, finish: async (body) => withoutBody(await reception.finish(body)) };
}
