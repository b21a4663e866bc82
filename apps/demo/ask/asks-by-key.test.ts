import { expect, it } from "vitest";
import { asksByKey } from "./asks-by-key.ts";

const enter = {
  ...{ key: "Enter", shiftKey: false, ctrlKey: false, metaKey: false },
  nativeEvent: { isComposing: false, keyCode: 13 },
};

it.each([
  ["Enter", {}, false, true],
  ["Shift Enter", { shiftKey: true }, false, false],
  ["Ctrl Enter", { ctrlKey: true }, false, true],
  ["Cmd Enter", { metaKey: true }, false, true],
  ["Enter on a touch keyboard", {}, true, false],
  ["Ctrl Enter beside a touch screen", { ctrlKey: true }, true, true],
  ["Enter while composing", { nativeEvent: { isComposing: true, keyCode: 13 } }, false, false],
  ["Ctrl Enter while composing", { ctrlKey: true, nativeEvent: { isComposing: true } }, false, false],
  [
    "Enter that ends composing in Safari",
    { nativeEvent: { isComposing: false, keyCode: 229 } },
    false,
    false,
  ],
  ["another key", { key: "a" }, false, false],
])("%s", (_, change, isTouch, asks) => {
  expect(asksByKey({ ...enter, ...change }, isTouch)).toBe(asks);
});
