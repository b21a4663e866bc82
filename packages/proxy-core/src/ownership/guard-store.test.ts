import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallbackFailed } from "../callback.ts";
import { guardStore } from "./guard-store.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a store that hangs closes after five seconds: 503", async () => {
  const never = () => new Promise<never>(() => {});
  const store = guardStore({ claim: never, ownerOf: never, listOwned: never, release: never });
  for (const question of [
    () => store.claim("file", "f1", "anna"),
    () => store.ownerOf("file", "f1"),
    () => store.listOwned("file", "anna"),
    () => store.release("file", "f1"),
  ]) {
    const ended = question().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5_000);
    const error = await ended;
    expect(error).toBeInstanceOf(CallbackFailed);
    expect((error as CallbackFailed).answer.status).toBe(503);
  }
  expect(vi.getTimerCount()).toBe(0);
});
