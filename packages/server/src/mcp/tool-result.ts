import type { ErrorBody } from "@headwater/spec";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CallReply } from "./call-operation.ts";

const retryAfterKey = "headwater/retry-after";
const statusKey = "headwater/status";

export const textOf = ({ body }: CallReply): string => Buffer.from(body).toString("utf8");

/** The service's own words for what went wrong. */
export function detailOf(reply: CallReply): string {
  try {
    const { detail } = JSON.parse(textOf(reply)) as Partial<ErrorBody>;
    if (typeof detail === "string") return detail;
  } catch {
    // A proxy between us and the service answers with a page of its own.
  }
  return `The service answered ${reply.status}`;
}

/** An error of the service as the result of a tool, which a model reads: the text is the service's `detail`. */
export const failedResult = (reply: CallReply): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: detailOf(reply) }],
  _meta: {
    [statusKey]: reply.status,
    ...(reply.headers["retry-after"] && { [retryAfterKey]: reply.headers["retry-after"] }),
  },
});

/**
 * The answer of an operation as the result of a tool. The structured content is the JSON of the HTTP answer, key by key.
 * The text is the same JSON unless `inWords` says it better to a model that reads only text.
 */
export function resultOf<Body extends object>(
  reply: CallReply,
  inWords?: (body: Body) => string,
): CallToolResult {
  if (reply.status !== 200) return failedResult(reply);
  const text = textOf(reply);
  const body = JSON.parse(text) as Body;
  return {
    content: [{ type: "text", text: inWords?.(body) ?? text }],
    structuredContent: body as Record<string, unknown>,
  };
}
