import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerIdOf, askForEvents, eventsOf } from "../../testing/answer-stream.ts";
import { type ManagedServer, startManagedServer } from "../../testing/managed-server.ts";

/** What happens while an answer is written: test/answer-runs.test.ts. */
describe("resumeAnswer", () => {
  let managed: ManagedServer;
  let whole: string;
  let id: string;
  let fileId: string;
  beforeAll(async () => {
    managed = await startManagedServer();
    const { server } = managed;
    ({ file_id: fileId } = await server.ingestAndWait(
      "report.md",
      "The company was founded by Maria Lopez.",
    ));
    whole = await (await askForEvents(server, { question: "Who founded the company?" })).text();
    id = answerIdOf(whole);
  });
  afterAll(() => managed.close());

  const resume = (answerId: string, headers: Record<string, string> = {}, method = "GET") =>
    managed.server.fetch(`${managed.server.baseUrl}/answers/${answerId}/events`, {
      method,
      headers: { authorization: `Bearer ${managed.server.token}`, ...headers },
    });

  it("sends the whole answer again, and the rest after any event", async () => {
    const events = eventsOf(whole);
    expect(events.at(-1)).toMatchObject({ name: "answer", data: { citations: [{ file_id: fileId }] } });
    const again = await resume(id);
    expect(again.headers.get("content-type")).toBe("text/event-stream");
    expect(await again.text()).toBe(whole);
    for (const { id: last } of events.slice(0, -1)) {
      const before = events.slice(0, last).map(({ frame }) => frame);
      expect(before.join("") + (await (await resume(id, { "last-event-id": String(last) })).text())).toBe(
        whole,
      );
    }
  });

  it("204 after the last event, so that browsers do not ask again", async () => {
    const response = await resume(id, { "last-event-id": String(eventsOf(whole).length) });
    expect([response.status, await response.text()]).toEqual([204, ""]);
  });

  it("HEAD answers the headers alone", async () => {
    const response = await resume(id, {}, "HEAD");
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("a read-only token may resume", async () => {
    const token = await managed.tokenFor({ readOnly: true });
    expect((await resume(id, { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it.each([
    ["unknown", {}, 404, "Answer not found. It may have expired. Ask again."],
    [
      undefined,
      { "last-event-id": "last" },
      400,
      "Invalid input: Last-Event-ID must be the id of an event of this answer",
    ],
  ])("%s %j: %i", async (answerId, headers, status, detail) => {
    const response = await resume(answerId ?? id, headers as Record<string, string>);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ detail });
  });

  it("404 once a source that the answer came from is deleted", async () => {
    await managed.server.call("DELETE", "/delete", { file_id: fileId });
    expect((await resume(id)).status).toBe(404);
  });
});
