import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../../server/testing/start-server.ts";
import { startServerProcess } from "../../server/testing/start-server-process.ts";
import { createProxyHandler, type FileReady, type ProxyEvent } from "../src/index.ts";
import { send } from "../testing/conformance/send.ts";
import { type Served, serveHandler } from "../testing/serve-handler.ts";

let service: TestServer;
let served: Served;
let base: string;
const events: ProxyEvent[] = [];
const ready: FileReady[] = [];

beforeAll(async () => {
  service = await startServerProcess();
  const documents = createProxyHandler({
    basePath: "/api/documents",
    baseUrl: service.baseUrl,
    token: service.token,
    authorize: (request) => {
      const caller = request.headers.get("x-user");
      return caller ? { caller, ingest: true } : false;
    },
    onFileReady: (file) => void ready.push(file),
    onEvent: (event) => void events.push(event),
  });
  served = await serveHandler(documents);
  base = `${served.origin}/api/documents`;
});
afterAll(async () => {
  await served.close();
  await service.close();
});

const as = (user: string, method: string, path: string, body?: object, accept = "application/json") =>
  send(base, method, path, { ...(body ? { body } : {}), headers: { "x-user": user, accept } });

async function ingest(user: string, name: string, content: string): Promise<string> {
  const boundary = "----real";
  const { build_id } = (
    await send(base, "POST", "/ingest-file", {
      headers: { "x-user": user, "content-type": `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n--${boundary}--\r\n`,
    })
  ).json<{ build_id: string }>();
  for (;;) {
    const build = (
      await send(base, "GET", `/builds/${build_id}?suppress_elements=true`, {
        headers: { "x-user": user, prefer: "wait=20" },
      })
    ).json<{ status: string; file_id: string }>();
    if (build.status === "Pending" || build.status === "Processing") continue;
    expect(build.status).toBe("Completed");
    return build.file_id;
  }
}

test("two callers of one service never see each other", async () => {
  const pump =
    "# Pump\n\nThe warranty of the pump lasts two years from the date of purchase.\n\nKeep the receipt.";
  const drill =
    "# Drill\n\nThe warranty of the drill lasts five years from the date of purchase.\n\nKeep the box.";
  const [annas, bobs] = [await ingest("anna", "manual.md", pump), await ingest("bob", "manual.md", drill)];
  expect(ready).toMatchObject([
    { caller: "anna", fileId: annas, fileName: "manual.md" },
    { caller: "bob", fileId: bobs, fileName: "manual.md" },
  ]);
  const other = { anna: bobs, bob: annas };
  const own = { anna: annas, bob: bobs };
  const foreignText = { anna: /drill|five years/i, bob: /pump|two years/i };

  for (const user of ["anna", "bob"] as const) {
    const listed = (await as(user, "GET", "/")).json<{ file_id: string }[]>();
    expect(listed.map(({ file_id }) => file_id)).toEqual([own[user]]);

    for (const accept of ["application/json", "text/event-stream"]) {
      const asked = await as(user, "POST", "/ask-sources", { question: "How long is the warranty?" }, accept);
      expect(asked.status).toBe(200);
      expect(asked.text).toContain("conversation_id");
      expect(asked.text).not.toMatch(foreignText[user]);
    }
    const found = await as(user, "POST", "/prebuilt-rag", { query: "warranty", file_names: ["manual.md"] });
    expect(found.json<{ chunks: { file_id: string }[] }>().chunks.map(({ file_id }) => file_id)).toContain(
      own[user],
    );
    expect(found.text).not.toMatch(foreignText[user]);

    expect((await as(user, "GET", `/get-elements?file_id=${own[user]}`)).status).toBe(200);
    expect((await as(user, "GET", `/get-elements?file_id=${other[user]}`)).status).toBe(404);
    expect((await as(user, "DELETE", "/delete", { file_id: other[user] })).status).toBe(404);
  }

  // For another caller's file the proxy answers, word for word, what the service answers for an unknown file.
  const viaProxy = await as("anna", "GET", `/get-elements?file_id=${bobs}`);
  const direct = await service.call("GET", "/get-elements?file_id=00000000-0000-7000-8000-000000000000");
  expect(viaProxy.json()).toEqual(direct.body);

  expect((await as("anna", "DELETE", "/delete", { file_name: "manual.md" })).json().file_id).toBe(annas);
  expect((await as("anna", "GET", "/")).json()).toEqual([]);
  expect((await as("bob", "GET", "/")).json<unknown[]>()).toHaveLength(1);
  expect(JSON.stringify(events)).not.toContain(service.token);
});

test("the proxy's own answers for no files are the service's", async () => {
  for (const [path, body] of [
    ["/ask-sources", { question: "How long is the warranty?" }],
    ["/prebuilt-rag", { query: "warranty" }],
  ] as const) {
    const { body: direct } = await service.call("POST", path, { ...body, file_ids: [] });
    const proxied = (await as("nobody", "POST", path, body)).json();
    // Which model the service has is not known to the proxy.
    const comparable = ({ conversation_id, elapsed_s, usage, ...rest }: Record<string, unknown>) => ({
      ...rest,
      tokens: usage && { ...(usage as object), mode: undefined, model: undefined },
      kinds: [typeof conversation_id, typeof elapsed_s],
    });
    expect(comparable(proxied)).toEqual(comparable(direct));
  }
  const { body: unknown } = await service.call("GET", "/builds/00000000-0000-7000-8000-000000000000");
  expect((await as("nobody", "GET", "/builds/00000000-0000-7000-8000-000000000000")).json()).toEqual(unknown);
  const stream = await service.fetch(`${service.baseUrl}/ask-sources`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.token}`,
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: JSON.stringify({ question: "How long is the warranty?", file_ids: [] }),
  });
  // The proxy's own stream can't be resumed: it has no ids, and no event that names it.
  const shape = (text: string) =>
    text
      .replace(/id: \d+\n(?:event: status\ndata: .*\n\n)?/g, "")
      .replace(/"(conversation_id|elapsed_s)":[^,}]+/g, '"$1":0')
      .replace(/,?"(?:mode|model)":(?:"[^"]*"|null)/g, "");
  const proxied = await as(
    "nobody",
    "POST",
    "/ask-sources",
    { question: "How long is the warranty?" },
    "text/event-stream",
  );
  expect(shape(proxied.text)).toBe(shape(await stream.text()));
});
