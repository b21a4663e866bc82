import type { Content } from "./blob-store.ts";

export type Held = Content & {
  heldAt: Date;
  /** Where it lies, for people. */
  place: string;
};

/** Port: the place for stored bytes that no source explains. They are kept there for a while instead of being removed. */
export type Holding = {
  /** Moves the bytes, with their sidecar if they have one, out of the store. */
  setAside(content: Content): Promise<Held>;
  list(): Promise<Held[]>;
  /** Moves the bytes into the store again; their sidecar is written again from the database. False when they are not there. */
  putBack(held: Held): Promise<boolean>;
  /** Removes for good what was set aside before that time; answers what went. */
  sweep(before: Date): Promise<Held[]>;
};
