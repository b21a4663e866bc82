import type { Build, Source } from "@headwater/client";
import { QueryClient } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { example } from "../../testing/example.ts";
import { renderHookAt } from "../../testing/render.tsx";
import { routedFetch, type Step, scriptedFetch } from "../../testing/scripted-fetch.ts";
import { setTabHidden } from "../../testing/visibility.ts";
import { useElements } from "../elements/use-elements.ts";
import { documentsKeys } from "../query-keys.ts";
import { useSources } from "../sources/use-sources.ts";
import { useBuild } from "./use-build.ts";
import { useBuilds } from "./use-builds.ts";

const pending = Response.json(example("getBuild.200.pending"));
const completed = Response.json(example("getBuild.200"));
const missing = Response.json(example("getBuild.200.not-found"));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  setTabHidden(false);
  vi.useRealTimers();
});

const at = (fetch: ReturnType<typeof scriptedFetch>) => ({ basePath: "/api/documents", fetch });
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

/** When the requests were sent, in seconds since now. */
function timed(...steps: Step[]) {
  const start = Date.now();
  const times: number[] = [];
  const fetch = scriptedFetch(
    ...steps.map(
      (step): Step =>
        (request) => {
          times.push((Date.now() - start) / 1_000);
          if (step instanceof Error) throw step;
          return typeof step === "function" ? step(request) : step.clone();
        },
    ),
  );
  return { fetch, times };
}

test("polls twice at once, then after 2, 3, 4.5 and every 5 seconds, until the build is ready", async () => {
  const { fetch, times } = timed(pending, pending, pending, pending, pending, completed);
  const { result } = renderHookAt(at(fetch), () => useBuild("b1"));
  await pass(0);
  expect(result.current).toMatchObject({ phase: "waiting", stopped: undefined, data: { status: "Pending" } });
  await pass(60);
  expect(times).toEqual([0, 0.25, 2.25, 5.25, 9.75, 14.75]);
  expect(result.current).toMatchObject({ phase: "ready", stopped: "ready", data: { status: "Completed" } });
});

test("says which way a failed build ended", async () => {
  const fetch = scriptedFetch(Response.json(example("getBuild.200.failed")));
  const { result } = renderHookAt(at(fetch), () => useBuild("b1"));
  await pass(30);
  expect(result.current).toMatchObject({ stopped: "failed", isSuccess: true });
  expect(fetch.requests).toHaveLength(1);
});

test("asks the service to hold every poll but the first, and asks again at once after a held one", async () => {
  const held = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    return pending.clone();
  };
  const { fetch, times } = timed(pending, held, completed);
  renderHookAt(at(fetch), () => useBuild("b1", { maxIntervalMs: 2_000 }));
  await pass(10);
  expect(times).toEqual([0, 0.25, 2.5]);
  expect(fetch.requests.map(({ headers }) => headers.get("prefer"))).toEqual([null, "wait=2", "wait=2"]);
});

test("goes on asking when the clock of the device is set back or forward during a held poll", async () => {
  const setClock = (hours: number) => async () => {
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return pending.clone();
  };
  const fetch = scriptedFetch(pending, setClock(-1), setClock(2), completed);
  const { result } = renderHookAt(at(fetch), () => useBuild("b1"));
  await pass(10);
  expect(result.current.stopped).toBe("ready");
});

test("asks for two polls at a time to be held, and for the others at intervals", async () => {
  const held = { now: 0, most: 0 };
  const polls = new Map<string, number>();
  const fetch = scriptedFetch(async ({ url, headers }) => {
    polls.set(url, (polls.get(url) ?? 0) + 1);
    if (headers.has("prefer")) {
      held.now += 1;
      held.most = Math.max(held.most, held.now);
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      held.now -= 1;
    }
    return pending.clone();
  });
  renderHookAt(at(fetch), () => useBuilds(["b1", "b2", "b3", "b4", "b5", "b6"]));
  await pass(60);
  expect(held.most).toBe(2);
  expect(Math.min(...polls.values())).toBeGreaterThanOrEqual(10);
});

test("never asks for the elements", async () => {
  const fetch = scriptedFetch(completed);
  renderHookAt(at(fetch), () => useBuild("b1"));
  await pass(0);
  expect(fetch.requests[0]?.url).toMatch(/\/builds\/b1\?suppress_elements=true$/);
});

test("pauses in a hidden tab and asks at once when it is shown again", async () => {
  const { fetch, times } = timed(pending, pending, completed);
  const { result } = renderHookAt(at(fetch), () => useBuild("b1", { timeoutMs: 60_000 }));
  await pass(0.1);
  setTabHidden(true);
  await pass(99.9);
  expect(times).toEqual([0]);
  setTabHidden(false);
  await pass(0);
  expect(times).toEqual([0, 100]);
  expect(result.current.stopped).toBeUndefined();
  await pass(5);
  expect(result.current.stopped).toBe("ready");
});

test("does not ask a service to hold the poll of a hidden tab", async () => {
  const fetch = scriptedFetch(pending);
  const { result } = renderHookAt(at(fetch), () => useBuild("b1"));
  await pass(0.1);
  setTabHidden(true);
  await act(() => result.current.refetch());
  expect(fetch.requests.map(({ headers }) => headers.get("prefer"))).toEqual([null, null]);
});

test("several components share one series of polls, whenever they come", async () => {
  const { fetch, times } = timed(pending);
  const { result, rerender } = renderHookAt(
    at(fetch),
    ({ count }: { count: number }) => [
      useBuild("b1"),
      useBuild(count > 1 ? "b1" : undefined),
      useBuilds(count > 2 ? ["b1", "b1"] : []),
    ],
    { initialProps: { count: 1 } },
  );
  await pass(1);
  rerender({ count: 2 });
  await pass(2);
  rerender({ count: 3 });
  await pass(7);
  expect(times).toEqual([0, 0.25, 2.25, 5.25, 9.75]);
  expect(result.current[2]).toHaveLength(2);
  expect(result.current[1]).toMatchObject({ phase: "waiting" });
});

test("gives up at the deadline, says so, and begins anew when asked to", async () => {
  const fetch = scriptedFetch(pending);
  const { result } = renderHookAt(at(fetch), () => useBuild("b1", { timeoutMs: 20_000 }));
  await pass(60);
  expect(result.current).toMatchObject({ phase: "waiting", stopped: "deadline" });
  const sent = fetch.requests.length;
  await pass(600);
  expect(fetch.requests).toHaveLength(sent);
  void result.current.refetch();
  await pass(1);
  expect(result.current.stopped).toBeUndefined();
  await pass(10);
  expect(fetch.requests.length).toBeGreaterThan(sent + 1);
});

test("waits for a build that is not recorded yet", async () => {
  const fetch = scriptedFetch(missing, missing, missing, pending, completed);
  const { result } = renderHookAt(at(fetch), () => useBuild("b1"));
  await pass(3);
  expect(result.current).toMatchObject({ phase: "missing", stopped: undefined });
  await pass(20);
  expect(result.current.stopped).toBe("ready");
});

test("gives up on a build that stays unknown", async () => {
  const fetch = scriptedFetch(missing);
  const { result } = renderHookAt(at(fetch), () => useBuild("b1", { graceMs: 10_000 }));
  await pass(9);
  expect(result.current.stopped).toBeUndefined();
  await pass(20);
  expect(result.current).toMatchObject({ phase: "missing", stopped: "not_found" });
});

test("rides out a service that is gone for a while, without an error on the screen", async () => {
  const down = Response.json({ detail: "Bad gateway" }, { status: 502 });
  const fetch = scriptedFetch(pending, down, new TypeError("fetch failed"), completed);
  const seen = new Set<string>();
  const { result } = renderHookAt(at(fetch), () => {
    const build = useBuild("b1");
    seen.add(build.status);
    return build.stopped;
  });
  await pass(30);
  expect(result.current).toBe("ready");
  expect([...seen]).toEqual(["pending", "success"]);
});

test("stops with the error when the service stays away, keeping what is known", async () => {
  const fetch = scriptedFetch(pending, Response.json({ detail: "Bad gateway" }, { status: 502 }));
  const { result } = renderHookAt(at(fetch), () => useBuild("b1", { graceMs: 10_000 }));
  await pass(120);
  expect(result.current).toMatchObject({
    stopped: "error",
    error: { status: 502 },
    data: { status: "Pending" },
  });
  const sent = fetch.requests.length;
  await pass(120);
  expect(fetch.requests).toHaveLength(sent);
});

test("stops at once when it is refused", async () => {
  const fetch = scriptedFetch(Response.json({ detail: "Permission denied" }, { status: 403 }));
  const { result } = renderHookAt(at(fetch), () => useBuild("b1"));
  await pass(60);
  expect(fetch.requests).toHaveLength(1);
  expect(result.current).toMatchObject({ stopped: "error", error: { status: 403 } });
});

test.each([
  ["in seconds", () => ({ "retry-after": "45" })],
  ["as a date", () => ({ "retry-after": new Date(Date.now() + 45_000).toUTCString() })],
  [
    "as a date of a service whose clock is an hour ahead",
    () => ({
      date: new Date(Date.now() + 3_600_000).toUTCString(),
      "retry-after": new Date(Date.now() + 3_645_000).toUTCString(),
    }),
  ],
])("asks again when a refusal says, %s", async (_, headers) => {
  vi.setSystemTime(Date.UTC(2026, 0, 1));
  const refused = () => Response.json({ detail: "Slow down" }, { status: 429, headers: headers() });
  const { fetch, times } = timed(refused, refused, completed);
  const { result } = renderHookAt(at(fetch), () => useBuild("b1"));
  await pass(100);
  expect(times).toEqual([0, 45, 90]);
  expect(result.current.stopped).toBe("ready");
});

test("does not wait for a service that asks for more than a minute", async () => {
  const refused = Response.json({ detail: "Slow down" }, { status: 429, headers: { "retry-after": "61" } });
  const fetch = scriptedFetch(refused);
  const { result } = renderHookAt(at(fetch), () => useBuild("b1"));
  await pass(120);
  expect(fetch.requests).toHaveLength(1);
  expect(result.current).toMatchObject({ stopped: "error", error: { status: 429 } });
});

test("asks nothing without an id or while not enabled", async () => {
  const fetch = scriptedFetch(pending);
  renderHookAt(at(fetch), () => [useBuild(undefined), useBuild("b1", { enabled: false })]);
  await pass(10);
  expect(fetch.requests).toHaveLength(0);
});

test("a build that has settled is not asked for again, by a new component or a new look", async () => {
  const fetch = scriptedFetch(completed);
  const { rerender } = renderHookAt(
    at(fetch),
    ({ second }: { second: boolean }) => [useBuild("b1"), useBuild(second ? "b1" : undefined)],
    { initialProps: { second: false } },
  );
  await pass(3_600);
  rerender({ second: true });
  setTabHidden(true);
  setTabHidden(false);
  await pass(60);
  expect(fetch.requests).toHaveLength(1);
});

test("a build given up on is asked for again by the next who comes", async () => {
  const fetch = scriptedFetch(missing, completed);
  const { result, rerender } = renderHookAt(
    at(fetch),
    ({ second }: { second: boolean }) => [
      useBuild("b1", { graceMs: 0 }),
      useBuild(second ? "b1" : undefined, { graceMs: 0 }),
    ],
    { initialProps: { second: false } },
  );
  await pass(60);
  expect(result.current[0]?.stopped).toBe("not_found");
  rerender({ second: true });
  await pass(1);
  expect(result.current.map((build) => build.stopped)).toEqual(["ready", "ready"]);
});

test("options may change while the build is watched", async () => {
  const { fetch, times } = timed(pending);
  const { rerender } = renderHookAt(
    at(fetch),
    ({ intervalMs }: { intervalMs: number }) => useBuild("b1", { intervalMs, maxIntervalMs: intervalMs }),
    { initialProps: { intervalMs: 1_000 } },
  );
  await pass(2.5);
  rerender({ intervalMs: 4_000 });
  await pass(10);
  expect(times).toEqual([0, 0.25, 1.25, 2.25, 6.5, 10.5]);
});

test("in StrictMode a build is polled once at a time", async () => {
  const { fetch, times } = timed(pending);
  renderHookAt(at(fetch), () => useBuild("b1"), { reactStrictMode: true });
  await pass(6);
  expect(times).toEqual([0, 0.25, 2.25, 5.25]);
});

const build = example<Build>("getBuild.200");
const listed = (status: string) => [
  { ...example<Source[]>("listSources.200")[0], file_id: build.file_id, build_id: build.build_id, status },
];
const count = (fetch: { requests: Request[] }, path: string) =>
  fetch.requests.filter(({ url }) => new URL(url).pathname.endsWith(path)).length;

function twoWatchersAndLists(...polls: Step[]) {
  const builds = scriptedFetch(...polls);
  let status = "Processing";
  const fetch = routedFetch({
    "GET /": () => Response.json(listed(status)),
    "GET /builds/b1": (request) => {
      status = "Completed";
      return builds(request);
    },
    "GET /get-elements": Response.json(example("getElements.200.paginated")),
  });
  const queryClient = new QueryClient();
  const rendered = renderHookAt(
    at(fetch),
    () => ({
      first: useBuild("b1"),
      second: useBuild("b1"),
      sources: useSources(),
      elements: useElements(build.file_id ?? ""),
    }),
    { queryClient },
  );
  return { ...rendered, fetch };
}

test("when a build settles, sources and the file's elements are loaded again, once", async () => {
  const { result, fetch } = twoWatchersAndLists(pending, completed);
  await pass(0.1);
  expect([count(fetch, "/api/documents"), count(fetch, "/get-elements")]).toEqual([1, 1]);
  await pass(60);
  expect(result.current.sources.data?.[0]?.status).toBe("Completed");
  expect([count(fetch, "/api/documents"), count(fetch, "/get-elements")]).toEqual([2, 2]);
});

test("a build that has settled before it is first seen reloads a list that does not show it", async () => {
  const { result, fetch } = twoWatchersAndLists(completed);
  await pass(60);
  expect(result.current.sources.data?.[0]?.status).toBe("Completed");
  expect(count(fetch, "/api/documents")).toBeLessThanOrEqual(2);
});

test("old builds leave a list alone that shows how they ended", async () => {
  const fetch = routedFetch({
    "GET /": Response.json(listed("Completed")),
    [`GET /builds/${build.build_id}`]: completed,
  });
  const queryClient = new QueryClient();
  const { rerender } = renderHookAt(
    at(fetch),
    ({ watch }: { watch: boolean }) => [useSources(), useBuild(build.build_id, { enabled: watch })],
    { queryClient, initialProps: { watch: false } },
  );
  await pass(1);
  rerender({ watch: true });
  await pass(10);
  expect(fetch.requests).toHaveLength(2);
  expect(queryClient.getQueryState(documentsKeys.sources({ baseUrl: "/api/documents" }))?.isInvalidated).toBe(
    false,
  );
});
