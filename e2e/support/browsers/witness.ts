import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

export type Witness = { address: string; complaints: string[]; close(): Promise<void> };

const path = "/complaints-of-the-browser";

/** Runs in the page before its own scripts. */
const script = `<script>{
  const tell = (what) => navigator.sendBeacon("${path}", String(what?.stack ?? what));
  const { error } = console;
  console.error = (...all) => { tell(all.join(" ")); error.apply(console, all); };
  addEventListener("error", ({ message, target }) => tell(message ?? "Not loaded: " + target.outerHTML), true);
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
    tell(violatedDirective + " forbids " + blockedURI + " in " + sourceFile));
  document.currentScript.remove();
}</script>`;

/**
 * A proxy in front of the workbench for a browser whose driver does not tell about the console. A script in each page
 * sends its errors here. Answers that say that a request failed count too.
 */
export async function startWitness(origin: string): Promise<Witness> {
  const complaints: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === path) void hear(request, response, complaints);
    else forward(origin, request, response, complaints);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    complaints,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function hear(request: IncomingMessage, response: ServerResponse, complaints: string[]): Promise<void> {
  complaints.push(Buffer.concat(await request.toArray()).toString());
  response.writeHead(204).end();
}

function forward(
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
  complaints: string[],
): void {
  const { method = "GET", url = "/", headers } = request;
  const isPage = headers.accept?.includes("text/html") ?? false;
  const wanted = isPage ? { ...headers, "accept-encoding": "identity" } : headers;
  const onward = send(new URL(url, origin), { method, headers: { ...wanted, connection: "close" } });
  onward.on("response", async (answer) => {
    const { statusCode = 502, headers: given } = answer;
    if (response.destroyed) return void answer.destroy();
    if (statusCode >= 400) complaints.push(`${statusCode}: ${method} ${url}`);
    if (!given["content-type"]?.startsWith("text/html")) {
      response.writeHead(statusCode, given);
      return void pipeline(answer, response, () => {});
    }
    const html = Buffer.concat(await answer.toArray()).toString();
    const { "content-length": _, ...kept } = given;
    response.writeHead(statusCode, kept).end(html.replace("<head>", `<head>${script}`));
  });
  pipeline(request, onward, (error) => {
    if (error) response.destroy();
  });
}
