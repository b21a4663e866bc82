import type { TestClient } from "../../packages/server/testing/test-client.ts";

/** Uploads at once; the service reads a few at a time. */
const uploadsAtOnce = 8;
const collections = ["invoices", "contracts", "letters", "minutes", "manuals"];

/** Adds short texts with tags until the project has so many sources, and waits until all are read. */
export async function fillSources({ baseUrl, token }: TestClient, count: number): Promise<void> {
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(baseUrl + path, { ...init, headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${path} got ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    return Number(response.headers.get("x-total-count"));
  };
  const there = await call("/?page=1&page_size=1");
  const left = Array.from({ length: Math.max(0, count - there) }, (_, index) => there + index).values();
  const upload = async () => {
    for (const number of left) {
      const form = new FormData();
      for (const tag of tagsOf(number)) form.append("tags", tag);
      form.set("file", new Blob([textOf(number)]), nameOf(number));
      await call("/ingest-file", { method: "POST", body: form });
    }
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, upload));
  while ((await call("/?status=New&status=Processing&page=1&page_size=1")) > 0)
    await new Promise((resolve) => setTimeout(resolve, 500));
}

const nameOf = (number: number): string => `letter ${String(number).padStart(5, "0")}.txt`;

const textOf = (number: number): string =>
  `Letter ${number}\n\nThe lamp of house ${number} costs ${10 + (number % 90)} dollars and is paid in year ${1900 + (number % 100)}.\n`;

const tagsOf = (number: number): string[] => [
  ...(number % 7 === 0 ? [] : [collections[number % collections.length] ?? ""]),
  ...(number % 3 === 0 ? ["paid"] : []),
];
