import type { ProjectId } from "../../kernel/ids.ts";

/** A streamed answer or run, as every process of a fleet sees it. */
export type StreamedRun = {
  /** Its events come again, from the first: it goes on after its process ended. */
  isTakenUp: boolean;
  /** When its process ends, another one goes on with it. */
  outlivesService: boolean;
  /** "stopped": it ended because somebody asked for that. */
  state: "running" | "ended" | "stopped";
  /** Its process says again and again that it goes on. After this time, that one is gone. */
  leasedUntil: Date;
  lastEventId: number;
};

type NewStreamedRun = Pick<StreamedRun, "isTakenUp" | "outlivesService" | "leasedUntil"> & {
  runId: string;
  projectId: ProjectId;
  /** The process that has it. */
  owner: string;
  /** When it is removed, unless its process says before that it goes on. */
  keptUntil: Date;
};

/** What became of a run since its process wrote last. */
export type Piece = {
  runId: string;
  /** The id of the first of the events. */
  firstId: number;
  /** Each ends with an empty line, and has no other one. */
  events: readonly string[];
  /** Null: it goes on. "left": it goes on in another process. */
  end: "ended" | "stopped" | "left" | null;
};

/** What a process learns when it writes: "forgotten" when the run was removed, "elsewhere" when another process has it now. */
export type Written = "forgotten" | "elsewhere" | { stopReason: string | null; followedUntil: Date };

/**
 * Port: the events of streamed answers and runs, where every process of a fleet finds them. They need not outlast a power cut.
 * Times are those of the caller, who has the clock that all processes share.
 */
export type StreamedRuns = {
  /** Replaces a run of this id that another process had, with its events. That it is to be stopped stays known. */
  begin(run: NewStreamedRun): Promise<void>;
  /** Writes all pieces in one commit, and renews the leases. A piece that holds a forgotten text is not written, and its run goes. */
  write(
    owner: string,
    pieces: readonly Piece[],
    times: { now: Date; leasedUntil: Date; keptUntil: Date },
  ): Promise<Map<string, Written>>;
  /** Null for a run that is unknown, expired or of another project. */
  find(projectId: ProjectId, runId: string, now: Date): Promise<StreamedRun | null>;
  /** The events after an id that are there. */
  eventsAfter(runId: string, after: number): Promise<string[]>;
  /** Says that somebody reads a run: its process then says when it has written. */
  follow(runId: string, until: Date): Promise<void>;
  /** Asks its process to stop a run that goes on. */
  askToStop(runId: string, reason: string): Promise<void>;
  /** Removes the runs of a project whose events hold this text (ASCII, an id), and those that come to hold it. */
  forget(projectId: ProjectId, text: string): Promise<void>;
  remove(runIds: readonly string[]): Promise<void>;
  removeAll(): Promise<void>;
  /** Removes those that were to be kept until then. */
  expire(now: Date): Promise<void>;
};
