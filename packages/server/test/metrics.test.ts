import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";

const metricsToken = "scrape-0123456789abcdef";

describe("metrics of a service that read a document and answered a question", () => {
  let server: TestServer;
  const scrape = async (authorization?: string) => {
    const response = await fetch(
      `${server.origin}/metrics`,
      authorization ? { headers: { authorization } } : {},
    );
    return { status: response.status, text: await response.text() };
  };
  const metrics = async () => (await scrape(`Bearer ${metricsToken}`)).text;

  beforeAll(async () => {
    server = await startServer({ HEADWATER_METRICS_TOKEN: metricsToken });
    await server.ingestAndWait("pump-manual.md", "# Pump\n\nThe pump runs at 40 bar.");
    await server.call("POST", "/ask-sources", { question: "At which pressure does the pump run?" });
  });
  afterAll(() => server.close());

  it("are given for the token of the settings alone", async () => {
    expect((await scrape()).status).toBe(401);
    expect((await scrape("Bearer test-token-0123456789")).status).toBe(401);
    expect(await scrape("bearer   wrong")).toMatchObject({
      status: 401,
      text: expect.stringMatching(/"detail"/),
    });
    expect((await scrape(`Bearer ${metricsToken}`)).status).toBe(200);
  });

  it("tell of reading, of the build, and of the stages that ran in another thread", async () => {
    // Observations of a thread arrive a moment after its answer.
    await expect
      .poll(metrics)
      .toMatch(/^headwater_stage_duration_seconds_count\{work="ask",stage="whole"\} 1$/m);
    const text = await metrics();
    for (const line of [
      'headwater_stage_duration_seconds_count{work="ask",stage="retrieving"} 1',
      'headwater_stage_duration_seconds_count{work="search",stage="words"} 1',
      'headwater_pages_read_total{format="md",method="auto"} 1',
      'headwater_reading_duration_seconds_count{format="md",method="auto",result="read"} 1',
      'headwater_builds_ended_total{result="Completed"} 1',
      'headwater_cache_lookups_total{cache="read-documents",result="miss"} 1',
      "headwater_sources 1",
      'headwater_index_missing_versions{index="vectors"} 0',
      'headwater_http_request_duration_seconds_count{operation="askSources",status="2xx"} 1',
    ])
      expect(text.split("\n")).toContain(line);
    expect(text).toMatch(/^headwater_storage_bytes\{content="originals"\} [1-9]/m);
    expect(text).toMatch(/^headwater_storage_bytes\{content="database"\} [1-9]/m);
    expect(text).toMatch(/^headwater_storage_free_bytes [1-9]/m);
  });

  it("name no project, no document and no id", async () => {
    const text = await metrics();
    expect(text).not.toMatch(/pump|default"|[0-9a-f]{8}-[0-9a-f]{4}-/i);
  });
});
