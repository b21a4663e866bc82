import type { CallResult, ParseAs } from "./surface-call.ts";

/** Reads the body of an answer. Text of an error that is not JSON stays text; an empty body is undefined. */
export async function readAnswer(response: Response, parseAs: ParseAs): Promise<CallResult<unknown>> {
  if (!response.ok) {
    const text = await response.text();
    try {
      return { error: JSON.parse(text), response };
    } catch {
      return { error: text || undefined, response };
    }
  }
  if (parseAs === "stream") return { data: response.body, response };
  if (parseAs !== "json") return { data: await response[parseAs](), response };
  const text = await response.text();
  return { data: text ? JSON.parse(text) : undefined, response };
}
