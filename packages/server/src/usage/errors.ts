import { ServiceError } from "../kernel/service-error.ts";
import type { DailyLimit, StorageLimit } from "./limit.ts";

type Reached = { used: number; limit: number };

/** 429, until the next day. */
export const dailyLimitReached = (name: DailyLimit, { used, limit }: Reached, msToNextDay: number) =>
  new ServiceError(
    429,
    `This project has reached its limit ${name}: ${used} of ${limit}. It begins again after the time in Retry-After; the operator can raise it.`,
    {
      limit: name,
      headers: {
        "retry-after": String(Math.ceil(msToNextDay / 1000)),
        "retry-after-ms": String(Math.ceil(msToNextDay)),
      },
    },
  );

/** 507. */
export const storageLimitReached = (name: StorageLimit, { used, limit }: Reached) =>
  new ServiceError(
    507,
    `This does not fit into the limit ${name} of this project: ${used} of ${limit} are used. Delete sources first; the operator can raise the limit.`,
    { limit: name },
  );
