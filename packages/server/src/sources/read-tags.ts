import { limits } from "@headwater/spec";
import { invalidInput } from "../kernel/service-error.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unusable = /[,\u0000-\u001f\u007f]/;

/**
 * The tags that texts stand for: trimmed, in one Unicode form, each once, in the order they came. A text of spaces is
 * none. Throws 400 for too many, one that is too long, and one with a comma, which a list in an address could not name.
 */
export function readTags(sent: readonly string[] = []): string[] {
  const tags = [...new Set(sent.map((text) => text.normalize("NFC").trim()))].filter((tag) => tag !== "");
  if (tags.length > limits.maxTags)
    throw invalidInput(
      `Invalid input: a source has at most ${limits.maxTags} tags, and these are ${tags.length}`,
    );
  for (const tag of tags) {
    if ([...tag].length > limits.maxTagLength)
      throw invalidInput(
        `Invalid input: the tag '${tag.slice(0, 20)}…' is longer than ${limits.maxTagLength} characters`,
      );
    if (unusable.test(tag))
      throw invalidInput(
        `Invalid input: the tag '${tag}' has a comma or a control character, and a tag can't have one`,
      );
  }
  return tags;
}
