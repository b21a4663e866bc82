import type { Build, Source } from "@headwater/client";
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { example } from "../../testing/example.ts";
import { renderHookAt } from "../../testing/render.tsx";
import { routedFetch, type Step } from "../../testing/scripted-fetch.ts";
import { useBuilds } from "../builds/use-builds.ts";
import { useRetrieve } from "../retrieval/use-retrieve.ts";
import { useIngestUrl } from "./ingest-addresses.ts";
import { useSources } from "./use-sources.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [listed] = example<[Source]>("listSources.200");
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const buildIds = Array.from({ length: 200 }, (_, index) => `build-${index}`);

/** A service whose builds have ended when they are asked for, and an application of many hooks that adds pages. */
function service(listMs: number) {
  const sources: Source[] = [];
  const ingest: Step = () => {
    const build_id = `build-${sources.length}`;
    sources.push({ ...listed, file_id: `file-${sources.length}`, build_id, status: "Completed" });
    return Response.json({ build_id, success: true, error: null });
  };
  const fetch = routedFetch({
    "GET /": async () => {
      const answer = [...sources];
      await after(listMs);
      return Response.json(answer);
    },
    "POST /prebuilt-rag": () => Response.json({ query: "lamp", chunks: [], total: 0 }),
    "POST /ingest-url": ingest,
    ...Object.fromEntries(
      buildIds.map((build_id, index) => [
        `GET /builds/${build_id}`,
        () => Response.json({ ...example<Build>("getBuild.200"), build_id, file_id: `file-${index}` }),
      ]),
    ),
  });
  const { result, rerender } = renderHookAt(
    { basePath: "/api/documents", fetch },
    ({ added }: { added: number }) => ({
      lists: [useSources(), useSources(), useSources()],
      found: useRetrieve({ query: "lamp" }),
      ingest: useIngestUrl(),
      builds: useBuilds(buildIds.slice(Math.max(0, added - 4), added)),
    }),
    { initialProps: { added: 0 } },
  );
  const asked = (path: RegExp) => fetch.requests.filter(({ url }) => path.test(new URL(url).pathname)).length;
  let added = 0;
  return {
    shown: () => result.current.lists[2]?.data?.length,
    /** Adds pages, eight in a second. */
    async add(count: number) {
      for (let n = 0; n < count; n++) {
        act(() => result.current.ingest.mutate({ url: `https://example.com/${added}` }));
        await pass(100);
        rerender({ added: ++added });
        await pass(25);
      }
    },
    lists: () => asked(/^\/api\/documents\/?$/),
    retrievals: () => asked(/prebuilt-rag$/),
  };
}

test.each([
  ["quickly", 10],
  ["slowly", 4_000],
])(
  "200 additions load a list that answers %s at most 15 times, and once after the last",
  async (_, listMs) => {
    const { shown, add, lists, retrievals } = service(listMs);
    await pass(listMs + 50);
    expect(shown()).toBe(0);
    await add(120);
    // The list keeps up while more come.
    expect(shown()).toBeGreaterThan(50);
    await add(80);
    await pass(3_000 + 2 * listMs);
    expect(shown()).toBe(200);
    expect(lists()).toBeLessThanOrEqual(15);
    expect(retrievals()).toBeLessThanOrEqual(15);
  },
);

test("one addition is shown at once, and the end of its build half a second later", async () => {
  const { shown, add, lists } = service(0);
  await pass(50);
  await add(1);
  expect(shown()).toBe(1);
  expect(lists()).toBe(2);
  await pass(60_000);
  expect(lists()).toBeLessThanOrEqual(3);
});
