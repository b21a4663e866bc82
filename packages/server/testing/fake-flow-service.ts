import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type OperationEntry, operations } from "@headwater/spec";
import flowsSpec from "@headwater/spec/flows.json" with { type: "json" };
import { Ajv2020 } from "ajv/dist/2020.js";

type Handler = (call: {
  flow: string;
  path: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  headers: IncomingMessage["headers"];
}) => {
  status?: number;
  body: unknown;
};

/** The token that the service accepts. */
export const fakeToken = "a-token-for-tests";

/**
 * A service of flows for tests of what calls one. The test says what each operation answers. Requests that the spec does not allow
 * are answered with 400, and answers that it does not allow with 500: neither the caller nor the test can drift from it.
 */
export async function startFakeFlowService(handlers: Partial<Record<string, Handler>>) {
  const calls: { operation: string; flow: string; body: unknown }[] = [];
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(flowsSpec, "flows");
  const problemOf = (pointer: string[], value: unknown): string | undefined => {
    const escaped = pointer
      .map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"))
      .map(encodeURIComponent);
    const validate = ajv.compile({ $ref: `flows#/${escaped.join("/")}` });
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const url = new URL(request.url ?? "/", "http://localhost");
    const body = request.method === "GET" ? undefined : await json(request);
    const found = operationOf(request.method ?? "", url.pathname);
    if (request.headers.authorization !== `Bearer ${fakeToken}`)
      return answer(401, { detail: "Invalid authentication credentials" });
    if (!found) return answer(404, { detail: `No operation ${request.method} ${url.pathname}` });
    const { id, entry, flow, path } = found;
    const content = ["content", "application/json", "schema"];
    const place = ["paths", entry.path, entry.method.toLowerCase()];
    const wrong = entry.body === "json" && problemOf([...place, "requestBody", ...content], body);
    if (wrong) return answer(400, { detail: `Against the spec: ${wrong}` });
    calls.push({ operation: id, flow, body });
    const handler = handlers[id];
    if (!handler) return answer(404, { detail: `Flow with name '${flow}' not found` });
    const given = handler({ flow, path, query: url.searchParams, body, headers: request.headers });
    const status = given.status ?? 200;
    const drifted = status === 200 && problemOf([...place, "responses", "200", ...content], given.body);
    return drifted ? answer(500, { detail: `Against the spec: ${drifted}` }) : answer(status, given.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    handlers,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function operationOf(method: string, pathname: string) {
  const [, segment, rest = ""] = /^\/flows(?:\/([^/]+))?(.*)$/.exec(pathname) ?? [];
  // The names of the root's operations are not names of flows.
  const entries = (Object.entries(operations) as [string, OperationEntry][]).sort(
    ([, one], [, other]) => Number(other.surface === "flows-root") - Number(one.surface === "flows-root"),
  );
  for (const [id, entry] of entries) {
    if (entry.method !== method || entry.surface === "sources") continue;
    const [flow, path] =
      entry.surface === "flows" ? [segment ?? "", rest || "/"] : ["", pathname.slice(6) || "/"];
    const match = new RegExp(`^${entry.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`).exec(path);
    if (match && (entry.surface !== "flows" || flow !== ""))
      return { id, entry, flow, path: { ...match.groups } };
  }
  return undefined;
}
