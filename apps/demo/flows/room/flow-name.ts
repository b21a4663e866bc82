import { flowNamePattern } from "@headwater/spec";

/** Names that are addresses of the flows' root. */
const reserved = new Set(["create", "prompts", "runs", "templates", "mcp"]);

/** Why a flow cannot have a name, as a sentence. Undefined when it can. */
export function problemOfName(name: string, taken: readonly string[]): string | undefined {
  if (name === "") return undefined;
  if (name.length > 63) return "A name may have 63 characters.";
  if (name !== name.toLowerCase() || !flowNamePattern.test(name))
    return "Small letters, figures and hyphens, since the name becomes an address.";
  if (reserved.has(name)) return `"${name}" is an address of the service itself.`;
  return taken.includes(name) ? `"${name}" is taken.` : undefined;
}
