import type { ErrorBody } from "@headwater/spec";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { endWithin, maxAnswerBytes } from "./answer-size.ts";
import type { CallReply } from "./call-operation.ts";
import { type Part, type Piece, type ReadWindow, readOn } from "./read-on.ts";
import { withoutControls } from "./safe-markdown.ts";

const retryAfterKey = "headwater/retry-after";
const statusKey = "headwater/status";
const nextCursorKey = "headwater/next-cursor";

export const textOf = ({ body }: CallReply): string => Buffer.from(body).toString("utf8");

/** The JSON of an answer that is not an error. */
export const bodyOf = <Body>(reply: CallReply): Body => JSON.parse(textOf(reply)) as Body;

/** The service's own words for what went wrong. */
export function detailOf(reply: CallReply): string {
  try {
    const { detail } = bodyOf<Partial<ErrorBody>>(reply);
    if (typeof detail === "string") return detail;
  } catch {
    // A proxy between us and the service answers with a page of its own.
  }
  return `The service answered ${reply.status}`;
}

/** An error of the service as the result of a tool, which a model reads: the text is the service's `detail`. */
export const failedResult = (reply: CallReply): CallToolResult => ({
  ...refused(detailOf(reply)),
  _meta: {
    [statusKey]: reply.status,
    ...(reply.headers["retry-after"] && { [retryAfterKey]: reply.headers["retry-after"] }),
  },
});

/** What is wrong with a call, for the model that made it. */
export const refused = (reason: string): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: reason }],
});

/**
 * Text of documents in Markdown. It is in `content` alone: programs of agents hand both forms to their model, or one of
 * them, so that a second form would double it or hide it.
 */
export const textResult = (text: string): CallToolResult => ({
  content: [{ type: "text", text: withoutControls(text) }],
});

/** Data without texts of documents: `structuredContent`, and the same JSON for a model that reads only text. */
export function dataResult(data: object): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(data) }],
    structuredContent: data as Record<string, unknown>,
  };
}

/** The answer of an operation as data. Fields that are null are left out. */
export const dataOf = (reply: CallReply): CallToolResult =>
  reply.status === 200
    ? dataResult(
        Object.fromEntries(Object.entries(bodyOf<object>(reply)).filter(([, value]) => value !== null)),
      )
    : failedResult(reply);

/** A text that is cut, and says so, where it does not fit into an answer. */
export function textWithin(text: string, maxBytes = maxAnswerBytes): string {
  const end = endWithin(text, maxBytes);
  return end === text.length ? text : `${text.slice(0, end)}\n\n[Cut here: the rest does not fit.]`;
}

/** A list as Markdown, with a cursor where it goes on. `show` writes the parts, and `none` is the text for an empty list. */
export async function listResult<Item extends Piece>(
  read: ReadWindow<Item>,
  { cursor, none, show }: { cursor: unknown; none: string; show: (reading: ShownList<Item>) => string },
): Promise<CallToolResult> {
  const reading = await readOn(read, cursor);
  if (typeof reading === "string") return refused(reading);
  if ("status" in reading) return failedResult(reading);
  const { parts, first, total, next } = reading;
  if (parts.length === 0) return textResult(none);
  const shown = show({ parts, first, total });
  if (next === null) return textResult(shown);
  const more = `\n\n[More follows. Call again with the same arguments and cursor: ${next}]`;
  return { ...textResult(shown + more), _meta: { [nextCursorKey]: next } };
}

export type ShownList<Item extends Piece> = { parts: Part<Item>[]; first: number; total: number };
