import { createProjectWithToken } from "../auth/first-project.ts";
import { systemClock } from "../kernel/clock.ts";
import { administer } from "./administer.ts";
import { table } from "./table.ts";
import type { Terminal } from "./terminal.ts";

export const createProject = (terminal: Terminal, name: string): Promise<void> =>
  administer(terminal, async ({ projects }) => {
    const { project, secret } = await createProjectWithToken(name, { projects, clock: systemClock });
    terminal.stdout.write(
      `Project ${project.name} (${project.projectId})\nToken   ${secret}   shown only now\n`,
    );
  });

export const listProjects = (terminal: Terminal): Promise<void> =>
  administer(terminal, async ({ projects }) => {
    const rows = (await projects.list()).map(({ name, projectId, createdAt }) => [
      name,
      projectId,
      createdAt.toISOString().slice(0, 10),
    ]);
    terminal.stdout.write(`${table(["NAME", "ID", "CREATED"], rows)}\n`);
  });
