import { type Citation, messages, type Answer as ServiceAnswer } from "@headwater/spec";
import { refuse } from "../errors.ts";
import type { ScopedRequest, ScopeRule } from "./scoped-request.ts";

/**
 * Sends the rest of a streamed answer that the caller asked for. Any other is unknown, and so is one that cites a file
 * which the caller may not see any more. A citation comes before the text that has its number.
 */
export const resumeAnswer: ScopeRule = async (request) => {
  const id = await ownAnswer(request);
  const cited = await request.service.citedFiles(id);
  if (!cited || !(await request.files.cover(cited))) throw answerNotFound();
  return {
    kind: "forward",
    query: "",
    body: { kind: "none" },
    async onAnswer(event) {
      if (!(await request.files.cover(filesOf(event)))) throw answerNotFound();
      return claimWork(request, event);
    },
  };
};

/** Stops a streamed answer that the caller asked for. */
export const stopAnswer: ScopeRule = async (request) => {
  await ownAnswer(request);
  return { kind: "forward", query: "", body: { kind: "none" } };
};

/**
 * Records what an answer, or an event of one, names for the first time: the stream and the conversation. A stream may be
 * resumed before its conversation was named.
 */
export async function claimWork({ store, scope }: ScopedRequest, value: unknown): Promise<unknown> {
  const { answer_id, conversation_id } = (value ?? {}) as Partial<ServiceAnswer> & { answer_id?: unknown };
  if (typeof answer_id === "string") await store.claim("answer", answer_id, scope.caller);
  if (typeof conversation_id === "string") await store.claim("conversation", conversation_id, scope.caller);
  return value;
}

async function ownAnswer({ call, store, scope }: ScopedRequest): Promise<string> {
  const { answer_id: id = "" } = call.params;
  if ((await store.ownerOf("answer", id)) !== scope.caller) throw answerNotFound();
  return id;
}

/** The files that an event of an answer names: a citation, or the whole answer. */
function filesOf(event: unknown): string[] {
  const { citations } = (event ?? {}) as Partial<ServiceAnswer>;
  return [event as Citation | null, ...(citations ?? [])].flatMap((citation) => [
    ...[citation?.file_id ?? []].flat(),
    ...(citation?.metadata?.copies ?? []).map(({ file_id }) => file_id),
  ]);
}

const answerNotFound = () => refuse(404, messages.answerNotFound);
