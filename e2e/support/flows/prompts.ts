import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf } from "../answers.ts";
import { send } from "./send.ts";
import { now } from "./sources.ts";

export type Prompt = { prompt_id: string; name: string; text: string; created_at: string };

/** The prompts of the project: listing, adding, replacing, deleting. */
export async function answerPrompts(
  prompts: Prompt[],
  id: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = prompts.findIndex(({ prompt_id }) => prompt_id === id);
  if (request.method === "GET") return send(response, 200, { prompts, total: prompts.length });
  if (request.method === "DELETE") {
    const [gone] = prompts.splice(at, 1);
    return send(response, 200, { success: true, message: "", prompt_id: gone?.prompt_id });
  }
  const body = await bodyOf<{ name: string; text: string }>(request);
  const prompt = { prompt_id: id ?? `p-${prompts.length + 1}`, ...body, created_at: now };
  prompts.splice(at < 0 ? prompts.length : at, at < 0 ? 0 : 1, prompt);
  send(response, 200, prompt);
}
