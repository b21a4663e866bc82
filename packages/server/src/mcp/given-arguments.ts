import type { Tool, ToolArguments } from "./tool.ts";

/**
 * The arguments that a call really gives. Models fill in what is optional with empty values, so null, `""`, `[]` and a
 * list of only such are absent, in every tool. An argument that the tool does not have is refused: dropping
 * `file_id` where the tool takes `file_ids` would answer from other documents than asked for. Returns the reason as a text.
 */
export function givenArguments(
  { name, inputSchema }: Pick<Tool, "name" | "inputSchema">,
  args: ToolArguments,
): ToolArguments | string {
  const known = Object.keys(inputSchema.properties ?? {});
  const given: ToolArguments = {};
  for (const [key, value] of Object.entries(args)) {
    const kept = Array.isArray(value) ? value.filter((each) => !isEmpty(each)) : value;
    if (isEmpty(kept)) continue;
    if (!known.includes(key))
      return `Invalid input: ${name} has no argument ${JSON.stringify(key.slice(0, 64))}. It takes ${known.join(", ")}`;
    given[key] = kept;
  }
  return given;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);
