import type { Kysely } from "kysely";
import { createStores, type Stores } from "../../src/adapters/sql/create-stores.ts";
import type { Database } from "../../src/adapters/sql/schema.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import type { FileId, ProjectId } from "../../src/kernel/ids.ts";
import { copySource } from "./copy-source.ts";

/** A clock that stands still until it is advanced. */
export type ManualClock = Clock & { advance(milliseconds: number): void };

export const createManualClock = (start = new Date("2026-01-01T00:00:00.000Z")): ManualClock => {
  let instant = start.getTime();
  return {
    now: () => new Date(instant),
    advance: (milliseconds) => {
      instant += milliseconds;
    },
  };
};

/** The start of every store suite: the stores over their own empty database. */
export type StoresUnderTest = Stores & {
  clock: ManualClock;
  /** The same database through a second connection, as another process has it. */
  connectAgain(): Promise<Stores>;
  /** Makes a project's next event have the number after this one. */
  setLatestEvent(projectId: ProjectId, latest: number): Promise<void>;
  /** Adds copies of a source with these names after it. Returns their ids. No other source may follow it yet. */
  addCopies(fileId: FileId, fileNames: string[]): Promise<FileId[]>;
  /** Closes every connection and deletes the database. */
  close(): Promise<void>;
};

export type OpenStores = () => Promise<StoresUnderTest>;

/** The stores over a database that `connect` opens. `discard` deletes it after everything is closed. */
export const openStores = async (
  connect: () => Promise<Kysely<Database>>,
  discard: () => Promise<void>,
): Promise<StoresUnderTest> => {
  const clock = createManualClock();
  const opened: Kysely<Database>[] = [];
  const connectAgain = async (): Promise<Stores> => {
    const database = await connect();
    opened.push(database);
    return createStores(database, clock);
  };
  return {
    ...(await connectAgain()),
    clock,
    connectAgain,
    setLatestEvent: async (projectId, latest) => {
      await opened[0]
        ?.updateTable("event_numbers")
        .set({ latest })
        .where("project_id", "=", projectId)
        .execute();
    },
    addCopies: (fileId, fileNames) => copySource(opened[0] as Kysely<Database>, fileId, fileNames),
    close: async () => {
      for (const database of opened) await database.destroy();
      await discard();
    },
  };
};
