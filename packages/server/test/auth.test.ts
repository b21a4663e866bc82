import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStores, type Stores } from "../src/adapters/sql/create-stores.ts";
import { createProjectWithToken } from "../src/auth/first-project.ts";
import { newToken } from "../src/auth/token.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { type SettledBuild, startServer, type TestServer } from "../testing/start-server.ts";
import { openTestDatabase } from "../testing/test-database.ts";

describe("tokens and projects", () => {
  let server: TestServer;
  let stores: Stores;
  let close: () => Promise<void>;
  let build: SettledBuild;
  let stranger: string;

  beforeAll(async () => {
    server = await startServer();
    const database = await openTestDatabase(server.dataFolder);
    stores = createStores(database, systemClock);
    close = () => database.destroy();
    build = await server.ingestAndWait("plans.txt", "The treasure lies under the old oak.");
    const other = await createProjectWithToken("other", { projects: stores.projects, clock: systemClock });
    stranger = other.secret;
  });
  afterAll(async () => {
    await close();
    await server.close();
  });

  const as = async (token: string | undefined, method: string, path: string, body?: unknown) => {
    const response = await server.fetch(server.baseUrl + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: token.includes(" ") ? token : `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> & unknown[] };
  };
  const tokenFor = async (options: { readOnly?: boolean; expiresAt?: Date }) => {
    const project = await stores.projects.findByName("default");
    const token = newToken({ projectId: project?.projectId ?? "", name: "test", ...options }, systemClock);
    await stores.tokens.add(token.record);
    return token;
  };

  it("401 without a token, with a wrong one, and with another scheme", async () => {
    const basic = `Basic ${Buffer.from("a:b").toString("base64")}`;
    for (const token of [undefined, "wrong", "Bearer ", basic]) {
      expect(await as(token, "GET", "/")).toMatchObject({
        status: 401,
        body: { detail: "Invalid authentication credentials" },
      });
    }
  });

  it("401 comes before any other check", async () => {
    const response = await server.fetch(`${server.baseUrl}/ingest-file`, {
      method: "POST",
      body: "not multipart",
    });
    expect(response.status).toBe(401);
    expect((await as("wrong", "POST", "/ask-sources", { question: 7 })).status).toBe(401);
  });

  it("an expired token is 401, a revoked one is 401 at once", async () => {
    const expired = await tokenFor({ expiresAt: new Date(Date.now() - 1) });
    expect((await as(expired.secret, "GET", "/")).status).toBe(401);
    const revoked = await tokenFor({ expiresAt: new Date(Date.now() + 60_000) });
    expect((await as(revoked.secret, "GET", "/")).status).toBe(200);
    await stores.tokens.remove(revoked.record.tokenId);
    expect((await as(revoked.secret, "GET", "/")).status).toBe(401);
  });

  it("a read-only token reads and asks, and is refused every write with 403", async () => {
    const { secret } = await tokenFor({ readOnly: true });
    expect((await as(secret, "GET", "/")).status).toBe(200);
    expect((await as(secret, "POST", "/prebuilt-rag", { query: "treasure" })).status).toBe(200);
    for (const [method, path, body] of [
      ["DELETE", "/delete", { file_id: build.file_id }],
      ["POST", "/reprocess", { file_id: build.file_id }],
      ["POST", "/ingest-file", undefined],
      ["POST", "/ingest-url", {}],
    ] as const) {
      expect(await as(secret, method, path, body)).toMatchObject({
        status: 403,
        body: { detail: "Permission denied" },
      });
    }
  });

  it("another project sees nothing: not the source, its build, its elements, its pages or its words", async () => {
    const { file_id, build_id } = build;
    expect((await as(stranger, "GET", "/")).body).toEqual([]);
    expect((await as(stranger, "GET", `/?file_ids=${file_id}`)).body).toEqual([]);
    expect((await as(stranger, "GET", `/builds/${build_id}`)).body).toMatchObject({
      status: "not_found",
      file_id: null,
    });
    const hidden: [string, string, unknown?][] = [
      ["GET", `/get-elements?file_id=${file_id}`],
      ["GET", `/${file_id}/pages/1/screenshot`],
      ["GET", `/${file_id}/content`],
      ["DELETE", "/delete", { file_id }],
      ["POST", "/reprocess", { file_id }],
      ["POST", "/prebuilt-rag", { query: "treasure", file_ids: [file_id] }],
      ["POST", "/prebuilt-rag", { query: "treasure", file_names: ["plans.txt"] }],
      ["POST", "/ask-sources", { question: "Where is the treasure?", file_ids: [file_id] }],
      [
        "POST",
        "/run-extraction",
        {
          file_ids: [file_id],
          user_instruction: "x",
          output_schema: { type: "object", properties: { a: { type: ["string", "null"] } } },
        },
      ],
    ];
    for (const [method, path, body] of hidden)
      expect((await as(stranger, method, path, body)).status).toBe(404);
    expect((await as(stranger, "POST", "/prebuilt-rag", { query: "treasure oak" })).body).toMatchObject({
      total: 0,
    });
    const answer = await as(stranger, "POST", "/ask-sources", { question: "Where does the treasure lie?" });
    expect(JSON.stringify(answer.body)).not.toContain("oak");
  });

  it("another project's conversation id starts a new conversation", async () => {
    const mine = await as(server.token, "POST", "/ask-sources", { question: "Where does the treasure lie?" });
    const conversation_id = mine.body.conversation_id;
    const theirs = await as(stranger, "POST", "/ask-sources", {
      question: "And where else?",
      conversation_id,
    });
    expect(theirs.status).toBe(200);
    expect(theirs.body.conversation_id).not.toBe(conversation_id);
  });

  it("no secret is stored: not the first one, not a created one", async () => {
    const { secret, record } = await tokenFor({});
    expect(JSON.stringify(record)).not.toContain(secret);
    const listed = await stores.tokens.list(record.projectId);
    expect(JSON.stringify(listed)).not.toContain(secret);
    expect(JSON.stringify(listed)).not.toContain(server.token);
  });
});
