/** How much may go on. `Infinity` lifts a limit. */
export type UsageLimits = {
  /** Maximum number of requests that are open at the same time, streams included. */
  openRequests?: number;
  /** Maximum number of event streams (answers, runs of flows) that are open at the same time. */
  openStreams?: number;
  /** Maximum number of questions, extractions and runs of flows within a minute. */
  questionsPerMinute?: number;
  /**
   * Maximum size, in bytes, of all uploads that are open at the same time. An upload that is alone always passes: its own
   * size is limited by `uploads.maxBytes` and by the service.
   */
  openUploadBytes?: number;
};

/** What exceeds a limit is answered 429 with `Retry-After`, before its body is read. Each process counts for itself. */
export type Limits = {
  /** For each caller of a scope. Requests for which `authorize` answered true have no caller. */
  perCaller?: UsageLimits;
  /** For all requests together. */
  inAll?: UsageLimits;
};

export type EffectiveLimits = { perCaller: Required<UsageLimits>; inAll: Required<UsageLimits> };

/** A person does not meet them. Raise those of a caller if it stands for many people, such as a tenant. */
export const defaultLimits: EffectiveLimits = {
  perCaller: {
    openRequests: 256,
    openStreams: 64,
    questionsPerMinute: 300,
    openUploadBytes: 2 * 1024 ** 3,
  },
  inAll: {
    openRequests: 4_096,
    openStreams: 768,
    questionsPerMinute: Number.POSITIVE_INFINITY,
    openUploadBytes: Number.POSITIVE_INFINITY,
  },
};
