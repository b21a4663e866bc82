import { type Method, methodAliases, methods } from "@headwater/spec";
import { invalidInput } from "../kernel/service-error.ts";

const deprecatedMethods: ReadonlyMap<string, Method> = new Map(Object.entries(methodAliases));

/** A partition method as sent, including deprecated names; undefined when none was. Throws 400 that lists the existing ones. */
export function readMethod(sent: string | undefined): Method | undefined {
  if (sent === undefined || sent === "") return undefined;
  if ((methods as readonly string[]).includes(sent)) return sent as Method;
  const meant = deprecatedMethods.get(sent);
  if (!meant) throw invalidInput(`Invalid input: method must be one of ${methods.join(", ")}`);
  return meant;
}
