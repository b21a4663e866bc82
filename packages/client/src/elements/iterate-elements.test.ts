import { describe, expect, it } from "vitest";
import { json, scriptedFetch } from "../../testing/scripted-fetch.ts";
import { isApiError } from "../errors/guards.ts";
import { createSourcesClient } from "../sources-client.ts";
import { iterateElements } from "./iterate-elements.ts";
import { iterateItems } from "./iterate-items.ts";

const page = (texts: string[], total_pages: number | null) =>
  json({ items: texts.map((text) => ({ text, metadata: {} })), total: 5, total_pages });

describe("iterateElements", () => {
  it("walks all pages in order, filtered", async () => {
    const fetch = scriptedFetch(page(["a", "b"], 3), page(["c", "d"], 3), page(["e"], 3));
    const client = createSourcesClient({ baseUrl: "http://service.test", fetch });
    const texts: string[] = [];
    const filter = { type: "Title", page_numbers: [1, 2] };
    for await (const { text } of iterateElements(client, "f 1", filter, { pageSize: 2 })) texts.push(text);
    expect(texts).toEqual(["a", "b", "c", "d", "e"]);
    expect(fetch.requests.map((request) => new URL(request.url).search)).toEqual(
      [1, 2, 3].map((n) => `?type=Title&page_numbers=1&page_numbers=2&file_id=f%201&page=${n}&page_size=2`),
    );
  });

  it("loads a page only when the loop gets there", async () => {
    const fetch = scriptedFetch(page(["a", "b"], 9));
    const client = createSourcesClient({ baseUrl: "http://service.test", fetch });
    for await (const { text } of iterateElements(client, "f")) if (text === "b") break;
    expect(fetch.requests).toHaveLength(1);
  });

  it("throws what the service answers", async () => {
    const fetch = scriptedFetch(json({ detail: "File not found" }, 404));
    const client = createSourcesClient({ baseUrl: "http://service.test", fetch });
    await expect(iterateElements(client, "f").next()).rejects.toSatisfy((error) => isApiError(error, 404));
  });
});

async function listed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe("iterateItems", () => {
  it("takes an unpaginated answer for all there is", async () => {
    expect(await listed(iterateItems(async () => ({ items: [1, 2] })))).toEqual([1, 2]);
  });

  it("ends at an empty page, whatever the count says", async () => {
    const load = async (n: number) => ({ items: n < 3 ? [n] : [], total_pages: 1_000 });
    expect(await listed(iterateItems(load))).toEqual([1, 2]);
  });
});
