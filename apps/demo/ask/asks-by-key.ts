import type { KeyboardEvent } from "react";

/**
 * Whether a key in the question asks it. Enter does, and Shift with Enter breaks the line, as people expect. While an input
 * method composes, Enter chooses its word. On touch keyboards Enter is the only way to break a line. Ctrl or Cmd with
 * Enter asks everywhere.
 */
export function asksByKey(
  {
    key,
    shiftKey,
    ctrlKey,
    metaKey,
    nativeEvent,
  }: Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey"> & {
    nativeEvent: { isComposing: boolean; keyCode?: number };
  },
  isTouch: boolean,
): boolean {
  // Safari has ended the composition when it sends the key, and says 229 as the key code.
  if (key !== "Enter" || nativeEvent.isComposing || nativeEvent.keyCode === 229) return false;
  return ctrlKey || metaKey || !(shiftKey || isTouch);
}
