import { getEncoding } from "js-tiktoken";
import { connectMcpClient, textOf } from "../packages/server/testing/mcp-client.ts";
import { connectTools, fakeOperations } from "../packages/server/testing/mcp-tools.ts";
import { withService } from "./support/built-service.ts";
import { type Figure, printReport } from "./support/report.ts";

/**
 * What an agent reads by the Model Context Protocol: the list of tools, in bytes, and a table of 170 kB, in bytes and in
 * tokens of cl100k_base. Each agent has the list in its context all the time; programs of agents refuse an answer of more
 * than 25,000 tokens.
 */
const rows = 1_640;
const maxTokens = 25_000;
const maxListBytes = 12_000;

const table = [
  "Order,Customer,City,Product,Quantity,Price,Currency,Date,Comment",
  ...Array.from({ length: rows }, (_, row) =>
    [
      ...[
        row + 1_000,
        `Customer ${row} Ltd`,
        `Springfield ${row % 17}`,
        `Pump model ${row % 9}`,
        (row % 13) + 1,
      ],
      ...[
        (row * 7.35).toFixed(2),
        "EUR",
        `2025-0${(row % 9) + 1}-1${row % 9}`,
        `Delivered with note number ${row}`,
      ],
    ].join(","),
  ),
].join("\n");

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const count = (value: number): string => value.toLocaleString("en-US");

const figures: Figure[] = [];
const { tools } = await (await connectTools(fakeOperations({}).call)).listTools();
figures.push({
  what: `list of tools, all ${tools.length} (a token that may manage)`,
  measured: `${count(bytesOf(tools))} bytes`,
  aim: `≤ ${count(maxListBytes)}`,
  met: bytesOf(tools) <= maxListBytes,
});
const reader = await connectTools(fakeOperations({}).call, { accessOf: async () => "read" });
const reading = (await reader.listTools()).tools;
figures.push({
  what: `the same, the ${reading.length} of a read-only token`,
  measured: `${count(bytesOf(reading))} bytes`,
});

await withService({ HEADWATER_EMBEDDING_MODEL: "none" }, async ({ process: service, caller, token }) => {
  const { file_id } = await caller.waitForBuild(
    await caller.ingest("orders.csv", Buffer.from(table)),
    60_000,
  );
  const client = await connectMcpClient({ origin: new URL(service.baseUrl).origin, token });
  const encoding = getEncoding("cl100k_base");
  const overHttp = JSON.stringify(await caller.elements(String(file_id)));
  const httpTokens = encoding.encode(overHttp).length;
  for (const tables of ["markdown", "html"]) {
    const tokens: number[] = [];
    let read = 0;
    for (let cursor: unknown, first = true; first || cursor; first = false) {
      const result = await client.callTool({
        name: "get_elements",
        arguments: { file_id, tables, ...(cursor ? { cursor } : {}) },
      });
      tokens.push(encoding.encode(textOf(result)).length);
      read += textOf(result).match(/Delivered with note number/g)?.length ?? 0;
      cursor = result._meta?.["headwater/next-cursor"];
    }
    const all = tokens.reduce((sum, each) => sum + each, 0);
    figures.push({
      what: `a table of ${count(table.length)} bytes as ${tables}: largest of ${tokens.length} answers, ${count(read)} of ${count(rows)} rows`,
      measured: `${count(Math.max(...tokens))} tokens`,
      against: `all answers have ${(all / httpTokens).toFixed(2)} of the tokens of the HTTP answer`,
      aim: `≤ ${count(maxTokens)}`,
      met: Math.max(...tokens) <= maxTokens && read === rows,
    });
  }
  await client.close();
});

printReport(figures);
