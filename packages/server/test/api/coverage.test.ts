import { readdirSync } from "node:fs";
import { operations } from "@headwater/spec";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer, type TestServer } from "../../testing/start-server.ts";
import { pending } from "./pending.ts";

const tested = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".test.ts") && name !== "coverage.test.ts")
  .map((name) => name.replace(".test.ts", ""));

describe("every operation of the spec", () => {
  it.each(Object.keys(operations))("%s has a test file, or stands in the pending list", (operationId) => {
    expect(tested.includes(operationId) !== operationId in pending).toBe(true);
  });

  it("no test file is for an operation that does not exist", () => {
    expect(tested.filter((name) => !(name in operations))).toEqual([]);
  });
});

describe("an operation that is not served yet", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  it.each(Object.keys(pending) as (keyof typeof pending)[])(
    "%s answers 404 with detail",
    async (operationId) => {
      const { method, path, surface } = operations[operationId];
      const address = `${server.origin}/flows${surface === "flows" ? "/sample" : ""}${path.replaceAll(/\{\w+\}/g, "x")}`;
      const response = await server.fetch(address, {
        method,
        headers: { authorization: `Bearer ${server.token}` },
      });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ detail: expect.any(String) });
    },
  );
});
