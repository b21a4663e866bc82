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
  /** The page that it was at; null when it was at none. */
  readonly page: number | null;
  /** How long it had worked. */
  readonly workedMs: number;

  constructor(
    message: string,
    {
      page = null,
      workedMs = 0,
      ...options
    }: ErrorOptions & { page?: number | null; workedMs?: number } = {},
  ) {
    super(message, options);
    this.page = page;
    this.workedMs = workedMs;
  }
}

/** Texts that end up in `error` of a failed build, read by the person who uploaded the document. */
export const buildErrors = {
  stoppedTooOften: (attempts: number) =>
    `Processing was interrupted ${attempts} times and was given up. Try again with POST /reprocess.`,
  noProgress: (seconds: number) =>
    `The document could not be read: nothing moved for ${seconds} seconds. It may be damaged; try to save it again.`,
  tookTooLong: (seconds: number) =>
    `The document could not be read within ${seconds} seconds. Split it into smaller documents, or ask the operator of this service to raise HEADWATER_READING_LIMITS=seconds=….`,
  pageGivenUp: (pages: readonly number[], seconds: number) =>
    pages.length === 1
      ? `Page ${pages[0]} was left out: it could not be read within ${seconds} seconds.`
      : `Pages ${pages.join(", ")} were left out: they could not be read within ${seconds} seconds each.`,
  readAgain: (pages: readonly number[]) =>
    `${pages.length === 1 ? `Page ${pages[0]} was` : `Pages ${pages.join(", ")} were`} read again without the others: levels of headings and running headers there may differ.`,
  nothingFailed: () => "There is no page left that failed: a build before this one has read them all.",
  threadDied: () => "The document could not be read: the reader ran out of memory or crashed on it.",
  passingFault: (fault: string, attempts: number) =>
    `Processing was tried ${attempts} times and stopped each time, at last because ${fault}. The file is kept: try again with POST /reprocess.`,
  unavailable: (why: string, attempts: number) =>
    `${why} It was tried ${attempts} times. Try again later with POST /reprocess.`,
  unexpected: () => "An internal error stopped the processing. Try again with POST /reprocess.",
} as const;
