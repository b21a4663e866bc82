import { rebuildIndex } from "../compose/rebuild-index.ts";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { administer, chosenProject } from "./administer.ts";
import { recordCommand } from "./audit.ts";
import { exitingWith2 } from "./exiting-with-2.ts";
import { printableInLine } from "./printable.ts";
import type { Terminal } from "./terminal.ts";

/** `headwater index rebuild`, beside a running service, which does the work. */
export async function rebuildSearchIndex(
  terminal: Terminal,
  { project: name }: { project?: string },
): Promise<void> {
  const { index } = readSettings(terminal.environment);
  if (index === null)
    throw new OperatorError(
      "The index of words is in the database, which each start compares with the documents: what is damaged is made again by itself. With an index in OpenSearch set HEADWATER_INDEX.",
      { exitCode: 2 },
    );
  await administer(terminal, async (stores) => {
    const projects = name === undefined ? await stores.projects.list() : [await chosenProject(stores, name)];
    const begun = await exitingWith2(rebuildIndex({ index, ...stores }, projects));
    for (const { projectId } of begun)
      await recordCommand(terminal, stores, "index rebuild", { projectId, project: [projectId] });
    for (const { name: shown } of begun)
      terminal.stdout.write(
        `The index of ${printableInLine(shown)} is made anew; questions are answered from the old one until that is done.\n`,
      );
    terminal.stdout.write(
      begun.length > 0
        ? "The running service begins within a minute, or when it is started.\n"
        : "There is no index in the cluster yet: the running service makes it.\n",
    );
  });
}
