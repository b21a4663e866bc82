import { expect, test, vi } from "vitest";
import { createProxyHandler, type ProxyEvent } from "./index.ts";

const refusing = { baseUrl: "http://127.0.0.1:9/sources", token: "of-the-service", authorize: () => false };
const list = () => new Request("http://app.test/");

test("the first 403 of authorize is said once in the log", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  try {
    const documents = createProxyHandler(refusing);
    for (const status of [403, 403]) expect((await documents(list())).status).toBe(status);
    expect(warned.mock.calls.map(([text]) => String(text).split(",")[0])).toEqual([
      "documents proxy: authorize answered false for listSources",
    ]);
  } finally {
    warned.mockRestore();
  }
});

test("with onEvent nothing is logged, and every refusal is an event", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const events: ProxyEvent[] = [];
  try {
    const documents = createProxyHandler({ ...refusing, onEvent: (event) => events.push(event) });
    for (const _ of [1, 2]) await documents(list());
    expect(events).toMatchObject([{ status: 403 }, { status: 403 }]);
    expect(warned).not.toHaveBeenCalled();
  } finally {
    warned.mockRestore();
  }
});
