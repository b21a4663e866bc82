import { messages, type Answer as ServiceAnswer, wantsEvents } from "@headwater/spec";
import { jsonAnswer, refuse } from "../errors.ts";
import type { Answer } from "../plan.ts";
import { claimWork } from "./answers.ts";
import { type BodyValues, readBody, textOf, writeBody } from "./read-body.ts";
import type { ScopedRequest, ScopeRule } from "./scoped-request.ts";
import { selectFiles, withFiles } from "./select-files.ts";

/** Asks a question about the visible files, in a conversation that the caller owns. */
export const ask: ScopeRule = async (request) => {
  const body = await ownConversation(request, await readBody(request));
  if (!textOf(body, "question")?.trim()) throw refuse(400, messages.questionRequired);
  const fileIds = await selectFiles(request, body);
  if (fileIds.length === 0) return { kind: "answer", answer: nothingToAsk(request, body) };
  return {
    kind: "forward",
    query: "",
    body: writeBody(withFiles(body, fileIds)),
    headers: await ownKey(request),
    onAnswer: (value) => claimWork(request, value),
  };
};

/**
 * Makes the key of a repeated request the caller's own. Two callers of one project may choose the same key, and neither
 * may get the other's answer.
 */
async function ownKey({ header, scope }: ScopedRequest): Promise<Record<string, string>> {
  const key = header("idempotency-key");
  if (!key) return {};
  const name = new TextEncoder().encode(JSON.stringify([scope.caller, key]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", name));
  return { "idempotency-key": Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") };
}

/**
 * The conversation of another caller is treated as unknown. The service begins a new one for an unknown id, so this
 * does too.
 */
async function ownConversation({ store, scope }: ScopedRequest, body: BodyValues): Promise<BodyValues> {
  const id = textOf(body, "conversation_id");
  if (id === undefined || (await store.ownerOf("conversation", id)) === scope.caller) return body;
  const { conversation_id: _, ...rest } = body;
  return rest;
}

/** What the service answers when the list of files is empty. */
function nothingToAsk({ header }: ScopedRequest, body: BodyValues): Answer {
  const structured = body.output_schema !== undefined;
  const reason = "No files were selected, so there is nothing to answer from.";
  const text = structured ? `No structured output was generated. ${reason}` : reason;
  const kept = body.reset === true ? undefined : textOf(body, "conversation_id");
  const answer: ServiceAnswer = {
    answer: text,
    ...(structured ? { structured_output: null, raw_json: null } : {}),
    conversation_id: kept ?? crypto.randomUUID(),
    citations: [],
    usage: { tokens_in: 0, tokens_out: 0 },
    elapsed_s: 0,
  };
  if (!wantsEvents(header("accept"))) return jsonAnswer(200, answer);
  // Without ids: the service does not know this answer, so it can't be resumed.
  const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  return {
    status: 200,
    headers: [
      ["content-type", "text/event-stream"],
      ["cache-control", "no-store"],
    ],
    body: event("delta", { text }) + event("answer", answer),
  };
}
