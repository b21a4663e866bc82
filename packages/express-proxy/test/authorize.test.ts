import { randomUUID } from "node:crypto";
import type { Request } from "express";
import { afterEach, describe, expect, it } from "vitest";
import { send } from "../../proxy-core/testing/conformance/send.ts";
import { type ProxiedUpstream, startProxiedUpstream } from "../testing/proxied-upstream.ts";
import { versions } from "../testing/start-express.ts";

type Session = { user: string };
const files = { ada: "0b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10", bob: "7c9e6679-7425-40de-944b-e07fc1f90ae7" };

let proxied: ProxiedUpstream | undefined;
afterEach(() => proxied?.close());

describe.each(Object.entries(versions))("authorize in %s", (_name, express) => {
  it("gets the request with the session that the application put there", async () => {
    const sessions = new Map<string, Session>();
    proxied = await startProxiedUpstream(
      {
        authorize(request: Request & { session?: Session }) {
          const user = request.session?.user as keyof typeof files | undefined;
          return user === undefined ? false : { caller: user, files: [files[user]] };
        },
      },
      {
        express,
        prepare: (app) =>
          app.use((request: Request & { session?: Session }, _response, next) => {
            const session = sessions.get(/sid=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "");
            if (session) request.session = session;
            next();
          }),
      },
    );
    const signIn = (user: string) => {
      const id = randomUUID();
      sessions.set(id, { user });
      return { cookie: `sid=${id}` };
    };
    const seenBy = async (headers: Record<string, string>) =>
      (await send(proxied?.baseUrl ?? "", "GET", "", { headers })).json<{ file_id: string }[]>();

    expect((await send(proxied.baseUrl, "GET", "")).status).toBe(403);
    expect((await seenBy(signIn("ada"))).map((source) => source.file_id)).toEqual([files.ada]);
    expect((await seenBy(signIn("bob"))).map((source) => source.file_id)).toEqual([files.bob]);
    for (const request of proxied.upstream.requests) expect(request.headers).not.toHaveProperty("cookie");
  });

  it("may answer with a Response, which is sent as it is", async () => {
    proxied = await startProxiedUpstream(
      {
        authorize: () => {
          const headers = new Headers({ location: "/sign-in" });
          headers.append("set-cookie", "a=1");
          headers.append("set-cookie", "b=2");
          return new Response("to the sign-in page", { status: 303, headers });
        },
      },
      { express },
    );
    const reply = await send(proxied.baseUrl, "GET", "/builds/b1");
    expect([reply.status, reply.text, reply.headers.location]).toEqual([
      303,
      "to the sign-in page",
      "/sign-in",
    ]);
    expect(reply.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect(proxied.upstream.requests).toHaveLength(0);
  });

  it("may answer with a Response without a body, also to HEAD", async () => {
    proxied = await startProxiedUpstream(
      { authorize: () => new Response(null, { status: 401 }) },
      { express },
    );
    expect(await send(proxied.baseUrl, "GET", "/builds/b1")).toMatchObject({ status: 401, text: "" });
    expect(await send(proxied.baseUrl, "HEAD", "/builds/b1")).toMatchObject({ text: "" });
  });

  it("throws nothing at the application when it fails", async () => {
    proxied = await startProxiedUpstream(
      {
        authorize: () => {
          throw new Error("the session store is down: secret-host");
        },
      },
      { express },
    );
    const reply = await send(proxied.baseUrl, "GET", "/builds/b1");
    expect(reply.status).toBe(500);
    expect(reply.json()).toEqual({ detail: expect.any(String), message: expect.any(String) });
    expect(reply.text).not.toContain("secret-host");
  });
});
