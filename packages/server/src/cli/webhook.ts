import { type EventType, eventTypes } from "@headwater/spec";
import type { AdministeredStores } from "../compose/administer.ts";
import { openWeb } from "../compose/web.ts";
import { readSettings } from "../config.ts";
import { systemClock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { createManageWebhooks } from "../webhooks/manage-webhooks.ts";
import { createSeal } from "../webhooks/seal.ts";
import { administer, chosenProject } from "./administer.ts";
import { recordCommand } from "./audit.ts";
import { printableInLine } from "./printable.ts";
import { table } from "./table.ts";
import type { Terminal } from "./terminal.ts";

type ProjectOption = { project?: string };

const managing = (terminal: Terminal, stores: AdministeredStores) => {
  const { web, webhookKey } = readSettings(terminal.environment);
  const seal = webhookKey === undefined ? null : createSeal(webhookKey);
  return createManageWebhooks({ ...stores, refusal: openWeb(web).refusal, seal, clock: systemClock });
};

/** `headwater webhook add`: prints the secret, which is shown only now. */
export const addWebhook = (
  terminal: Terminal,
  url: string,
  { project, event }: ProjectOption & { event?: string[] },
): Promise<void> =>
  administer(terminal, async (stores) => {
    const unknown = event?.find((type) => !eventTypes.includes(type as EventType));
    if (unknown !== undefined)
      throw new OperatorError(`--event takes one of ${eventTypes.join(", ")}.`, { exitCode: 2 });
    const { projectId, name } = await chosenProject(stores, project);
    const types = event ? (event as EventType[]) : null;
    const { webhookId, secret } = await managing(terminal, stores).add(projectId, { url, types });
    await recordCommand(terminal, stores, "webhook add", { projectId, webhook: [webhookId] });
    terminal.stdout.write(
      `Webhook ${webhookId} of the project ${printableInLine(name)}\nSecret  ${secret}   shown only now\n`,
    );
  });

export const listWebhooks = (terminal: Terminal, { project }: ProjectOption): Promise<void> =>
  administer(terminal, async (stores) => {
    const { projectId } = await chosenProject(stores, project);
    const rows = (await managing(terminal, stores).list(projectId)).map((webhook) => [
      webhook.webhookId,
      printableInLine(webhook.url),
      webhook.types?.join(" ") ?? "all",
      String(webhook.position),
      String(webhook.waiting),
      String(webhook.dead),
      printableInLine(webhook.disabled ? `disabled: ${webhook.disabled}` : (webhook.lastError ?? "")),
    ]);
    terminal.stdout.write(
      `${table(["ID", "ADDRESS", "EVENTS", "AT", "WAITING", "DEAD", "TROUBLE"], rows)}\n`,
    );
  });

export const removeWebhook = (terminal: Terminal, id: string, { project }: ProjectOption): Promise<void> =>
  administer(terminal, async (stores) => {
    const { projectId } = await chosenProject(stores, project);
    await managing(terminal, stores).remove(projectId, id);
    await recordCommand(terminal, stores, "webhook remove", { projectId, webhook: [id] });
    terminal.stdout.write("Removed: it gets no more events.\n");
  });

/** `headwater webhook replay`: the service sends the events after one again. */
export const replayWebhook = (
  terminal: Terminal,
  id: string,
  { project, after }: ProjectOption & { after: string },
): Promise<void> =>
  administer(terminal, async (stores) => {
    if (!/^\d{1,15}$/.test(after))
      throw new OperatorError("--after takes the id of an event, or 0.", { exitCode: 2 });
    const { projectId } = await chosenProject(stores, project);
    await managing(terminal, stores).replay(projectId, id, Number(after));
    await recordCommand(terminal, stores, "webhook replay", { projectId, webhook: [id] });
    terminal.stdout.write(`The events after ${after} are sent again.\n`);
  });
