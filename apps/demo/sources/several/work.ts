import type { Source } from "@headwater/client";
import { troubleOf } from "../../shell/trouble.ts";
import { nameOfSource } from "../kinds.ts";

export type WorkKind = "delete" | "read-again" | "tag";

/** One thing that is done to several sources. */
export type Work = {
  id: number;
  kind: WorkKind;
  sources: readonly Source[];
  /** How many it was done to, with those that failed. */
  done: number;
  /** Why it failed, by file id. */
  failures: ReadonlyMap<string, Error>;
  /** `stopped` by the user; `over` when each had its turn. */
  state: "waiting" | "running" | "stopped" | "over";
};

type Words = { label: string; past: string; more: string };

export const workWords: Record<WorkKind, Words> = {
  delete: { label: "Deleting", past: "deleted", more: "Delete those again" },
  "read-again": { label: "Reading again", past: "started", more: "Start those again" },
  tag: { label: "Tags", past: "tagged", more: "Tag those again" },
};

/** Works below this size are over before anybody could read how far they are. */
const minTold = 20;

/** Whether it gets a line of its own: it takes a while, or a part of it failed or was left. */
export const isTold = ({ sources, failures, state }: Work): boolean =>
  sources.length > 1 &&
  (failures.size > 0 || state === "stopped" || (state !== "over" && sources.length > minTold));

/** "340 of 2,000 are deleted. Three were not." */
export function workProgress({ kind, sources, done, failures, state }: Work): string {
  const { past } = workWords[kind];
  const good = done - failures.size;
  const number = (count: number) => count.toLocaleString("en");
  const first = `${number(good)} of ${number(sources.length)} ${good === 1 ? "is" : "are"} ${past}.`;
  const second =
    failures.size === 0 ? "" : ` ${number(failures.size)} ${failures.size === 1 ? "was" : "were"} not.`;
  const left = sources.length - done;
  const third =
    state === "stopped" && left > 0
      ? ` ${number(left)} ${left === 1 ? "was" : "were"} left as ${left === 1 ? "it was" : "they were"}.`
      : "";
  return first + second + third;
}

/** Maximum number of names that are shown for each reason. */
const namesTold = 3;

/** Each reason once, with the names of those that it stopped. */
export function failureReasons({ sources, failures }: Work): { names: string; reason: string }[] {
  const groups = new Map<string, string[]>();
  for (const source of sources) {
    const error = failures.get(source.file_id);
    if (!error) continue;
    const { what, help } = troubleOf(error);
    const reason = `${what} ${help}`.trim();
    groups.set(reason, [...(groups.get(reason) ?? []), nameOfSource(source)]);
  }
  return [...groups].map(([reason, names]) => {
    const more = names.length - namesTold;
    const told = names.slice(0, namesTold).join(", ");
    return { reason, names: more > 0 ? `${told} and ${more.toLocaleString("en")} more` : told };
  });
}
