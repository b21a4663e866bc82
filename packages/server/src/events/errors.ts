import { ServiceError } from "../kernel/service-error.ts";

/** 410. A reader that only went on would miss events without a sign of it. */
export const eventsGone = (after: number) =>
  new ServiceError(
    410,
    `Events after ${after} are not known any more. Read what you need anew, then begin with after=latest.`,
  );
