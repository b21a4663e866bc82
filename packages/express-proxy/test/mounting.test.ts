import { afterEach, describe, expect, it } from "vitest";
import { startRecordingUpstream } from "../../proxy-core/testing/conformance/recording-upstream.ts";
import { rawGet, send, sendRaw } from "../../proxy-core/testing/conformance/send.ts";
import { documentsProxy } from "../src/index.ts";
import { startExpress, versions } from "../testing/start-express.ts";

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close();
});

describe.each(Object.entries(versions))("mounted in %s", (_name, express) => {
  const start = async () => {
    const upstream = await startRecordingUpstream();
    const proxy = documentsProxy({ baseUrl: upstream.baseUrl, token: "secret", authorize: () => true });
    const app = express();
    app.set("trust proxy", true);
    const tenants = express.Router({ mergeParams: true });
    tenants.use("/documents", proxy);
    app.use("/tenants/:tenant", tenants);
    app.use("/api/documents", proxy);
    app.use((_request, response) => {
      response.status(418).json({ detail: "the application" });
    });
    const server = await startExpress(app);
    closing.push(server, upstream);
    return { upstream, origin: server.origin };
  };

  it.each([
    ["/api/documents", "/sources/"],
    ["/api/documents/", "/sources/"],
    ["/api/documents?file_ids=a&file_ids=b", "/sources/?file_ids=a&file_ids=b"],
    ["/API/Documents/builds/b1?page=2", "/sources/builds/b1?page=2"],
    ["/api/documents/sources/builds/b1", "/sources/builds/b1"],
    ["/api/documents/flows/support/datasets", "/flows/support/datasets"],
    ["/tenants/acme/documents/builds/b%20%C3%A9", "/sources/builds/b%20%C3%A9"],
    ["/tenants/acme/documents/builds/b1?q=%2F..%2F", "/sources/builds/b1?q=%2F..%2F"],
  ])("answers %s from %s", async (path, target) => {
    const { upstream, origin } = await start();
    await send(origin, "GET", path.slice(1));
    expect(upstream.requests.map((request) => request.target)).toEqual([target]);
  });

  it.each([
    "/api/documents/builds/a%2Fb",
    "/api/documents/builds/..",
    "/api/documents/x/../builds/b1",
    "/api/documents/builds/%2e%2e/delete",
    "/api/documents/builds/%252e%252e",
    "/api/documents/builds//b1",
    "/api/documents//builds/b1",
    "/api/documents/builds\\b1",
    "/api/documents/flows/a.b/datasets",
    "http://other.example/api/documents/builds/b1",
  ])("answers 404 by itself to %s", async (target) => {
    const { upstream, origin } = await start();
    const { status, text } = await sendRaw(origin, rawGet(target));
    expect(status).toBe(404);
    expect(text).toContain('"detail"');
    expect(upstream.requests).toHaveLength(0);
  });

  it("leaves what lies beside its mount point to the application", async () => {
    const { upstream, origin } = await start();
    for (const path of ["api/documentsbuilds/b1", "api/documents%2Fbuilds/b1", "api/other"])
      expect((await send(origin, "GET", path)).status).toBe(418);
    expect(upstream.requests).toHaveLength(0);
  });

  it("believes no forwarded host about where a page comes from", async () => {
    const { upstream, origin } = await start();
    const headers = { origin: "https://evil.example", "x-forwarded-host": "evil.example" };
    const reply = await send(origin, "DELETE", "api/documents/delete", { body: { file_id: "f" }, headers });
    expect(reply.status).toBe(403);
    expect(upstream.requests).toHaveLength(0);
  });

  it("keeps what the application set on the answer, and adds no cookie of the service's", async () => {
    const upstream = await startRecordingUpstream();
    upstream.handle((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "set-cookie": "upstream=1" }).end("{}");
    });
    const app = express();
    app.use((_request, response, next) => {
      response.setHeader("strict-transport-security", "max-age=1");
      response.cookie("session", "s1");
      next();
    });
    app.use(documentsProxy({ baseUrl: upstream.baseUrl, token: "secret", authorize: () => true }));
    const server = await startExpress(app);
    closing.push(server, upstream);
    const { headers } = await send(server.origin, "GET", "builds/b1");
    expect(headers["strict-transport-security"]).toBe("max-age=1");
    expect(headers["set-cookie"]).toEqual(["session=s1; Path=/"]);
  });
});
