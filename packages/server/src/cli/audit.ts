import { userInfo } from "node:os";
import { readHead, shownHead, verifyChain } from "../audit/audit-chain.ts";
import { ofOperator, type Subjects } from "../audit/audit-log.ts";
import type { AdministeredStores } from "../compose/administer.ts";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { administer } from "./administer.ts";
import type { Terminal } from "./terminal.ts";

/** `headwater audit export`: an entry a line as JSON, its hash last. */
export const exportAuditLog = (terminal: Terminal): Promise<void> =>
  administer(terminal, async ({ auditLog }) => {
    // A text that is not JSON is shown as it is: `verify` names it.
    for await (const { hash, text } of auditLog.read())
      terminal.stdout.write(`${text.replace(/\}$/, `,"hash":"${hash}"}`)}\n`);
  });

/** `headwater audit verify`: exits with 1 when an entry was changed, moved or removed. */
export const verifyAuditLog = (terminal: Terminal, { head }: { head?: string }): Promise<void> =>
  administer(terminal, async ({ auditLog }) => {
    const kept = head === undefined ? null : readHead(head);
    if (head !== undefined && kept === null)
      throw new OperatorError("--head takes <number>:<hash>, as 'headwater audit verify' prints it.", {
        exitCode: 2,
      });
    const report = await verifyChain(auditLog.read(), kept);
    for (const fault of report.faults) terminal.stdout.write(`${fault}\n`);
    if (report.faults.length > 0)
      throw new OperatorError("The audit log is not as it was written.", { exitCode: 1 });
    if (report.head === null) return void terminal.stdout.write("The audit log is empty.\n");
    terminal.stdout.write(
      `${report.entries} entries, none of them changed, moved or removed.\nHead ${shownHead(report.head)}\nKeep this line elsewhere: with --head the next check also finds what was cut off at the end.\n`,
    );
  });

/** Records what a command did, where the audit log is on. */
export async function recordCommand(
  terminal: Terminal,
  { auditLog }: Pick<AdministeredStores, "auditLog">,
  operation: string,
  { projectId = null, ...subjects }: Subjects & { projectId?: string | null },
): Promise<void> {
  if (!readSettings(terminal.environment).audit.isOn) return;
  await auditLog.append(
    { ...ofOperator, via: "command line", operation, projectId, caller: userName(), subjects },
    { isDurable: true },
  );
}

/** Null where the user of the process has no name, as in a container. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
