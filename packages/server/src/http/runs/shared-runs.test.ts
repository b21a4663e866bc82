import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addProject } from "../../../testing/contracts/examples.ts";
import { openStores, type StoresUnderTest } from "../../../testing/contracts/open-stores.ts";
import { createManualTimer } from "../../../testing/manual-timer.ts";
import { connectSqlite, openSqlite } from "../../adapters/sql/open-database.ts";
import { newId, type ProjectId } from "../../kernel/ids.ts";
import { ServiceError } from "../../kernel/service-error.ts";
import type { Signals } from "../../ports/signals.ts";
import { eventFrame } from "../event-frame.ts";
import { createEventRuns } from "./event-runs.ts";
import { createSharedRuns } from "./shared-runs.ts";

const never = new AbortController().signal;

/** One process of a fleet, whose timers run when the test says so. */
type Process = ReturnType<typeof startProcess>;

let folder: string;
let stores: StoresUnderTest;
let projectId: ProjectId;
let listeners: Map<string, ((text: string) => void)[]>;
let messagesAreLost: boolean;
let faults: unknown[];
let one: Process;
let other: Process;

const signals: Signals = {
  async send(kind, text) {
    if (!messagesAreLost) for (const listener of listeners.get(kind) ?? []) listener(text);
  },
  on: (kind, listener) => void listeners.set(kind, [...(listeners.get(kind) ?? []), listener]),
  onBack() {},
};

function startProcess() {
  const { clock, streamedRuns } = stores;
  const { timer, pass } = createManualTimer(clock);
  const onFault = (error: unknown) => void faults.push(error);
  const local = createEventRuns({ clock, timer, onFault });
  const shared = createSharedRuns({ local, store: streamedRuns, signals, clock, timer, onFault });
  return { ...shared, local, pass };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-runs-"));
  const path = join(folder, "headwater.sqlite");
  await (await openSqlite(path)).destroy();
  stores = await openStores(
    async () => connectSqlite(path),
    () => rm(folder, { recursive: true }),
  );
  ({ projectId } = await addProject(stores));
  listeners = new Map();
  messagesAreLost = false;
  faults = [];
  [one, other] = [startProcess(), startProcess()];
});
afterEach(async () => {
  await Promise.all([one.close(), other.close()]);
  await stores.close();
  expect(faults).toEqual([]);
});

/** Begins a run in a process; the test writes its events. */
async function begin(at: Process, run: { id?: string; outlivesService?: boolean; isTakenUp?: boolean } = {}) {
  const { id = newId(), ...how } = run;
  const pieces: (Uint8Array | null)[] = [];
  let wake = () => {};
  const events = async function* () {
    for (;;) {
      const piece = pieces.shift();
      if (piece === null) return;
      if (piece) yield piece;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  let aborted: Error | undefined;
  at.begin({
    ...{ id, projectId, events: events(), failure: "Failed", onEnd() {}, ...how },
    abort: (reason) => {
      aborted = reason;
    },
  });
  await at.known(id);
  let last = 0;
  const put = (piece: Uint8Array | null) => {
    pieces.push(piece);
    wake();
  };
  return {
    id,
    write(text: string) {
      last += 1;
      const frame = eventFrame(last, { event: "delta", data: { text } });
      put(frame);
      return frame.toString();
    },
    end: () => put(null),
    aborted: () => aborted,
  };
}

/** Reads a run in a process. Answers what came so far. */
async function read(at: Process, id: string, after = 0, signal = never) {
  const run = await at.find(projectId, id);
  if (!run) throw new Error("there is no such run");
  const frames: string[] = [];
  let isOver = false;
  const reading = (async () => {
    for await (const frame of run.read(after, signal)) frames.push(Buffer.from(frame).toString());
    isOver = true;
  })();
  return { frames, reading, isOver: () => isOver };
}

/** Passes time in processes until something holds. */
const until = (holds: () => boolean, { at = [one, other], step = 100 } = {}) =>
  expect
    .poll(
      async () => {
        for (const each of at) await each.pass(step);
        return holds();
      },
      { interval: 5 },
    )
    .toBe(true);

it("has the events of a run in the other process as they come, from any id, byte for byte", async () => {
  const run = await begin(one);
  const all = await read(other, run.id);
  const written = [run.write("a"), run.write("ü")];
  await until(() => all.frames.length === 2);
  const rest = await read(other, run.id, 1);
  written.push(run.write("c"));
  run.end();
  await until(() => all.isOver() && rest.isOver());
  expect(all.frames).toEqual(written);
  expect(rest.frames).toEqual(written.slice(1));
  const found = await other.find(projectId, run.id);
  expect(found).toMatchObject({ hasEnded: true, lastEventId: 3 });
  expect((await found?.events)?.map(String)).toEqual(written);
  expect(await other.find((await addProject(stores)).projectId, run.id)).toBeNull();
});

it("knows of a run before it has any event, and finds what comes without a message", async () => {
  messagesAreLost = true;
  const run = await begin(one);
  const { frames, isOver } = await read(other, run.id);
  run.write("a");
  await until(() => frames.length === 1);
  run.end();
  await until(isOver);
});

it.each(["a message", "a look"])("stops a run of the other process, which learns it by %s", async (by) => {
  const run = await begin(one);
  const [here, there] = [await read(one, run.id), await read(other, run.id)];
  run.write("a");
  await until(() => there.frames.length === 1);
  messagesAreLost = by === "a look";
  const stopping = Promise.resolve(
    other.stop(projectId, run.id, new ServiceError(409, "The answer was stopped.")),
  );
  let stopped: boolean | null | undefined;
  void stopping.then((answer) => (stopped = answer));
  await until(() => stopped !== undefined);
  expect(stopped).toBe(true);
  expect(run.aborted()?.message).toBe("The answer was stopped.");
  await Promise.all([here.reading, there.reading]);
  expect(there.frames).toEqual(here.frames);
  expect(there.frames[1]).toContain('"status":409');
  expect(await other.stop(projectId, run.id, new ServiceError(409, "again"))).toBe(false);
  expect(await other.stop(projectId, newId(), new ServiceError(409, "unknown"))).toBeNull();
});

it("ends the stream of a run whose process is gone, when its lease is over", async () => {
  const run = await begin(one);
  const { frames, isOver, reading } = await read(other, run.id);
  run.write("a");
  await until(() => frames.length === 1);
  await until(isOver, { at: [other], step: 1_000 });
  await reading;
  expect(frames).toHaveLength(2);
  expect(frames[1]).toMatch(/^id: 2\nevent: error\ndata: .*"status":503/);
  expect(await other.stop(projectId, run.id, new ServiceError(409, "stop"))).toBe(false);
});

it("goes on reading a run that another process takes up, and lets the first one write nothing more", async () => {
  const run = await begin(one, { outlivesService: true });
  const { frames, isOver } = await read(other, run.id);
  const [a, b] = [run.write("a"), run.write("b")];
  await until(() => frames.length === 2);
  const third = startProcess();
  await third.pass(16_000);
  const again = await begin(third, { id: run.id, outlivesService: true, isTakenUp: true });
  again.write("a");
  await until(() => third.local.find(projectId, run.id)?.lastEventId === 1, { at: [third] });
  expect(await other.find(projectId, run.id)).toMatchObject({ isTakenUp: true });
  again.write("b");
  const c = again.write("c");
  again.end();
  run.write("lost");
  await until(() => one.local.find(projectId, run.id) === null);
  await until(isOver, { at: [other, third] });
  expect(frames).toEqual([a, b, c]);
  await third.close();
});

it("forgets in both processes what a deleted source is in, also where no message comes", async () => {
  messagesAreLost = true;
  const fileId = newId();
  const [cites, comesToCite] = [await begin(one), await begin(one)];
  const readers = [await read(other, cites.id), await read(other, comesToCite.id)];
  cites.write(`of ${fileId}`);
  comesToCite.write("nothing yet");
  await until(() => readers.every(({ frames }) => frames.length === 1));
  await other.forget(projectId, fileId);
  comesToCite.write(`of ${fileId}`);
  cites.write("more");
  await until(
    () => one.local.find(projectId, cites.id) === null && one.local.find(projectId, comesToCite.id) === null,
  );
  await until(() => readers.every(({ isOver }) => isOver()));
  for (const { frames } of readers)
    expect(frames.slice(1)).toEqual([expect.stringContaining('"status":404')]);
  for (const at of [one, other])
    for (const { id } of [cites, comesToCite]) expect(await at.find(projectId, id)).toBeNull();
});

it("is not found where it was written once another process has deleted what it cites, before any message comes", async () => {
  messagesAreLost = true;
  const fileId = newId();
  const run = await begin(one);
  const reader = await read(other, run.id);
  run.write(`of ${fileId}`);
  run.end();
  await until(reader.isOver);
  expect(await one.find(projectId, run.id)).not.toBeNull();
  await other.forget(projectId, fileId);
  expect(await one.find(projectId, run.id)).toBeNull();
});

it("goes on with a run that is read elsewhere, and ends it when nobody reads it any more", async () => {
  const run = await begin(one);
  const reading = new AbortController();
  const { isOver } = await read(other, run.id, 0, reading.signal);
  const passBoth = async (seconds: number) => {
    for (let each = 0; each < seconds; each += 1) {
      await one.pass(500);
      await other.pass(500);
      // The database answers in its own time.
      await stores.streamedRuns.find(projectId, run.id, stores.clock.now());
    }
  };
  await passBoth(150);
  expect(run.aborted()).toBeUndefined();
  reading.abort();
  await until(isOver, { step: 0 });
  await passBoth(100);
  expect(run.aborted()).toMatchObject({ status: 408 });
});
