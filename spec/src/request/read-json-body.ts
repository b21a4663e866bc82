import { messages } from "../messages.ts";

export type JsonBody = {
  bytes: Uint8Array;
  contentType: string | undefined;
  contentEncoding: string | undefined;
};

/** A body's value (undefined for an empty body), or the problem, which is answered with 400. */
export type ReadJsonBody = { value: unknown } | { problem: string };

const json = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** Reads a JSON body, for the service and the proxies. A missing Content-Type counts as JSON. */
export function readJsonBody({ bytes, contentType, contentEncoding }: JsonBody): ReadJsonBody {
  if (bytes.byteLength === 0) return { value: undefined };
  const compressed = contentEncoding !== undefined && !/^\s*(?:identity)?\s*$/i.test(contentEncoding);
  if (compressed || (bytes[0] === 0x1f && bytes[1] === 0x8b)) return { problem: messages.bodyCompressed };
  if (contentType !== undefined && !json.test(contentType))
    return { problem: messages.bodyNotJsonType(contentType) };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { problem: messages.bodyWithMark };
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return { problem: messages.bodyNotJson };
  }
}
