/** What a test looks at in a request to `/v1/chat/completions`. */
export type ChatRequest = {
  model: string;
  messages: { role: string; content: string | ChatPart[] }[];
  response_format?: {
    type: string;
    json_schema?: { name: string; schema: Record<string, unknown>; strict?: boolean };
  };
  tools?: { type: string; function: { name: string; parameters: Record<string, unknown> } }[];
  stream?: boolean;
  reasoning_effort?: string;
};

export type ChatPart = { type: "text"; text: string } | { type: "image_url"; image_url: { url: string } };

/** Calls of tools in place of a text. */
export type ToolCalls = { toolCalls: { name: string; arguments: Record<string, unknown> }[] };

/** A text, calls of tools, or any other object, which is sent as JSON. */
export type ChatAnswer = string | ToolCalls | Record<string, unknown>;

/** What is said in the role of the system. */
export const systemTextOf = (request: ChatRequest): string =>
  textOf({ ...request, messages: request.messages.filter(({ role }) => role !== "user") });

/** All text that a request says to the model. */
export const textOf = ({ messages }: ChatRequest): string =>
  messages
    .flatMap(({ content }) => (typeof content === "string" ? [content] : content.map(textOfPart)))
    .join("\n");

const textOfPart = (part: ChatPart): string => (part.type === "text" ? part.text : "");

/** The pictures of a request, as bytes. */
export const imagesOf = ({ messages }: ChatRequest): Uint8Array[] =>
  messages
    .flatMap(({ content }) => (typeof content === "string" ? [] : content))
    .flatMap((part) => (part.type === "image_url" ? [part.image_url.url] : []))
    .map((url) => Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

/** The message of an answer, and why it ends. */
function messageOf(answer: ChatAnswer) {
  if (typeof answer === "string") return { message: { content: answer }, reason: "stop" };
  if (!Array.isArray(answer.toolCalls))
    return { message: { content: JSON.stringify(answer) }, reason: "stop" };
  const calls = (answer as ToolCalls).toolCalls.map((call, index) => ({
    index,
    id: `call_${index}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
  return { message: { content: null, tool_calls: calls }, reason: "tool_calls" };
}

export function chatCompletion(model: string, answer: ChatAnswer) {
  const { message, reason } = messageOf(answer);
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: reason }],
    usage,
  };
}

/** The same answer as the events of a stream: its words one by one, why it ends, its usage. */
export function chatChunks(model: string, answer: ChatAnswer): unknown[] {
  const { message, reason } = messageOf(answer);
  const chunk = (delta: Record<string, unknown>, finish_reason: string | null = null) => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const deltas = message.content === null ? [message] : piecesOf(message.content);
  return [
    ...deltas.map((delta, index) => chunk(index === 0 ? { role: "assistant", ...delta } : delta)),
    chunk({}, reason),
    { ...chunk({}), choices: [], usage },
  ];
}

/** Words with the space before them. Markers and full stops come in pieces of their own, as from a real model. */
const piecesOf = (text: string): { content: string }[] =>
  (text.match(/\s*(?:[\p{L}\p{N}]+|[^\p{L}\p{N}\s])|\s+$/gu) ?? [""]).map((content) => ({ content }));
