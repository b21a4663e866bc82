import { createProjectWithToken } from "../auth/first-project.ts";
import type { Project } from "../auth/project.ts";
import { checkProjectName } from "../auth/project-name.ts";
import { deleteProject } from "../compose/delete-project.ts";
import { readSettings } from "../config.ts";
import { systemClock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { shellWord } from "../kernel/shell-word.ts";
import { administer, chosenProject, reportCopy } from "./administer.ts";
import { recordCommand } from "./audit.ts";
import { refuseOnPostgres } from "./embedded-only.ts";
import { printableInLine } from "./printable.ts";
import { table } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { refuseOnS3 } from "./with-files-elsewhere.ts";

const ofProject = ({ projectId }: Project) => ({ projectId, project: [projectId] });

export const createProject = (terminal: Terminal, name: string): Promise<void> =>
  administer(terminal, async (stores) => {
    const { project, secret } = await createProjectWithToken(name, { ...stores, clock: systemClock });
    await recordCommand(terminal, stores, "project create", ofProject(project));
    terminal.stdout.write(
      `Project ${project.name} (${project.projectId})\nToken   ${secret}   shown only now\n`,
    );
  });

export const listProjects = (terminal: Terminal): Promise<void> =>
  administer(terminal, async ({ projects }) => {
    const rows = (await projects.list()).map(({ name, projectId, createdAt }) => [
      printableInLine(name),
      projectId,
      createdAt.toISOString().slice(0, 10),
    ]);
    terminal.stdout.write(`${table(["NAME", "ID", "CREATED"], rows)}\n`);
  });

/** `headwater project rename`, also beside a running service. */
export const renameProject = (terminal: Terminal, name: string, newName: string): Promise<void> =>
  administer(terminal, async (stores) => {
    checkProjectName(newName);
    const project = await chosenProject(stores, name);
    await stores.projects.rename(project.projectId, newName);
    await recordCommand(terminal, stores, "project rename", ofProject(project));
    terminal.stdout.write(`Project ${printableInLine(project.name)} is named ${newName} now.\n`);
  });

/**
 * `headwater project delete`: says what the project holds and how to confirm; with its name in `--confirm` deletes it, once the service
 * is stopped.
 */
export async function removeProject(
  terminal: Terminal,
  name: string,
  { confirm }: { confirm?: string },
): Promise<void> {
  const settings = readSettings(terminal.environment);
  refuseOnPostgres(settings, "project delete");
  refuseOnS3(settings, "project delete");
  const { project, contents } = await administer(terminal, async (stores) => {
    const found = await chosenProject(stores, name);
    return { project: found, contents: await stores.projects.contents(found.projectId) };
  });
  const shown = printableInLine(project.name);
  const held = Object.entries(contents)
    .map(([what, count]) => `${count} ${count === 1 ? what.slice(0, -1) : what}`)
    .join(", ");
  if (confirm === undefined) {
    terminal.stdout.write(
      `The project ${shown} (${project.projectId}) has ${held}.\nDeleting it removes all of this for good; only a backup brings it back. Stop the service, then type:\n  headwater project delete ${shellWord(name)} --confirm ${shellWord(project.name)}\n`,
    );
    return;
  }
  if (confirm !== project.name)
    throw new OperatorError(
      `--confirm must repeat the name of the project, ${shellWord(project.name)}. Nothing was deleted.`,
      { exitCode: 2 },
    );
  const copies = await deleteProject(settings.dataFolder, project, {
    onCopy: reportCopy,
  });
  await administer(terminal, (stores) =>
    recordCommand(terminal, stores, "project delete", ofProject(project)),
  );
  terminal.stdout.write(`Deleted the project ${shown} with ${held}.\n`);
  for (const copy of copies)
    terminal.stdout.write(
      `${copy} in the data folder is the database from before an upgrade, and still has the project. Remove it when you no longer need it.\n`,
    );
}
