import type { Shape } from "./state.ts";

const classes: Record<Shape, string> = {
  waits: "st",
  busy: "st busy",
  ready: "st ready",
  fail: "st fail",
  unknown: "st",
};

/** A state in words, with a shape. Colour is never the only sign. */
export function StatusLabel({ shape, words }: { shape: Shape; words: string }) {
  return <span className={classes[shape]}>{words}</span>;
}
