import { OperatorError } from "../kernel/operator-error.ts";
import type { Retention } from "../retention/retention-store.ts";
import { administer, chosenProject } from "./administer.ts";
import { recordCommand } from "./audit.ts";
import { printableInLine } from "./printable.ts";
import { table } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** The options of `headwater project retention`, each a number of days or `none`. */
export type RetentionOptions = { conversations?: string; runs?: string; originals?: string };

/** More would not be a date. */
const maxDays = 36_500;

/** `headwater project retention`, also beside a running service. */
export const retainProject = (terminal: Terminal, name: string, options: RetentionOptions): Promise<void> =>
  administer(terminal, async (stores) => {
    const change = {
      conversationDays: readDays("conversations", options.conversations),
      runDays: readDays("runs", options.runs),
      originalDays: readDays("originals", options.originals),
    };
    const { projectId, name: found } = await chosenProject(stores, name);
    const setting = Object.entries(change).flatMap(([what, days]) => (days === undefined ? [] : [what]));
    if (setting.length > 0) {
      await stores.retention.change(projectId, change);
      await recordCommand(terminal, stores, "project retention", {
        projectId,
        project: [projectId],
        setting,
      });
    }
    terminal.stdout.write(describe(found, await stores.retention.of(projectId)));
  });

function describe(name: string, { conversationDays, runDays, originalDays }: Retention): string {
  const rows = [
    ["conversations", shown(conversationDays), "their latest question"],
    ["runs", shown(runDays), "they ran; 7 days at most"],
    ["originals", shown(originalDays), "their upload"],
  ];
  return `${table(["PROJECT", printableInLine(name)], [])}\n\n${table(["WHAT", "DAYS", "AFTER"], rows)}\n`;
}

const shown = (days: number | null): string => String(days ?? "none");

function readDays(option: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === "none") return null;
  const days = Number(text);
  if (!/^\d{1,5}$/.test(text) || days < 1 || days > maxDays)
    throw new OperatorError(`--${option} takes a number of days from 1 to ${maxDays}, or none.`, {
      exitCode: 2,
    });
  return days;
}
