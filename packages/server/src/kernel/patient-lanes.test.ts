import { expect, it } from "vitest";
import { createManualTimer, settle } from "../../testing/manual-timer.ts";
import { createPatientLanes } from "./patient-lanes.ts";

function setUp(lanes: number) {
  let nowMs = 0;
  const clock = {
    now: () => new Date(nowMs),
    advance: (milliseconds: number) => {
      nowMs += milliseconds;
    },
  };
  const { timer, pass } = createManualTimer(clock);
  const patient = createPatientLanes({ lanes, quickMs: 5_000, timer });
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, key = "p") =>
    patient.add(key, async (makeRoom) => {
      log.push(`+${name}`);
      const { promise, resolve } = Promise.withResolvers<"done" | "stopped">();
      ends.set(name, () => resolve("done"));
      makeRoom.addEventListener("abort", () => resolve("stopped"));
      const end = await promise;
      log.push(`${end === "done" ? "-" : "~"}${name}`);
      return end;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { patient, add, end, pass, log };
}

it("runs as many as there are lanes, and the next one when one ends", async () => {
  const { patient, add, end, log } = setUp(2);
  for (const name of ["a", "b", "c"]) add(name);
  expect(log).toEqual(["+a", "+b"]);
  expect(patient.waiting).toBe(1);
  await end("a");
  expect(log).toEqual(["+a", "+b", "-a", "+c"]);
});

it("lets a slow one go on beside the others", async () => {
  const { add, end, pass, log } = setUp(1);
  add("slow");
  add("next");
  await pass(4_999);
  expect(log).toEqual(["+slow"]);
  await pass(1);
  expect(log).toEqual(["+slow", "+next"]);
  await end("next");
  await end("slow");
  expect(log).toEqual(["+slow", "+next", "-next", "-slow"]);
});

it("stops what is in the way where no slow place is free, and begins it again later", async () => {
  const { add, end, pass, log, patient } = setUp(1);
  add("slow");
  await pass(5_000);
  add("slower");
  await pass(5_000);
  expect(log).toEqual(["+slow", "+slower"]); // nothing waits: it goes on
  add("quick");
  await settle();
  expect(log).toEqual(["+slow", "+slower", "~slower", "+quick"]);
  expect(patient.waiting).toBe(1);
  await end("slow");
  expect(log.at(-1)).toBe("+slower");
  await pass(60_000);
  add("last");
  await end("quick");
  expect(log.at(-1)).toBe("+last");
  expect(log.filter((entry) => entry === "~slower")).toHaveLength(1);
});

it("takes turns between keys", async () => {
  const { add, end, log } = setUp(1);
  for (const name of ["a1", "a2", "a3"]) add(name, "a");
  add("b1", "b");
  for (const name of ["a1", "a2", "b1"]) await end(name);
  expect(log.filter((entry) => entry.startsWith("+"))).toEqual(["+a1", "+a2", "+b1", "+a3"]);
});
