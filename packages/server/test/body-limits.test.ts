import { limits, messages, type OperationId, operations } from "@headwater/spec";
import { beforeAll, describe, expect, it } from "vitest";
import { spec } from "../src/compose/spec.ts";
import { newId } from "../src/kernel/ids.ts";
import { exchangeRaw } from "../testing/raw-exchange.ts";
import { type SharedService, sharedService } from "../testing/shared-service.ts";

/** The limits as the documents write them. */
const written: Record<string, number> = {
  "256 KiB": limits.maxIdentifiersJsonBytes,
  "10 MiB": limits.maxJsonBytes,
};

const cases = Object.entries(operations)
  .filter(([, { surface, body }]) => surface === "sources" && body === "json")
  .map(([id, { method, path }]) => {
    const described = spec.sources.paths[path]?.[method.toLowerCase()]?.responses["413"] as unknown as {
      description: string;
    };
    const size = /\d+ [KM]iB/.exec(described.description)?.[0] ?? "no size";
    return { id: id as OperationId, method, path: path.replaceAll(/\{\w+\}/g, newId), size };
  });

describe("a JSON body may be as large as the spec says", () => {
  let server: SharedService;
  beforeAll(async () => {
    server = await sharedService();
  });

  const tokenNotManaging = cases.filter(({ id }) => !operations[id].manage);

  it.each(tokenNotManaging)("$id: $size, and not a byte more", async ({ method, path, size }) => {
    const bytes = written[size] ?? 0;
    const asLarge = await server.fetch(`${server.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      body: "{}".padEnd(bytes),
    });
    expect(asLarge.status).not.toBe(413);
    const head = [
      `${method} /sources${path} HTTP/1.1`,
      ...["Host: x", "Expect: 100-continue", "Content-Type: application/json"],
      ...[`Authorization: Bearer ${server.token}`, `Content-Length: ${bytes + 1}`, "", ""],
    ].join("\r\n");
    const larger = await exchangeRaw(server.origin, head);
    expect(larger).toMatch(/^HTTP\/1\.1 413 /);
    expect(larger).toContain(messages.bodyTooLarge);
  });
});
