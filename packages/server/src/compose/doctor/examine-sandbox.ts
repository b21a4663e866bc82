import { findSandbox } from "@headwater/reader";
import { describeSandbox } from "../describe-sandbox.ts";
import { type Finding, note, ok } from "./finding.ts";

/** Whether programs that convert documents can be kept apart from this machine. */
export async function examineSandbox(dataFolder: string, bubblewrap?: string): Promise<Finding> {
  const { detail } = describeSandbox(await findSandbox({ hidden: [dataFolder], bubblewrap }), dataFolder);
  return detail === null ? ok("programs that convert documents run in bubblewrap") : note(detail);
}
