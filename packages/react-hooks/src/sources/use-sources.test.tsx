import type { Source } from "@headwater/client";
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { example } from "../../testing/example.ts";
import { renderHookAt } from "../../testing/render.tsx";
import { routedFetch } from "../../testing/scripted-fetch.ts";
import { useSources } from "./use-sources.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a list in which something is processed is looked at again until nothing is", async () => {
  const [source] = example<Source[]>("listSources.200");
  const states: Source["status"][] = ["New", "Processing", "Completed"];
  const fetch = routedFetch({
    "GET /": () => Response.json([{ ...source, status: states.shift() ?? "Completed" }]),
  });
  const { result } = renderHookAt({ basePath: "/api/documents", fetch }, () => useSources());
  const shownAfter = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    return [result.current.data?.[0]?.status, fetch.requests.length];
  };
  expect(await shownAfter(0)).toEqual(["New", 1]);
  expect(await shownAfter(4_000)).toEqual(["New", 1]);
  expect(await shownAfter(1_100)).toEqual(["Processing", 2]);
  expect(await shownAfter(5_000)).toEqual(["Completed", 3]);
  expect(await shownAfter(60_000)).toEqual(["Completed", 3]);
});
