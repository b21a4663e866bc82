import { FileIdsPendingError } from "../file-ids-pending-error.ts";
import { isPending } from "../is-pending.ts";
import type { AskSettings } from "./ask-message.ts";

/** How to ask. Settings of one question take the place of those of the hook. */
export type AskOptions = Omit<AskSettings, "fileIds"> & {
  /**
   * Answer from these sources only. An empty list means no sources. Left out: those of the hook, or all. `"all"`: all,
   * whatever the hook says. `undefined`: not known yet, so `ask` rejects with a `FileIdsPendingError`.
   */
  fileIds?: readonly string[] | "all" | undefined;
};

/**
 * The settings of a question, from general to special. A later one wins, also with `undefined`.
 *
 * @throws {FileIdsPendingError} when the sources are not known yet.
 */
export function questionSettings(...layers: AskOptions[]): AskSettings {
  const options: AskOptions = Object.assign({}, ...layers);
  if (isPending(options, "fileIds")) throw new FileIdsPendingError("fileIds", 'leave it out, or give "all"');
  const { fileIds, thinkingLevel, includeCitationImages, outputSchema } = options;
  const settings = { thinkingLevel, includeCitationImages, outputSchema };
  return fileIds === undefined || fileIds === "all" ? settings : { ...settings, fileIds };
}
