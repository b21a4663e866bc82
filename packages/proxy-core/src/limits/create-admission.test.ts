import { describe, expect, test } from "vitest";
import { Refusal } from "../errors.ts";
import { createAdmission } from "./create-admission.ts";
import { defaultLimits, type UsageLimits } from "./limits.ts";
import type { RequestLoad } from "./request-load.ts";

const short: RequestLoad = { isStream: false, isQuestion: false, uploadBytes: 0, isLong: false };
const stream: RequestLoad = { ...short, isStream: true, isLong: true };
const question: RequestLoad = { ...short, isQuestion: true, isLong: true };
const upload = (uploadBytes: number): RequestLoad => ({ ...short, uploadBytes, isLong: true });

function setUp(perCaller: UsageLimits, inAll: UsageLimits = {}, connections = 1_024) {
  const clock = { now: 0 };
  const limits = {
    perCaller: { ...defaultLimits.perCaller, ...perCaller },
    inAll: { ...defaultLimits.inAll, ...inAll },
  };
  const admit = createAdmission({ limits, connections, now: () => clock.now });
  /** Seconds to wait, or 0 when the request was let in. */
  const refusedFor = (load: RequestLoad, caller?: string): number => {
    try {
      admit(load, caller).release();
      return 0;
    } catch (error) {
      const { answer } = error as Refusal;
      expect(error).toBeInstanceOf(Refusal);
      expect(answer.status).toBe(429);
      expect(JSON.parse(String(answer.body)).detail).toMatch(
        /^Too m.* Send this one again after the time in Retry-After\.$/,
      );
      return Number(answer.headers.find(([name]) => name === "retry-after")?.[1]);
    }
  };
  return { clock, admit, refusedFor };
}

describe("what is open at the same time", () => {
  test("is limited for one caller, and leaves the others alone", () => {
    const { admit, refusedFor } = setUp({ openStreams: 2 });
    const [first] = [admit(stream, "anna"), admit(stream, "anna")];
    expect(refusedFor(stream, "anna")).toBeGreaterThan(0);
    expect(refusedFor(short, "anna")).toBe(0);
    expect(refusedFor(stream, "bob")).toBe(0);
    expect(refusedFor(stream)).toBe(0);
    first?.release();
    expect(refusedFor(stream, "anna")).toBe(0);
  });

  test("is limited in all, with and without a caller", () => {
    const { admit, refusedFor } = setUp({}, { openRequests: 2 });
    admit(short, undefined);
    const { release } = admit(short, "anna");
    expect(refusedFor(short, "bob")).toBeGreaterThan(0);
    expect(refusedFor(short)).toBeGreaterThan(0);
    release();
    release();
    admit(short, "bob");
    expect(refusedFor(short)).toBeGreaterThan(0);
  });

  test("a refused request takes up nothing", () => {
    const { admit, refusedFor } = setUp({ openStreams: 1, questionsPerMinute: 1 }, { openStreams: 2 });
    const open = [admit(stream, "anna"), admit(stream, "bob")];
    for (let count = 0; count < 5; count++) refusedFor({ ...question, isStream: true }, "carl");
    for (const { release } of open) release();
    expect(refusedFor({ ...question, isStream: true }, "carl")).toBe(0);
  });

  test("the wait is what others took, less the age of the oldest", () => {
    const { clock, admit, refusedFor } = setUp({ openStreams: 1 });
    for (let count = 0; count < 10; count++) {
      const { release } = admit(stream, "bob");
      clock.now += 20_000;
      release();
    }
    admit(stream, "anna");
    expect(refusedFor(stream, "anna")).toBe(20);
    clock.now += 15_000;
    expect(refusedFor(stream, "anna")).toBe(5);
    // It has lasted longer than the others: its end is unknown, so the wait that is named grows, to a minute at most.
    clock.now += 15_000;
    expect(refusedFor(stream, "anna")).toBe(30);
    clock.now += 600_000;
    expect(refusedFor(stream, "anna")).toBe(60);
  });
});

describe("uploads", () => {
  test("count with their bytes", () => {
    const { admit, refusedFor } = setUp({ openUploadBytes: 100 });
    const { release } = admit(upload(60), "anna");
    expect(refusedFor(upload(40), "anna")).toBe(0);
    expect(refusedFor(upload(41), "anna")).toBeGreaterThan(0);
    expect(refusedFor(upload(41), "bob")).toBe(0);
    release();
    expect(refusedFor(upload(41), "anna")).toBe(0);
  });

  test("one that is alone passes: waiting would not help it", () => {
    const { refusedFor } = setUp({ openUploadBytes: 100 });
    expect(refusedFor(upload(101), "anna")).toBe(0);
  });
});

describe("questions per minute", () => {
  test("the wait is exact: after it the question passes, before it it does not", () => {
    const { clock, refusedFor } = setUp({ questionsPerMinute: 3 });
    for (const now of [0, 10_000, 20_000]) {
      clock.now = now;
      expect(refusedFor(question, "anna")).toBe(0);
    }
    clock.now = 30_000;
    expect(refusedFor(question, "anna")).toBe(30);
    expect(refusedFor(question, "bob")).toBe(0);
    clock.now = 59_999;
    expect(refusedFor(question, "anna")).toBe(1);
    clock.now = 60_000;
    expect(refusedFor(question, "anna")).toBe(0);
    expect(refusedFor(question, "anna")).toBe(10);
  });

  test("are counted in any minute, over hours", () => {
    const { clock, refusedFor } = setUp({ questionsPerMinute: 2 });
    let passed = 0;
    for (clock.now = 0; clock.now < 2 * 3_600_000; clock.now += 1_000)
      if (refusedFor(question, "anna") === 0) passed++;
    expect(passed).toBe(240);
  });
});

test("one caller gets a quarter of the connections for short requests, and never all of them", () => {
  const { admit } = setUp({}, {}, 128);
  const lanes = (caller?: string) => Array.from({ length: 16 }, () => admit(short, caller).lane);
  expect(lanes("anna").filter((lane) => lane === "short")).toHaveLength(4);
  expect(lanes("bob").filter((lane) => lane === "short")).toHaveLength(4);
  expect(new Set(lanes())).toEqual(new Set(["short"]));
  expect(admit(stream, "carl").lane).toBe("long");
});
