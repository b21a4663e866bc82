import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProjectWithToken } from "../../src/auth/first-project.ts";
import { maxFollowers } from "../../src/events/event-feed.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { type ManagedServer, startManagedServer } from "../../testing/managed-server.ts";

type Received = { id: string; type: string; data: Record<string, string> };
type Page = { events: Received[]; next: string; has_more: boolean };

describe("listEvents", () => {
  let managed: ManagedServer;
  let readOnly: string;
  let fileId: string;
  let buildId: string;
  beforeAll(async () => {
    managed = await startManagedServer();
    readOnly = await managed.tokenFor({ readOnly: true });
    buildId = await managed.server.ingest("secretname.md", "The pump runs at 40 bar.");
    ({ file_id: fileId } = await managed.server.waitFor(buildId));
  });
  afterAll(() => managed.close());

  const page = async (query = "") =>
    (await managed.as(readOnly, "GET", `/events${query}`)).body as unknown as Page;
  const open = (headers: Record<string, string> = {}, query = "", signal?: AbortSignal) =>
    managed.server.fetch(`${managed.server.baseUrl}/events${query}`, {
      headers: { authorization: `Bearer ${readOnly}`, accept: "text/event-stream", ...headers },
      ...(signal && { signal }),
    });
  /** Reads a stream until it has so many events, and leaves. */
  const read = async (response: Response, count: number) => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(piece, { stream: true });
      const frames = text.split("\n\n").filter((frame) => frame.startsWith("id: "));
      if (frames.length >= count) return frames;
    }
    throw new Error(`The stream ended early: ${text}`);
  };
  const remove = async () => {
    const { file_id } = await managed.server.ingestAndWait("gone.md", "Gone.");
    await managed.server.call("DELETE", "/delete", { file_id });
    return file_id;
  };

  it("answers pages to go on after, without names of files", async () => {
    const gone = await remove();
    const first = await page("?limit=1");
    expect(first).toMatchObject({
      events: [{ id: "1", type: "build.completed", data: { build_id: buildId, file_id: fileId } }],
      next: "1",
      has_more: true,
    });
    const rest = await page(`?after=${first.next}`);
    expect(rest).toMatchObject({
      events: [{ type: "build.completed" }, { id: "3", type: "source.deleted", data: { file_id: gone } }],
      next: "3",
      has_more: false,
    });
    expect(await page(`?after=${rest.next}`)).toEqual({ events: [], next: "3", has_more: false });
    expect(await page("?after=latest")).toEqual({ events: [], next: "3", has_more: false });
    expect(JSON.stringify([first, rest])).not.toContain("secretname");
  });

  it("streams what there is and what comes, and resumes after the last event", async () => {
    const response = await open({}, "?after=2");
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reading = read(response, 3);
    const gone = await remove();
    const frames = await reading;
    expect(frames.map((frame) => frame.slice(0, 5))).toEqual(["id: 3", "id: 4", "id: 5"]);
    const resumed = await read(await open({ "last-event-id": "4" }, "?after=latest"), 1);
    expect(resumed).toEqual(frames.slice(2));
    expect(resumed[0]).toMatch(/^id: 5\nevent: source\.deleted\ndata: \{"id":"5","type":"source\.deleted"/);
    expect(resumed[0]).toContain(`"data":{"file_id":"${gone}"}}`);
  });

  it("has a limit that was reached, once a day, and nothing of another project", async () => {
    const projectId = (await managed.stores.projects.findByName("default"))?.projectId ?? "";
    await managed.stores.usage.setLimits(projectId, { sources: 1 });
    const { next } = await page("?after=latest");
    const upload = () =>
      managed.as(managed.server.token, "POST", "/ingest-url", { url: "https://a.example/" });
    for (let refused = 0; refused < 2; refused += (await upload()).status === 507 ? 1 : 0);
    await managed.stores.usage.setLimits(projectId, { sources: null });
    const { events } = await page(`?after=${next}`);
    expect(events.filter(({ type }) => type === "limit.reached")).toMatchObject([
      { data: { limit: "sources" } },
    ]);
    const { projects } = managed.stores;
    const other = await createProjectWithToken("other", { projects, clock: systemClock });
    expect((await managed.as(other.secret, "GET", "/events")).body).toEqual({
      events: [],
      next: "0",
      has_more: false,
    });
  });

  it("ends a stream with the reason when its token is revoked", async () => {
    const manage = await managed.tokenFor({ manage: true });
    const { body } = await managed.as(manage, "POST", "/tokens", { name: "reader" });
    const response = await open({ authorization: `Bearer ${body.token}` }, "?after=latest");
    await managed.as(manage, "DELETE", `/tokens/${body.token_id}`);
    const frames = (await response.text()).split("\n\n").filter((frame) => frame !== ":" && frame !== "");
    expect(frames).toEqual([expect.stringMatching(/^event: error\ndata: .*"status":401/)]);
  });

  it("410 for events that are not known any more, 400 for what is no id, 401 without a token", async () => {
    const { next } = await page("?after=latest");
    const unknown = await open({}, `?after=${Number(next) + 1}`);
    expect([unknown.status, await unknown.json()]).toMatchObject([
      410,
      { detail: expect.stringMatching(/^Events after \d+ are not known any more\. Read what you need anew/) },
    ]);
    expect((await managed.as(readOnly, "GET", "/events?after=99999")).status).toBe(410);
    for (const query of ["?after=soon", "?after=-1", "?limit=0", "?limit=1001"])
      expect((await managed.as(readOnly, "GET", `/events${query}`)).status).toBe(400);
    expect((await open({ "last-event-id": "latest" })).status).toBe(400);
    expect((await managed.as("wrong", "GET", "/events")).status).toBe(401);
  });

  it("HEAD answers the headers alone", async () => {
    const response = await managed.server.fetch(`${managed.server.baseUrl}/events`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${readOnly}`, accept: "text/event-stream" },
    });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("429 beyond so many streams of a project, until one ends", async () => {
    const leaving = new AbortController();
    const streams = await Promise.all(
      Array.from({ length: maxFollowers }, () => open({}, "", leaving.signal)),
    );
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refused = await open();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    await refused.body?.cancel();
    leaving.abort();
    await expect
      .poll(async () => {
        const again = await open();
        await again.body?.cancel();
        return again.status;
      })
      .toBe(200);
  });
});
