import { expect, it } from "vitest";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { createManualTimer } from "../../../testing/manual-timer.ts";
import { keepInOrder } from "./keep-in-order.ts";

const tidyEveryMs = 1_000;
const halfAnHour = 30 * 60_000;

function begin(isKeeper: boolean, tidy: () => Promise<void> = async () => {}) {
  const { timer, pass } = createManualTimer(createManualClock());
  const done: string[] = [];
  const keeping = keepInOrder(
    {
      async tidy() {
        done.push("tidy");
        await tidy();
      },
      async clear() {
        done.push("clear");
      },
    },
    { timer, isKeeper, tidyEveryMs, onFault: (reason) => done.push(reason) },
  );
  return { ...keeping, done, pass };
}

it("does nothing until this process is the keeper, and begins with what others may have left", async () => {
  const { keep, stop, done, pass } = begin(false);
  await pass(halfAnHour);
  expect(done).toEqual([]);
  keep(true);
  keep(true);
  await expect.poll(() => done).toEqual(["clear"]);
  await pass(tidyEveryMs);
  expect(done).toEqual(["clear", "tidy"]);
  keep(false);
  await pass(tidyEveryMs);
  expect(done).toEqual(["clear", "tidy"]);
  await stop();
});

it("plans no step twice while one is under way, and says a failure once until it works again", async () => {
  const hold = Promise.withResolvers<void>();
  let work = () => hold.promise;
  const { stop, done, pass } = begin(true, () => work());
  await pass(tidyEveryMs);
  await pass(5 * tidyEveryMs);
  expect(done).toEqual(["clear", "tidy"]);
  work = () => Promise.reject(new Error("the cluster is away"));
  hold.resolve();
  await pass(0);
  const settled = async (expected: string[]) => {
    await pass(tidyEveryMs);
    await expect.poll(() => done).toEqual(expected);
  };
  const said = ["clear", "tidy", "tidy", "the cluster is away"];
  await settled(said);
  await settled([...said, "tidy"]);
  work = async () => {};
  await settled([...said, "tidy", "tidy"]);
  work = () => Promise.reject(new Error("the cluster is away"));
  await settled([...said, "tidy", "tidy", "tidy", "the cluster is away"]);
  await stop();
});
