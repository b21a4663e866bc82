import type { Page } from "playwright-core";
import { sample } from "./documents.ts";
import { type Keyboard, keyboardOf } from "./keyboard.ts";
import { opened } from "./opened.ts";
import { openStage, type Stage } from "./stage.ts";

export type KeyboardStage = Stage & { page: Page; keys: Keyboard };

/** A page that is used without a pointer, in a project with the sample and, older than it, `others`. */
export const openKeyboardStage = (
  others: readonly { name: string; buffer: string }[] = [],
): Promise<KeyboardStage> =>
  opened(async (closing) => {
    const stage = await openStage({ backend: "next" });
    closing.push(() => stage.close());
    for (const { name, buffer } of [...others, sample]) await stage.service.ingestAndWait(name, buffer);
    const { page } = await stage.visit();
    return { ...stage, page, keys: keyboardOf(page) };
  });
