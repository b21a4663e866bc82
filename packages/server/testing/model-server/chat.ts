/** What a test looks at in a request to `/v1/chat/completions`. */
export type ChatRequest = {
  model: string;
  messages: { role: string; content: string | ChatPart[] }[];
  response_format?: { type: string; json_schema?: { name: string; schema: Record<string, unknown> } };
};

export type ChatPart = { type: "text"; text: string } | { type: "image_url"; image_url: { url: string } };

/** A text, or an object that is sent as JSON. */
export type ChatAnswer = string | Record<string, unknown>;

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

export function chatCompletion(model: string, answer: ChatAnswer) {
  const content = typeof answer === "string" ? answer : JSON.stringify(answer);
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
}
