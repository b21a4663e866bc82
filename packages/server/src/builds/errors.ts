/** A build ends with this text as its `error`; any other throw is reported as an internal one. */
export class BuildError extends Error {
  override readonly name: string = "BuildError";
}

/**
 * The thread that read the document died or fell silent. The document may be to blame or the moment: it is tried once
 * more, and the second time is a verdict.
 */
export class ReaderStoppedError extends BuildError {
  override readonly name = "ReaderStoppedError";
}

/** Texts that end up in `error` of a failed build, read by the person who uploaded the document. */
export const buildErrors = {
  stoppedTooOften: (attempts: number) =>
    `Processing was interrupted ${attempts} times and was given up. Try again with POST /reprocess.`,
  noProgress: (seconds: number) =>
    `The document could not be read: nothing moved for ${seconds} seconds. It may be damaged; try to save it again.`,
  tookTooLong: (seconds: number) =>
    `The document could not be read within ${seconds} seconds. Split it into smaller documents, or ask whoever runs this service to raise HEADWATER_BUILD_TIMEOUT.`,
  threadDied: () => "The document could not be read: the reader ran out of memory or crashed on it.",
  passingFault: (fault: string, attempts: number) =>
    `Processing was tried ${attempts} times and stopped each time, at last because ${fault}. The file is kept: try again with POST /reprocess.`,
  unavailable: (why: string, attempts: number) =>
    `${why} It was tried ${attempts} times. Try again later with POST /reprocess.`,
  unexpected: () => "An internal error stopped the processing. Try again with POST /reprocess.",
} as const;
