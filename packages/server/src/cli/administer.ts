import { statSync } from "node:fs";
import { dataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { createStores, type Stores } from "../adapters/sql/create-stores.ts";
import { openSqlite } from "../adapters/sql/open-database.ts";
import { projectNotFound } from "../auth/errors.ts";
import type { Project } from "../auth/project.ts";
import { readSettings } from "../config.ts";
import { systemClock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { Terminal } from "./program.ts";

/**
 * Works on the stores beside a running service: tokens and projects are read from the database at every request, so a
 * change holds at once.
 */
export async function administer<T>(terminal: Terminal, work: (stores: Stores) => Promise<T>): Promise<T> {
  const { dataFolder } = readSettings(terminal.environment);
  const { database: path } = dataFolderPaths(dataFolder);
  // An empty file is no database to be filled with tables: the start says what is to be done about it.
  if (!statSync(path, { throwIfNoEntry: false })?.size) {
    throw new OperatorError(
      `There is no database in ${dataFolder}. Start the service, which makes it or says what to do, or set HEADWATER_DATA.`,
    );
  }
  const database = await openSqlite(path, {
    // Not on standard output: a script takes a token from there.
    onCopy: (copy) =>
      process.stderr.write(`The tables were brought up to date; the database as it was is kept in ${copy}\n`),
  });
  try {
    return await work(createStores(database, systemClock));
  } finally {
    await database.destroy();
  }
}

/** The project of that name; without a name, the first one. Throws when there is none. */
export async function chosenProject({ projects }: Stores, name: string | undefined): Promise<Project> {
  const project = name === undefined ? (await projects.list())[0] : await projects.findByName(name);
  if (!project) throw projectNotFound(name ?? "default");
  return project;
}
