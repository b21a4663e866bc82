import type { ContentLock } from "../../ports/content-lock.ts";
import type { OrderedLanes } from "./ordered-lanes.ts";

/** Lets the first of this process into a lane when no other process has a request in it. */
export const shareLanes = (lanes: OrderedLanes, lock: ContentLock): OrderedLanes => ({
  async enter(lane, bodyBytes, signal) {
    const leaveHere = await lanes.enter(lane, bodyBytes, signal);
    const left = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const giveUp = () => entered.reject(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    lock(lane, async () => {
      entered.resolve();
      await left.promise;
    }).catch(entered.reject);
    const leave = () => {
      left.resolve();
      leaveHere();
    };
    try {
      await entered.promise;
      return leave;
    } catch (error) {
      leave();
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  },
});
