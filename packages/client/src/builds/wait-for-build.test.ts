import type { Build } from "@headwater/spec";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { example } from "../../testing/example.ts";
import { json, networkError, neverAnswers, type Step, scriptedFetch } from "../../testing/scripted-fetch.ts";
import {
  isApiError,
  isBuildFailedError,
  isBuildNotFoundError,
  isBuildTimeoutError,
  isConnectionError,
} from "../errors/guards.ts";
import { createSourcesClient } from "../sources-client.ts";
import { waitForBuild } from "./wait-for-build.ts";

const state = (name: string, facts: object = {}): Response =>
  json({ ...example<Build>(`getBuild.200${name}`), elements: null, ...facts });
const pending = () => state(".pending");
const missing = () => state(".not-found");

/** A client, and when it sent each poll, in seconds since the start. */
function clientOf(steps: Step[], rest?: () => Step) {
  const start = performance.now();
  const polls: number[] = [];
  const fetch = scriptedFetch(...steps, ...(rest ? Array.from({ length: 500 }, rest) : []));
  const timed = (request: Request) => {
    polls.push(Math.round((performance.now() - start) / 100) / 10);
    return fetch(request);
  };
  const client = createSourcesClient({ baseUrl: "http://service.test", fetch: timed, maxRetries: 0 });
  return { client, polls, requests: fetch.requests };
}

/** Advances the clock until the wait has ended. */
async function ending<Result>(wait: Promise<Result>): Promise<Result> {
  let ended = false;
  wait
    .catch(() => {})
    .finally(() => {
      ended = true;
    });
  while (!ended) await vi.advanceTimersByTimeAsync(500);
  return wait;
}

describe("waitForBuild", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("polls at 2 s, backing off to 5 s, until the build is ready", async () => {
    const steps = [pending, pending, () => state(".processing"), pending, pending, () => state("")];
    const { client, polls, requests } = clientOf(steps);
    const result = await ending(waitForBuild(client, "b 1"));
    expect(result).toMatchObject({
      outcome: "ready",
      fileId: result.build.file_id,
      build: { status: "Completed" },
    });
    expect(polls).toEqual([0, 2, 5, 9.5, 14.5, 19.5]);
    expect(requests[0]?.url).toBe("http://service.test/builds/b%201?suppress_elements=true");
    expect(requests.map((request) => request.headers.get("prefer"))).toEqual([
      ...["wait=2", "wait=3", "wait=5", "wait=5", "wait=5", "wait=5"],
    ]);
  });

  it("does not wait on top of a service that holds the answer itself", async () => {
    const held = async (request: Request) => {
      const seconds = Number(request.headers.get("prefer")?.replace("wait=", ""));
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      return pending();
    };
    const { client, polls } = clientOf([held, held, () => state("")]);
    await ending(waitForBuild(client, "b"));
    expect(polls).toEqual([0, 2, 5]);
  });

  it("reports every state", async () => {
    const seen: string[] = [];
    const { client } = clientOf([missing, pending, () => state(".processing"), () => state("")]);
    await ending(waitForBuild(client, "b", { onUpdate: (build) => seen.push(build.status) }));
    expect(seen).toEqual(["not_found", "Pending", "Processing", "Completed"]);
  });

  it("says when pages are missing, and when the final status is unknown to it", async () => {
    const partial = clientOf([() => state(".partial")]);
    expect((await ending(waitForBuild(partial.client, "b"))).outcome).toBe("partial");
    const seen = clientOf([() => state("", { status: "Completed with errors", error: "2 pages lost" })]);
    expect((await ending(waitForBuild(seen.client, "b"))).outcome).toBe("partial");
    const other = clientOf([() => state("", { status: "Archived" })]);
    expect((await ending(waitForBuild(other.client, "b"))).outcome).toBe("settled");
  });

  it("throws what the build failed of", async () => {
    const wait = waitForBuild(clientOf([pending, () => state(".failed")]).client, "b");
    await expect(ending(wait)).rejects.toThrow(/failed: The PDF is protected by a password/);
    await expect(wait).rejects.toSatisfy(
      (error) => isBuildFailedError(error) && error.build.status === "Processing failed",
    );
  });

  it("throws when a build ends without a source", async () => {
    const { client } = clientOf([() => state("", { status: "Cancelled", file_id: null, message: null })]);
    await expect(ending(waitForBuild(client, "b"))).rejects.toThrow(
      "Build b8a2c1d4-3e5f-4071-8293-a4b5c6d7e8f9 failed: Cancelled",
    );
  });

  it("gives up at its deadline with the last state", async () => {
    const { client, polls } = clientOf([], () => pending);
    const wait = waitForBuild(client, "b", { timeoutMs: 60_000 });
    await expect(ending(wait)).rejects.toSatisfy(
      (error) => isBuildTimeoutError(error) && error.buildId === "b" && error.build?.status === "Pending",
    );
    expect(polls.at(-1)).toBeLessThan(60);
  });

  it("gives up at its deadline while a poll hangs", async () => {
    const wait = waitForBuild(clientOf([neverAnswers]).client, "b", { timeoutMs: 10_000 });
    await expect(ending(wait)).rejects.toSatisfy(isBuildTimeoutError);
  });

  it("ends after ten minutes unless told otherwise", async () => {
    const { client, polls } = clientOf([], () => pending);
    await expect(ending(waitForBuild(client, "b"))).rejects.toSatisfy(isBuildTimeoutError);
    expect(polls.at(-1)).toBeGreaterThan(590);
  });

  it("puts up with an unknown build for 30 s, counted from when it was last known", async () => {
    const { client, polls } = clientOf([missing, missing, pending], () => missing);
    await expect(ending(waitForBuild(client, "b"))).rejects.toSatisfy(isBuildNotFoundError);
    const lastKnown = polls[2] as number;
    expect((polls.at(-1) as number) - lastKnown).toBeGreaterThanOrEqual(30);
    expect((polls.at(-1) as number) - lastKnown).toBeLessThan(36);
  });

  it("survives a service that is away for a moment", async () => {
    const away = [
      networkError("ECONNREFUSED"),
      () => json({ detail: "starting" }, 503),
      () => new Response("<html>"),
      neverAnswers,
    ];
    const { client } = clientOf([pending, ...away, () => state("")]);
    expect((await ending(waitForBuild(client, "b", { graceMs: 120_000 }))).outcome).toBe("ready");
  });

  it("throws the failure itself when the service stays away", async () => {
    const { client } = clientOf([pending], () => networkError("ECONNREFUSED"));
    await expect(ending(waitForBuild(client, "b"))).rejects.toSatisfy(isConnectionError);
  });

  it("throws at once what waiting cannot mend", async () => {
    const { client, polls } = clientOf([() => json(example("getBuild.401"), 401)]);
    await expect(ending(waitForBuild(client, "b"))).rejects.toSatisfy((error) => isApiError(error, 401));
    expect(polls).toEqual([0]);
  });

  it.each([0, 3_000])("passes an abort's reason through (after %i ms)", async (ms) => {
    const reason = new Error("user left");
    const controller = new AbortController();
    const wait = waitForBuild(clientOf([pending, neverAnswers]).client, "b", { signal: controller.signal });
    setTimeout(() => controller.abort(reason), ms);
    await expect(ending(wait)).rejects.toBe(reason);
  });

  it("leaves no timer behind", async () => {
    await ending(waitForBuild(clientOf([pending, () => state("")]).client, "b"));
    expect(vi.getTimerCount()).toBe(0);
  });
});
