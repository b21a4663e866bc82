import { NextRequest } from "next/server.js";
import { describe, expect, it } from "vitest";
import { createRouteHandlers } from "./index.ts";

const routed = (...path: string[]) => ({ params: Promise.resolve({ path }) });

/** A service that reports what reached it. */
function recordingService() {
  const received: Request[] = [];
  const service: typeof fetch = async (input, init) => {
    received.push(new Request(input, init));
    return Response.json([]);
  };
  return { received, service };
}

const options = { baseUrl: "http://service.test/sources", token: "secret", authorize: () => true };

describe("createRouteHandlers", () => {
  it("finds its mount point by the parameters of the catch-all", async () => {
    const { received, service } = recordingService();
    const { GET } = createRouteHandlers({ ...options, fetch: service });
    const request = new NextRequest("http://localhost:3000/any/where/builds/b1?page=1&page_size=2");
    expect((await GET(request, routed("builds", "b1"))).status).toBe(200);
    expect(received[0]?.url).toBe("http://service.test/sources/builds/b1?page=1&page_size=2");
    expect(received[0]?.headers.get("authorization")).toBe("Bearer secret");
  });

  it("is at the root of the surface without parameters", async () => {
    const { received, service } = recordingService();
    const { GET } = createRouteHandlers({ ...options, fetch: service });
    await GET(new NextRequest("http://localhost:3000/api/documents?file_ids=a"), {
      params: Promise.resolve({}),
    });
    expect(received[0]?.url).toMatch(/^http:\/\/service\.test\/sources\/?\?file_ids=a$/);
  });

  it("can be called without parameters when it is told where it is, below Next.js' own basePath too", async () => {
    const { received, service } = recordingService();
    const { GET } = createRouteHandlers({ ...options, fetch: service, basePath: "/api/documents" });
    const at = (url: string) => new NextRequest(url, { nextConfig: { basePath: "/base" } });
    expect((await GET(new NextRequest("http://localhost/api/documents/builds/b1"))).status).toBe(200);
    expect((await GET(at("http://localhost/base/api/documents/builds/b2"))).status).toBe(200);
    expect(received.map(({ url }) => url)).toEqual([
      "http://service.test/sources/builds/b1",
      "http://service.test/sources/builds/b2",
    ]);
    const elsewhere = await GET(new NextRequest("http://localhost/api/other/builds/b1"));
    expect(elsewhere.status).toBe(404);
    expect(await elsewhere.json()).toEqual({ detail: "Not found", message: "Not found" });
  });

  it("says what to do when it can not know where it is", async () => {
    const { GET } = createRouteHandlers(options);
    await expect(GET(new NextRequest("http://localhost/api/documents"))).rejects.toThrow(
      "or say where the handlers are mounted: basePath",
    );
    expect(() => createRouteHandlers({ ...options, basePath: "api/documents" })).toThrow(
      "basePath must be a path",
    );
  });

  it("hands Next.js' request to token and authorize", async () => {
    const { received, service } = recordingService();
    const { POST } = createRouteHandlers({
      ...options,
      fetch: service,
      token: (request) => `token-of-${request.nextUrl.searchParams.get("tenant")}`,
      authorize: (request, { operation, access }) =>
        request.cookies.get("session")?.value === "good" && operation === "askSources" && access === "read",
    });
    const ask = (session: string) =>
      POST(
        new NextRequest("http://localhost:3000/api/documents/ask-sources?tenant=acme", {
          method: "POST",
          headers: {
            cookie: `session=${session}`,
            "content-type": "application/json",
            "content-length": "16",
          },
          body: '{"question":"?"}',
        }),
        routed("ask-sources"),
      );
    expect((await ask("bad")).status).toBe(403);
    expect((await ask("good")).status).toBe(200);
    expect(received).toHaveLength(1);
    expect(received[0]?.headers.get("authorization")).toBe("Bearer token-of-acme");
    expect(received[0]?.headers.get("cookie")).toBeNull();
  });

  it("can be made without its environment, as in `next build`, and says what is missing when it is called", async () => {
    const { GET } = createRouteHandlers({ baseUrl: undefined as never, token: "", authorize: () => true });
    await expect(GET(new NextRequest("http://localhost/api/documents"), routed())).rejects.toThrow(
      /baseUrl.*token/,
    );
  });
});
