import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { writeTinyEncoder } from "../testing/tiny-encoder/write-tiny-encoder.ts";

const page = `<table><tr><td>Remuneration</td><td>3,450.00</td></tr><tr><td>Vessel</td><td>Marlin</td></tr></table>`;
const schema = {
  type: "object",
  properties: { wage: { type: ["number", "null"] }, dinghy: { type: ["string", "null"] } },
};

let folder: string;
let server: TestServer;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-extraction-"));
  const encoder = join(folder, "tiny");
  await writeTinyEncoder(encoder);
  // Only an encoder whose cosines were measured judges what texts mean.
  await writeFile(join(encoder, "cosines.json"), JSON.stringify({ unrelated: 0.235, related: 0.5 }));
  server = await startServer({ HEADWATER_EMBEDDING_MODEL: `local:${encoder}` });
  file = (await server.ingestAndWait("contract.html", page)).file_id;
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true });
});

it("an extraction finds a label that means the same as a property", async () => {
  const { body } = await server.call<{ structured_output: object }>("POST", "/run-extraction", {
    user_instruction: "Read the contract.",
    output_schema: schema,
    file_ids: [file],
  });
  expect(body.structured_output).toEqual({ wage: 3450, dinghy: null });
});

it("a question with a schema finds it as well", async () => {
  const { body } = await server.call<{ structured_output: object }>("POST", "/ask-sources", {
    question: "What does the contract say?",
    output_schema: schema,
    file_ids: [file],
  });
  expect(body.structured_output).toEqual({ wage: 3450, dinghy: null });
});
