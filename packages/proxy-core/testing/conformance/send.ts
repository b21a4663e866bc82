import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

export type Reply = {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  json<T = Record<string, unknown>>(): T;
};

export type Sent = {
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: string | Uint8Array | object;
};

/** Sends a request with exactly the given headers. Unlike `fetch` it allows every header. */
export async function send(baseUrl: string, method: string, path: string, sent: Sent = {}): Promise<Reply> {
  const { body, headers = {} } = sent;
  const isJson = body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array);
  const bytes = isJson ? JSON.stringify(body) : (body as string | Uint8Array | undefined);
  const url = new URL(baseUrl);
  const outgoing = httpRequest({
    host: url.hostname,
    port: url.port,
    // Join the address as text: a URL would resolve the dot segments that some tests send.
    path: url.pathname + path,
    method,
    headers: {
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...(bytes === undefined ? {} : { "content-length": String(Buffer.byteLength(bytes)) }),
      ...headers,
    },
    agent: false,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on("response", resolve);
    outgoing.on("error", reject);
  });
  outgoing.end(bytes);
  const response = await answered;
  const content = await text(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: content,
    json: <T>() => JSON.parse(content) as T,
  };
}

/** Sends raw bytes on a socket. Resolves to everything that came back before the connection closed. */
export function sendRaw(baseUrl: string, bytes: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      received += chunk;
    });
    const finish = () =>
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0), text: received });
    socket.on("close", finish);
    socket.on("error", (error) => (received === "" && !("code" in error) ? reject(error) : finish()));
  });
}

/** Makes a raw request with headers; the connection closes after the answer. */
export const rawGet = (target: string, headers: readonly string[] = [], method = "GET"): string =>
  [`${method} ${target} HTTP/1.1`, "Host: app.example", "Connection: close", ...headers, "", ""].join("\r\n");
