import { OperatorError } from "./kernel/operator-error.ts";
import { settingsSchema } from "./settings-schema.ts";

/** Variables that belong to Headwater and are no settings of the service: for the command line and for starters. */
const others = ["HEADWATER_URL", "HEADWATER_TOKEN_FILE", "HEADWATER_STOP_ON_DISCONNECT"];

/** Settings of the workbench, and what Kubernetes sets in every pod beside a Service with the name `headwater`. */
const foreign = /^HEADWATER_(DEMO_|SERVICE_(HOST|PORT)(_|$)|PORT_\d+_)/;

const known = [...Object.keys(settingsSchema.shape), ...others];

/** Refuses a `HEADWATER_` variable that means nothing: a mistyped setting would be a default that nobody chose. */
export function refuseUnknownSettings(names: readonly string[]): void {
  const unknown = names.find(
    (name) => name.startsWith("HEADWATER_") && !foreign.test(name) && !known.includes(name),
  );
  if (unknown === undefined) return;
  throw new OperatorError(
    `${unknown} is not a setting. Did you mean ${nearest(unknown)}? \`headwater serve --help\` lists all of them.`,
  );
}

/** As far as this many changed letters: further words after the name of a setting, as in HEADWATER_DATA_FOLDER. */
const furtherWords = 3;

/** The setting that needs the fewest changed letters. */
function nearest(name: string): string {
  const distances = known.map((each) => ({
    each,
    distance: Math.min(
      changedLetters(name, each),
      name.startsWith(`${each}_`) ? furtherWords : Number.POSITIVE_INFINITY,
    ),
  }));
  return distances.reduce((best, next) => (next.distance < best.distance ? next : best)).each;
}

/** The Levenshtein distance. */
function changedLetters(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= to.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (letter === to[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
