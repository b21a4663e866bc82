import { type UsageLimitName, usageLimitNames } from "@headwater/spec";
import { presentProjectUsage } from "../http/present/project-usage.ts";
import { systemClock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { maxLimit, type ProjectLimits } from "../usage/limit.ts";
import { readUsage, type UsedDay } from "../usage/read-usage.ts";
import { administer, chosenProject } from "./administer.ts";
import { recordCommand } from "./audit.ts";
import { printableInLine } from "./printable.ts";
import { table } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** The options of `headwater project limits`, each a number or `none`. */
export type LimitOptions = {
  bytes?: string;
  sources?: string;
  pagesPerDay?: string;
  questionsPerDay?: string;
  tokensPerDay?: string;
  concurrentBuilds?: string;
};

const optionOf = {
  bytes: "bytes",
  sources: "sources",
  pages_per_day: "pagesPerDay",
  questions_per_day: "questionsPerDay",
  tokens_per_day: "tokensPerDay",
  concurrent_builds: "concurrentBuilds",
} as const satisfies Record<UsageLimitName, keyof LimitOptions>;

/** `headwater project limits`, also beside a running service. */
export const limitProject = (terminal: Terminal, name: string, options: LimitOptions): Promise<void> =>
  administer(terminal, async (stores) => {
    const changes: { [Name in UsageLimitName]?: number | null } = {};
    for (const limit of usageLimitNames) {
      const value = options[optionOf[limit]];
      if (value !== undefined) changes[limit] = readLimit(limit, value);
    }
    const { projectId, name: found } = await chosenProject(stores, name);
    const setting = Object.keys(changes);
    if (setting.length > 0) {
      await stores.usage.setLimits(projectId, changes);
      await recordCommand(terminal, stores, "project limits", { projectId, project: [projectId], setting });
    }
    terminal.stdout.write(describeLimits(found, await stores.usage.limits(projectId)));
  });

/** `headwater project usage`. A running service writes what it counts every few seconds. */
export async function showUsage(
  terminal: Terminal,
  name: string | undefined,
  { days, json }: { days: string; json?: boolean },
): Promise<void> {
  if (!/^[1-9]\d{0,2}$/.test(days) || Number(days) > 400)
    throw new OperatorError("--days takes a whole number from 1 to 400.", { exitCode: 2 });
  await administer(terminal, async (stores) => {
    const project = await chosenProject(stores, name);
    const usage = await readUsage({ ...stores, clock: systemClock }, project.projectId, Number(days));
    if (json) {
      terminal.stdout.write(`${JSON.stringify(presentProjectUsage(project.name, usage), null, 2)}\n`);
      return;
    }
    const limits = usage.limits.map(({ name, used, limit }) => [name, String(used), String(limit ?? "none")]);
    terminal.stdout.write(`${table(["PROJECT", printableInLine(project.name)], [])}\n\n`);
    terminal.stdout.write(`${table(["WHAT", "USED", "LIMIT"], limits)}\n`);
    if (usage.days.length > 0)
      terminal.stdout.write(`\n${table(dayColumns, usage.days.flatMap(rowsOfDay))}\n`);
  });
}

const dayColumns = ["DAY", "QUESTIONS", "PAGES", "MODEL", "CALLS", "TOKENS IN", "TOKENS OUT", "MODEL S"];

function rowsOfDay({ day, questions, pages, models }: UsedDay): string[][] {
  const head = [day, String(questions), String(pages)];
  if (models.length === 0) return [head];
  return models.map(({ purpose, model, calls, tokensIn, tokensOut, modelMs }, place) => [
    ...(place === 0 ? head : ["", "", ""]),
    `${purpose} ${model}`,
    String(calls),
    String(tokensIn),
    String(tokensOut),
    (modelMs / 1000).toFixed(1),
  ]);
}

function describeLimits(name: string, limits: ProjectLimits): string {
  const rows = usageLimitNames.map((limit) => [limit, String(limits[limit] ?? "none")]);
  return `${table(["PROJECT", printableInLine(name)], [])}\n\n${table(["WHAT", "LIMIT"], rows)}\n`;
}

const units: Record<string, number> = { "": 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

function readLimit(name: UsageLimitName, text: string): number | null {
  if (text === "none") return null;
  const [, number = "", unit = ""] = /^(\d{1,16})\s*([KMGT]B)?$/i.exec(text) ?? [];
  const value = Number(number) * (units[unit.toUpperCase()] ?? 1);
  if (number === "" || value > maxLimit || (unit !== "" && name !== "bytes"))
    throw new OperatorError(
      `--${name.replaceAll("_", "-")} takes a whole number${name === "bytes" ? " of bytes, also with KB, MB, GB or TB," : ""} or none.`,
      { exitCode: 2 },
    );
  return value;
}
