import type { Method } from "@headwater/spec";
import { formatOf } from "./formats.ts";

/** The method when a request names none. Of an image people want the text, and only `balanced` and above read it. */
export const defaultMethod = (extension: string): Method =>
  formatOf(extension)?.kind === "image" ? "balanced" : "auto";
