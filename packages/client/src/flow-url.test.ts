import { describe, expect, it } from "vitest";
import { json, scriptedFetch } from "../testing/scripted-fetch.ts";
import { createFlowClient } from "./flow-client.ts";
import { flowUrl } from "./flow-url.ts";

describe("flowUrl", () => {
  it.each([
    [{ flowsDomain: "flows.example.com" }, "https://support.flows.example.com"],
    [{ flowsDomain: "http://flows.localhost:4000/" }, "http://support.flows.localhost:4000"],
    [{ baseUrl: "http://localhost:4000" }, "http://localhost:4000/flows/support"],
    [{ baseUrl: "http://localhost:4000/sources/" }, "http://localhost:4000/flows/support"],
    [{ baseUrl: "/api/headwater" }, "/api/headwater/flows/support"],
  ])("addresses a flow by %j", (address, url) => {
    expect(flowUrl("support", address)).toBe(url);
  });

  it.each(["", "a.b", "evil.test/", "a/../b", "-a", "a_b", "a@b", "x".repeat(64)])(
    "refuses the name %j",
    (name) => {
      expect(() => flowUrl(name, { flowsDomain: "flows.example.com" })).toThrow(TypeError);
    },
  );
});

describe("createFlowClient", () => {
  it("runs a flow at its own address", async () => {
    const fetch = scriptedFetch(json({ items: [], total: 0 }));
    const flow = createFlowClient({ flowUrl: "https://support.flows.example.com/", token: "t", fetch });
    await flow.POST("/", { body: { query: "warranty?" } });
    expect(flow.baseUrl).toBe("https://support.flows.example.com");
    expect(fetch.requests[0]?.url).toBe("https://support.flows.example.com/");
    expect(fetch.requests[0]?.headers.get("authorization")).toBe("Bearer t");
  });
});
