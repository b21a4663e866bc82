import { projectNotFound } from "../auth/errors.ts";
import type { Project, ProjectStore } from "../auth/project.ts";
import { type AdministeredStores, administer as administerStores } from "../compose/administer.ts";
import { readSettings } from "../config.ts";
import type { Terminal } from "./terminal.ts";

/** Works on the tokens and projects of the database that the settings name. */
export const administer = <T>(
  terminal: Terminal,
  work: (stores: AdministeredStores) => Promise<T>,
): Promise<T> => {
  const { postgres, postgresDirect, ...settings } = readSettings(terminal.environment);
  return administerStores({ ...settings, postgres: postgresDirect ?? postgres }, work, {
    onCopy: reportCopy,
  });
};

/** Not on standard output: a script takes a token from there. */
export function reportCopy(copy: string): void {
  process.stderr.write(`The tables were brought up to date; the database as it was is kept in ${copy}\n`);
}

/** The project of that name or id; without a name, the first one. Throws when there is none. */
export async function chosenProject(
  { projects }: { projects: ProjectStore },
  name: string | undefined,
): Promise<Project> {
  const project =
    name === undefined
      ? (await projects.list())[0]
      : ((await projects.findByName(name)) ?? (await projects.find(name)));
  if (!project) throw projectNotFound(name ?? "default");
  return project;
}
