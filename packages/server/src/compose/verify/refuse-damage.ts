import { damageOf, type FolderFinding } from "../../backup/folder-finding.ts";
import { OperatorError } from "../../kernel/operator-error.ts";

/** Throws an OperatorError that names the first damage with which the folder can't be used safely. */
export function refuseDamage(root: string, findings: FolderFinding[]): void {
  const [first, ...others] = findings.filter(({ blocks }) => blocks);
  if (!first) return;
  if (first.refusal !== undefined) throw new OperatorError(first.refusal);
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  throw new OperatorError(
    `The data folder ${root} is damaged: ${damageOf(first)}${more}. Lost: ${first.lost}. Nothing was changed; 'headwater doctor' lists all of it. ${first.remedy}`,
  );
}
