import type { FlowsPaths, SourcesPaths } from "@headwater/spec";
import type { RequestsThatRepeat } from "./repeats.ts";
import type { RequestParts } from "./request-of.ts";
import type { CallResult } from "./surface-call.ts";

type Deleted = RequestsThatRepeat<"gone">;

type AnswerOf<Line extends Deleted> = Line extends `DELETE ${infer Path}`
  ? (SourcesPaths & FlowsPaths)[Path & keyof (SourcesPaths & FlowsPaths)] extends {
      delete: { responses: { 200: { content: { "application/json": infer Json } } } };
    }
    ? Json
    : never
  : never;

type Ids = Record<string, string>;

const message = "Deleted: the answer to the first request was lost";

/** What the lost answers said, as far as it is known here. Names that only the service knew are empty. */
const deletions: { [Line in Deleted]: (ids: Ids) => AnswerOf<Line> } = {
  "DELETE /delete": ({ file_id = "" }) => ({
    ...{ status: "success", message, file_id },
    ...{ file_name: "", project_id: "", project_name: "" },
  }),
  "DELETE /answers/{answer_id}": ({ answer_id = "" }) => ({ answer_id, stopped: true, message }),
  "DELETE /conversations/{conversation_id}": ({ conversation_id = "" }) => ({ conversation_id, message }),
  "DELETE /tokens/{token_id}": ({ token_id = "" }) => ({ token_id, name: "", message }),
  "DELETE /webhooks/{webhook_id}": ({ webhook_id = "" }) => ({ webhook_id, message }),
  "DELETE /": () => ({ success: true, message }),
  "DELETE /runs/{run_id}": ({ run_id = "" }) => ({ run_id, stopped: true, message }),
  "DELETE /prompts/{prompt_id}": ({ prompt_id = "" }) => ({ success: true, message, prompt_id }),
};

/**
 * Turns the refusal of a repeated request into a success when it was our own first request that caused it: what was to
 * be deleted is gone, or the service has what was to be written.
 *
 * @param readBack reads what the service has now
 */
export async function explainRepeat(
  line: string,
  refused: CallResult<unknown>,
  { params, body }: RequestParts,
  readBack: () => Promise<CallResult<unknown>>,
): Promise<CallResult<unknown>> {
  const { response } = refused;
  // A web page may say 404 about an address that the service never saw.
  if (typeof (refused.error as { detail?: unknown } | undefined)?.detail !== "string") return refused;
  if (response.status === 404) {
    const answer = deletions[line as Deleted]({ ...(body as Ids | undefined), ...params?.path });
    return { data: answer, response: new Response(JSON.stringify(answer)) };
  }
  const now = await readBack();
  return now.response.ok && contains(now.data, body) ? now : refused;
}

/** Whether a value has everything that another one has. The service adds defaults to what it was sent. */
function contains(whole: unknown, part: unknown): boolean {
  if (typeof part !== "object" || part === null) return whole === part;
  if (typeof whole !== "object" || whole === null || Array.isArray(whole) !== Array.isArray(part))
    return false;
  if (Array.isArray(part) && (whole as unknown[]).length !== part.length) return false;
  return Object.entries(part).every(
    ([name, value]) => value === undefined || contains((whole as Record<string, unknown>)[name], value),
  );
}
