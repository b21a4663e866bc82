export type RepositoryLimits = { files: number; bytes: number };

export type RepositoryCount = {
  kept: number;
  bytes: number;
  /** Files of other projects, and files that a program wrote. */
  vendored: number;
  binary: number;
  tooLong: number;
  /** Files beyond the limits. */
  left: number;
};

/** What the message of the build says of a repository: what was read, what was not, and why. */
export function repositoryNotes(count: RepositoryCount, limits: RepositoryLimits): string[] {
  const notes = [`${files(count.kept)} of the repository ${count.kept === 1 ? "was" : "were"} read.`];
  const limit =
    count.kept >= limits.files ? files(limits.files) : `${Math.round(limits.bytes / 1024 / 1024)} MB`;
  if (count.left > 0)
    notes.push(`${files(count.left)} ${count.left === 1 ? "lies" : "lie"} beyond the limit of ${limit}.`);
  const skipped = [
    [count.vendored, "written by programs or for other projects"],
    [count.binary, "binary"],
    [count.tooLong, "longer than 1 MB"],
  ] as const;
  const parts = skipped.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  if (parts.length > 0) notes.push(`Skipped files: ${parts.join(", ")}.`);
  return notes;
}

const files = (number: number) => (number === 1 ? "1 file" : `${number} files`);
