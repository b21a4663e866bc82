import { ParseError } from "@headwater/reader";
import { describe, expect, it } from "vitest";
import { createManualClock } from "../../testing/contracts/open-stores.ts";
import { createFakeBuildStore } from "../../testing/fake-build-store.ts";
import { createManualTimer, settle } from "../../testing/manual-timer.ts";
import type { Build, BuildOutcome } from "./build.ts";
import { createBuildQueue, defaultQueueOptions } from "./build-queue.ts";
import { ReaderStoppedError } from "./errors.ts";
import { threadsFor } from "./lane.ts";
import type { RunBuild } from "./run-build.ts";

const outcome: BuildOutcome = { totalPartitions: 1, totalPages: 1, failedPages: [], message: null };
const { leaseMs, heartbeatMs, idleMs, retryMs, quickMs } = defaultQueueOptions;

/** Builds that go on until the test ends them; stopped ones end by themselves. */
function setUp({
  workers = 1,
  mayBuild = () => true,
  stubborn = false,
}: {
  workers?: number;
  mayBuild?: () => boolean;
  /** Builds don't end when they are stopped. */
  stubborn?: boolean;
} = {}) {
  const clock = createManualClock();
  const { timer, pass, sleep } = createManualTimer(clock);
  const builds = createFakeBuildStore(clock);
  const under = new Map<
    string,
    {
      end: (error?: unknown) => void;
      signal: AbortSignal;
      pages: () => void;
      read: () => void;
      hasCompany: () => boolean;
    }
  >();
  const log: string[] = [];
  const announced: string[] = [];
  const run: RunBuild = ({ buildId }: Build, { signal, onProgress, onRead, hasCompany }) =>
    new Promise((resolve, reject) => {
      const end = (error?: unknown) => {
        under.delete(buildId);
        if (error === undefined) resolve(outcome);
        else reject(error);
      };
      const pages = () => onProgress({ done: 0, total: 600, unit: "pages" });
      under.set(buildId, { end, signal, pages, read: onRead, hasCompany });
      if (!stubborn) signal.addEventListener("abort", () => end(signal.reason));
    });
  const queue = createBuildQueue(
    {
      builds: builds.store,
      run,
      events: { announce: (buildId) => void announced.push(buildId), wait: async () => {} },
      clock,
      timer,
      log: {
        ended: ({ buildId }, result) => void log.push(`${buildId} ${result}`),
        queueFailed: (error) => void log.push(String(error)),
      },
      mayBuild,
      forget: async () => {},
    },
    { ...defaultQueueOptions, worker: "folder", workers },
  );
  const start = async () => {
    queue.start();
    await settle();
  };
  const end = async (buildId: string, error?: unknown) => {
    under.get(buildId)?.end(error);
    await settle();
  };
  const works = () => [...under.keys()].sort().join(" ");
  const status = (buildId: string) => builds.row(buildId).status;
  return { clock, queue, builds, under, log, announced, pass, sleep, start, end, works, status };
}

describe("claiming", () => {
  it("works on one build a worker, takes the next when one ends, and records how each ended", async () => {
    const { builds, start, end, works, status, announced } = setUp({ workers: 2 });
    for (const name of ["a", "b", "c"]) builds.add(name);
    await start();
    expect(works()).toBe("a b");
    await end("a");
    expect(works()).toBe("b c");
    await end("b", new ParseError("It is encrypted."));
    await end("c", new Error("x is undefined"));
    expect(["a", "b", "c"].map(status)).toEqual(["Completed", "Processing failed", "Processing failed"]);
    expect(builds.row("b").error).toBe("It is encrypted.");
    expect(builds.row("c").error).toMatch(/internal error/);
    expect(announced).toEqual(["a", "b", "c"]);
  });

  it.each([1, 2, 3])("finds a build whose wake came while it was looking (look %i)", async (late) => {
    const { builds, queue, start, works } = setUp();
    const { claim } = builds.store;
    let looks = 0;
    builds.store.claim = async (...args) => {
      const found = await claim(...args);
      looks += 1;
      // Recorded after the last look at its lane, and told before that look is over.
      if (looks === late) {
        builds.add("late");
        queue.wake();
      }
      return found;
    };
    await start();
    expect(works()).toBe("late");
  });

  it("knows of a build whether others are about to be stored, so that all are stored together", async () => {
    const { builds, under, start, end } = setUp({ workers: 2 });
    for (const name of ["a", "b", "c"]) builds.add(name);
    await start();
    expect(under.get("a")?.hasCompany()).toBe(true);
    await end("a");
    // Another one is being read, until it is read as well.
    expect(under.get("c")?.hasCompany()).toBe(true);
    under.get("b")?.read();
    // It is not known yet whether another one waits.
    expect(under.get("c")?.hasCompany()).toBe(true);
    await settle();
    expect(under.get("c")?.hasCompany()).toBe(false);
    await end("b");
    expect(under.get("c")?.hasCompany()).toBe(false);
  });

  it("does not ask a lane again that was empty before there is news of it", async () => {
    const { builds, queue, start, end } = setUp();
    const { claim } = builds.store;
    const asked: string[] = [];
    builds.store.claim = (lease, at, lane) => {
      asked.push(lane);
      return claim(lease, at, lane);
    };
    for (const name of ["a", "b", "c"]) builds.add(name);
    await start();
    for (const name of ["a", "b", "c"]) await end(name);
    const count = (lane: string) => asked.filter((each) => each === lane).length;
    expect([count("quick"), count("heavy"), count("web")]).toEqual([4, 1, 1]);
    queue.wake("heavy");
    await settle();
    expect([count("quick"), count("heavy"), count("web")]).toEqual([4, 2, 1]);
  });

  it("asks a lane again when a build has ended, where a project may have only so many under way", async () => {
    const { builds, start, end, works } = setUp({ workers: 2 });
    builds.store.areLimited = async () => true;
    const { claim } = builds.store;
    builds.store.claim = async (lease, now, lane) => (works() === "" ? claim(lease, now, lane) : null);
    for (const name of ["a", "b"]) builds.add(name);
    await start();
    expect(works()).toBe("a");
    await end("a");
    expect(works()).toBe("b");
  });

  it("finds without a wake what another worker left behind", async () => {
    const { builds, start, pass, works } = setUp();
    await start();
    builds.add("left");
    await pass(idleMs);
    expect(works()).toBe("left");
  });

  it("goes on after the database did not answer", async () => {
    const { builds, start, pass, works, log } = setUp();
    const { claim } = builds.store;
    builds.store.claim = async () => {
      throw new Error("busy");
    };
    builds.add("a");
    await start();
    expect(log).toEqual(["Error: busy"]);
    builds.store.claim = claim;
    await pass(idleMs);
    expect(works()).toBe("a");
  });

  it("leaves builds in the queue while nothing can be built", async () => {
    let full = true;
    const { builds, start, pass, works, status } = setUp({ mayBuild: () => !full });
    builds.add("a");
    await start();
    expect(status("a")).toBe("Pending");
    full = false;
    await pass(idleMs);
    expect(works()).toBe("a");
  });
});

describe("builds that are read", () => {
  it("leave their place to the next one while they are stored, sixteen at most", async () => {
    const { builds, start, under, works, end, status } = setUp();
    const names = Array.from({ length: 20 }, (_, index) => String.fromCharCode(97 + index));
    for (const name of names) builds.add(name);
    await start();
    for (const name of names) {
      under.get(name)?.read();
      await settle();
    }
    expect(works()).toBe(names.slice(0, 17).join(" "));
    for (const name of names) await end(name);
    expect(new Set(names.map(status))).toEqual(new Set(["Completed"]));
  });

  it("stay in the quick lane, keep their lease, and are waited for by a stop", async () => {
    const { builds, start, under, pass, queue, works, status } = setUp({ stubborn: true });
    builds.add("a");
    await start();
    under.get("a")?.read();
    await pass(quickMs + 2 * heartbeatMs);
    expect(builds.row("a").lane).toBe("quick");
    await pass(leaseMs);
    expect([works(), status("a")]).toEqual(["a", "Processing"]);
    let stopped = false;
    const stopping = queue.stop().then(() => {
      stopped = true;
    });
    await settle();
    expect(stopped).toBe(false);
    under.get("a")?.end();
    await stopping;
    expect(status("a")).toBe("Completed");
  });
});

describe("the lease", () => {
  it("is renewed as long as the work goes on", async () => {
    const { builds, start, pass, clock } = setUp();
    builds.add("a", "heavy");
    await start();
    await pass(10 * leaseMs);
    expect(builds.row("a").until).toBeGreaterThan(clock.now().getTime());
    expect(builds.row("a").attempts).toBe(1);
  });

  it("lost, stops the work at the next heartbeat and records nothing", async () => {
    const { builds, start, pass, works, status, log } = setUp();
    builds.add("a");
    await start();
    builds.takeAway("a");
    await pass(heartbeatMs);
    expect(works()).toBe("");
    expect(status("a")).toBe("Processing");
    expect(builds.row("a").owner).toBe("another/1");
    expect(log).toEqual(["a lost"]);
  });

  it.each(["first", "last"] as const)(
    "is kept by a process that slept longer than it holds (heartbeat %s)",
    async (order) => {
      const { builds, start, sleep, works } = setUp({ workers: 3 });
      builds.add("a", "heavy");
      await start();
      await sleep(10 * leaseMs, order);
      expect(works()).toBe("a");
      expect(builds.row("a").attempts).toBe(1);
    },
  );

  it("that ran out thrice ends the build with the reason", async () => {
    const { builds, start, status, works } = setUp();
    builds.add("a", "quick", 3);
    builds.add("b", "quick", 2);
    await start();
    expect(status("a")).toBe("Processing failed");
    expect(builds.row("a").error).toMatch(/interrupted 3 times/);
    expect(works()).toBe("b");
  });
});

describe("stopping", () => {
  it("gives builds back, their attempt not counted, and claims no more", async () => {
    const { builds, queue, start, status, log, pass, works } = setUp();
    builds.add("a");
    builds.add("b");
    await start();
    await queue.stop();
    expect([status("a"), status("b")]).toEqual(["Pending", "Pending"]);
    expect(builds.row("a").attempts).toBe(0);
    expect(log).toEqual(["a released"]);
    queue.wake();
    await pass(10 * idleMs);
    expect(works()).toBe("");
  });
});

describe("lanes", () => {
  it.each([1, 2, 4])(
    "leave room for a quick build beside any number of heavy ones (%i workers)",
    async (workers) => {
      const { builds, queue, start, works } = setUp({ workers });
      for (let index = 0; index < 10; index += 1) builds.add(`heavy-${index}`, "heavy");
      await start();
      builds.add("line");
      queue.wake();
      await settle();
      expect(works()).toContain("line");
      expect(works().split(" ")).toHaveLength(threadsFor(workers));
    },
  );

  it.each([1, 2, 4])("let a heavy build begin within a flood of quick ones (%i workers)", async (workers) => {
    const { builds, queue, start, end, under } = setUp({ workers });
    for (let index = 0; index < 30; index += 1) builds.add(`quick-${index}`);
    await start();
    builds.add("book", "heavy");
    queue.wake();
    await settle();
    for (const buildId of [...under.keys()]) if (buildId !== "book") await end(buildId);
    expect(under.has("book")).toBe(true);
  });

  it("make room when a document turns out to have many pages, the work going on", async () => {
    const { builds, under, start, works } = setUp();
    builds.add("book");
    builds.add("line");
    await start();
    expect(works()).toBe("book");
    under.get("book")?.pages();
    await settle();
    expect(works()).toBe("book line");
    expect(builds.row("book").lane).toBe("heavy");
  });

  it("make room when a build takes long, also where another heavy one runs: it waits its turn", async () => {
    const { builds, start, pass, end, works, log } = setUp();
    builds.add("book", "heavy");
    builds.add("slow");
    builds.add("line");
    await start();
    expect(works()).toBe("book slow");
    await pass(quickMs + heartbeatMs);
    expect(works()).toBe("book line");
    expect(log).toEqual(["slow moved"]);
    await end("book");
    expect(works()).toBe("line slow");
    expect(builds.row("slow").attempts).toBe(1);
  });
});

describe("what passes", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

  it("is tried again after pauses that grow, and at last the error says what it was", async () => {
    const { builds, start, pass, end, works, status, announced } = setUp();
    builds.add("a");
    await start();
    await end("a", new Error("The file can't be written", { cause: full }));
    expect([status("a"), works(), announced.length]).toEqual(["Processing", "", 0]);
    await pass(retryMs + idleMs);
    expect(works()).toBe("a");
    await end("a", full);
    await pass(retryMs + idleMs);
    expect(works()).toBe("");
    await pass(5 * retryMs);
    expect(works()).toBe("a");
    await end("a", full);
    expect(builds.row("a")).toMatchObject({ status: "Processing failed", attempts: 3 });
    expect(builds.row("a").error).toMatch(/tried 3 times.*the disk was full.*The file is kept/);
    expect(announced).toEqual(["a"]);
  });

  it("is an outage, which fails no build however long it lasts", async () => {
    const { builds, start, pass, end, works } = setUp();
    builds.add("a");
    await start();
    for (let outage = 0; outage < 5; outage += 1) {
      await end("a", Object.assign(new Error("away"), { code: "FILES_UNAVAILABLE" }));
      expect(works()).toBe("");
      await pass(retryMs + idleMs);
      expect(works()).toBe("a");
    }
    await end("a");
    expect(builds.row("a")).toMatchObject({ status: "Completed", attempts: 1 });
  });

  it("is a reader that stopped once; twice is a verdict on the document", async () => {
    const { builds, start, pass, end, works } = setUp();
    builds.add("a");
    await start();
    await end("a", new ReaderStoppedError("The reader crashed on it."));
    await pass(retryMs + idleMs);
    expect(works()).toBe("a");
    await end("a", new ReaderStoppedError("The reader crashed on it."));
    expect(builds.row("a")).toMatchObject({
      status: "Processing failed",
      error: "The reader crashed on it.",
    });
  });
});

describe("builds of a source that is deleted", () => {
  it("are ended at once, and waited for", async () => {
    const { queue, builds, under, start, works } = setUp({ workers: 2 });
    for (const name of ["a", "b"]) builds.add(name);
    await start();
    builds.takeAway("a");
    await queue.stopBuildsOf("a-file");
    expect(under.has("a")).toBe(false);
    expect(works()).toBe("b");
    await queue.stopBuildsOf("unknown");
  });

  it("are not waited for without end", async () => {
    const { queue, builds, start, pass, works } = setUp({ stubborn: true });
    builds.add("a");
    await start();
    const stopped = queue.stopBuildsOf("a-file");
    await pass(5_000);
    await stopped;
    expect(works()).toBe("a");
  });
});
