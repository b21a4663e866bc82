import type { Shape } from "./state.ts";

/** `part`: ready, but not all of it. */
const classes: Record<Shape | "part", string> = {
  waits: "st",
  busy: "st busy",
  ready: "st ready",
  part: "st part",
  fail: "st fail",
  unknown: "st",
};

/** A state in words, with a shape. Colour is never the only sign. */
export function StatusLabel({ shape, words }: { shape: Shape | "part"; words: string }) {
  return <span className={classes[shape]}>{words}</span>;
}
