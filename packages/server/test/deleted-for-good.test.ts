import { afterAll, beforeAll, expect, it } from "vitest";
import { answerIdOf, askForEvents } from "../testing/answer-stream.ts";
import { filesWith } from "../testing/files-with.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const canary = "zqxcanaryword";

const paragraph = (index: number) =>
  `Paragraph ${index} of the ${canary} report says that the ${canary} was counted ${index} times in the harbour.\n\n`;
const long = Array.from({ length: 400 }, (_, index) => paragraph(index)).join("");

it("leaves no trace of a deleted source in the data folder after the answer", async () => {
  await server.ingestAndWait("kept.txt", "The harbour was built in 1850. ".repeat(200));
  const short = await server.ingestAndWait(`${canary}.md`, `# ${canary}\n\nThe ${canary} sings in spring.`);
  const twin = await server.ingestAndWait(
    `${canary}-copy.md`,
    `# ${canary}\n\nThe ${canary} sings in spring.`,
  );
  const large = await server.ingestAndWait("large.txt", long);
  const failed = await server.ingestAndWait(`${canary}.pdf`, `no PDF, but a ${canary}`);
  const reprocessed = await server.call<{ build_id: string }>("POST", "/reprocess", {
    file_id: large.file_id,
  });
  await server.waitFor(reprocessed.body.build_id);
  const { body } = await server.call("POST", "/ask-sources", { question: "What sings in spring?" });
  expect(JSON.stringify(body)).toContain(canary);
  // Turns beyond those that are remembered word for word, so that there is a summary; an answer kept under a key, and a stream.
  const { conversation_id } = body;
  for (let turn = 0; turn < 11; turn += 1)
    await server.call("POST", "/ask-sources", { question: "What sings in spring?", conversation_id });
  const again = { question: "What sings in spring?", conversation_id };
  const stream = await (await askForEvents(server, again, { "idempotency-key": "kept" })).text();
  expect(stream).toContain(canary);
  expect((await filesWith(server.dataFolder, canary)).length).toBeGreaterThan(4);
  expect((await filesWith(server.dataFolder, canary)).filter((path) => path.startsWith("index"))).toEqual([]);

  for (const { file_id } of [short, twin, large, failed]) {
    expect(await server.call("DELETE", "/delete", { file_id })).toMatchObject({ status: 200 });
  }
  expect(await filesWith(server.dataFolder, canary)).toEqual([]);
  const conversation = await server.call("GET", `/conversations/${conversation_id}`);
  expect(conversation.body).toMatchObject({ title: null, turn_count: 0, turns: [] });
  expect((await server.call("GET", `/answers/${answerIdOf(stream)}/events`)).status).toBe(404);
  const repeated = await askForEvents(server, again, { "idempotency-key": "kept" });
  expect(await repeated.text()).not.toContain(canary);
  expect((await server.call("GET", "/")).body).toHaveLength(1);
});
