import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerIdOf, askForEvents } from "../../testing/answer-stream.ts";
import { type ManagedServer, startManagedServer } from "../../testing/managed-server.ts";

/** Stopping an answer that is being written: test/answer-runs.test.ts. */
describe("stopAnswer", () => {
  let managed: ManagedServer;
  beforeAll(async () => {
    managed = await startManagedServer();
  });
  afterAll(() => managed.close());

  it("leaves an answer that has ended as it is, also for a read-only token", async () => {
    const whole = await (await askForEvents(managed.server, { question: "What?" })).text();
    const id = answerIdOf(whole);
    const token = await managed.tokenFor({ readOnly: true });
    expect(await managed.as(token, "DELETE", `/answers/${id}`)).toMatchObject({
      status: 200,
      body: { answer_id: id, stopped: false, message: "The answer had already ended" },
    });
  });

  it("404 for an answer that is not known", async () => {
    expect(await managed.server.call("DELETE", "/answers/unknown")).toMatchObject({
      status: 404,
      body: { detail: "Answer not found. It may have expired. Ask again." },
    });
  });
});
