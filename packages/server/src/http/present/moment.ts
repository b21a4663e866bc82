import type { Moment } from "../../elements/moment.ts";

/** Only passages of recordings and videos have a moment. */
export const presentMoment = (moment: Moment | undefined) =>
  moment && { start_seconds: moment.startSeconds, end_seconds: moment.endSeconds };
