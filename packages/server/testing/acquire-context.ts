import type { AcquireContext } from "../src/sources/acquire/acquire.ts";
import type { LeftOut } from "../src/sources/acquire/left-out.ts";

/** What a build would give; keeps what it is told. */
export const acquireContext = (
  given: Partial<AcquireContext> = {},
): AcquireContext & { notes: string[]; progress: string[]; leftOut: LeftOut } => {
  const [notes, progress]: [string[], string[]] = [[], []];
  const leftOut: LeftOut = {};
  return {
    build: {
      projectId: "0199f0c2-7b1e-7d55-8f0a-2c4e6a8b0d11",
      fileId: "0199f0c2-7b1e-7d55-8f0a-2c4e6a8b0d12",
      buildId: "0199f0c2-7b1e-7d55-8f0a-2c4e6a8b0d13",
    },
    signal: new AbortController().signal,
    onProgress: ({ done, total }) => void progress.push(`${done}/${total}`),
    note: (sentence) => void notes.push(sentence),
    leaveOut: (counts) => void Object.assign(leftOut, counts),
    ...given,
    notes,
    progress,
    leftOut,
  };
};
