import type { Readable, Writable } from "node:stream";
import type { ProgramLimits, ProgramView } from "@headwater/reader";

export type { ProgramLimits } from "@headwater/reader";

export type ProgramOptions = {
  /** All that it gets to see: nothing of our environment is added. */
  environment: Record<string, string>;
  /** Where it works. */
  folder: string;
  /** What it gets to see of the machine. */
  view: ProgramView;
  limits: ProgramLimits;
  /** Whether it talks to us by its file descriptors 3 and 4. */
  withPipes?: boolean;
};

export type StartedProgram = {
  /** Null when a signal ended it. Rejects when it can't be started. */
  ended: Promise<number | null>;
  stderr: Readable;
  /** Its file descriptors 3 and 4, where they were asked for. */
  pipes: { input: Writable; output: Readable } | null;
  /** Ends the program with all that it has started, and answers when it has ended. */
  stop(): Promise<void>;
};

/**
 * Port: programs that are not trusted to end, to keep to themselves, or to be modest. They end with this service, even
 * when it is killed.
 */
export type StartProgram = (
  command: [program: string, ...options: string[]],
  options: ProgramOptions,
) => StartedProgram;
