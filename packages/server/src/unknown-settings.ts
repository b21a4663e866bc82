import { OperatorError } from "./kernel/operator-error.ts";
import { settingsSchema } from "./settings-schema.ts";

/** Variables of Headwater that are not settings of the service: for the command line and for starters. */
const others = ["HEADWATER_URL", "HEADWATER_TOKEN_FILE", "HEADWATER_STOP_ON_DISCONNECT"];

/** Settings of the workbench, and what Kubernetes sets in every pod beside a Service with the name `headwater`. */
const foreign = /^HEADWATER_(DEMO_|SERVICE_(HOST|PORT)(_|$)|PORT_\d+_)/;

const known = [...Object.keys(settingsSchema.shape), ...others];

/** Names of earlier versions, and what took their place. */
const replaced: Record<string, string> = {
  HEADWATER_LEVEL_MODELS: "HEADWATER_LANGUAGE_MODEL=<model>,fast=…",
  HEADWATER_PREVIOUS_EMBEDDING_MODEL: "HEADWATER_EMBEDDING_MODEL=<model>,previous=…",
  HEADWATER_TRANSCRIPTION_COMMAND: "HEADWATER_TRANSCRIPTION_MODEL=command:…",
  HEADWATER_OCR_COMMAND: "HEADWATER_PROGRAMS=tesseract=…",
  HEADWATER_FFMPEG_COMMAND: "HEADWATER_PROGRAMS=ffmpeg=…",
  HEADWATER_LIBREOFFICE_COMMAND: "HEADWATER_PROGRAMS=libreoffice=…",
  HEADWATER_CHROMIUM_COMMAND: "HEADWATER_PROGRAMS=chromium=…",
  HEADWATER_MODEL_HUB: "HF_ENDPOINT=…",
  HEADWATER_OAUTH_ISSUER: "HEADWATER_OAUTH=issuer=…,audience=…",
  HEADWATER_OAUTH_AUDIENCE: "HEADWATER_OAUTH=issuer=…,audience=…",
  HEADWATER_OAUTH_PROJECT_CLAIM: "HEADWATER_OAUTH=issuer=…,audience=…,claim=…",
  HEADWATER_AUDIT_DAYS: "HEADWATER_AUDIT=<days>",
  HEADWATER_LANGUAGE_MODEL_FAST: "HEADWATER_LANGUAGE_MODEL=<model>,fast=…",
  HEADWATER_LANGUAGE_MODEL_BALANCED: "HEADWATER_LANGUAGE_MODEL=<model>,balanced=…",
  HEADWATER_LANGUAGE_MODEL_ACCURATE: "HEADWATER_LANGUAGE_MODEL=<model>,accurate=…",
  HEADWATER_LANGUAGE_MODEL_MAX: "HEADWATER_LANGUAGE_MODEL=<model>,max=…",
  HEADWATER_BUILD_TIMEOUT: "HEADWATER_READING_LIMITS=seconds=…",
  HEADWATER_PAGE_TIMEOUT: "HEADWATER_READING_LIMITS=page=…",
  HEADWATER_MODEL_CONCURRENCY: "HEADWATER_MODEL_LIMITS=calls=…",
  HEADWATER_MODEL_TIMEOUT: "HEADWATER_MODEL_LIMITS=seconds=…",
  HEADWATER_MODEL_TOKEN_BUDGET: "HEADWATER_MODEL_LIMITS=tokens=…",
  HEADWATER_DISK_RESERVE: "HEADWATER_DISK_LIMITS=reserve=…",
  HEADWATER_LIBREOFFICE_CACHE: "HEADWATER_DISK_LIMITS=pictures=…",
  HEADWATER_MAX_PAGES: "HEADWATER_READING_LIMITS=pages=…",
  HEADWATER_MAX_PIXELS: "HEADWATER_READING_LIMITS=pixels=…",
  HEADWATER_MAX_CELLS: "HEADWATER_READING_LIMITS=cells=…",
  HEADWATER_MAX_UNPACKED: "HEADWATER_READING_LIMITS=unpacked=…",
  HEADWATER_CRAWL_PAGES: "HEADWATER_CRAWL_LIMITS=pages=…",
  HEADWATER_CRAWL_DEPTH: "HEADWATER_CRAWL_LIMITS=depth=…",
  HEADWATER_CRAWL_SIZE: "HEADWATER_CRAWL_LIMITS=megabytes=…",
  HEADWATER_CRAWL_TIME: "HEADWATER_CRAWL_LIMITS=minutes=…",
  HEADWATER_CRAWL_PAUSE: "HEADWATER_CRAWL_LIMITS=pause=…",
  HEADWATER_REPOSITORY_FILES: "HEADWATER_REPOSITORY_LIMITS=files=…",
  HEADWATER_REPOSITORY_SIZE: "HEADWATER_REPOSITORY_LIMITS=megabytes=…",
};

/** Refuses a `HEADWATER_` variable that has no meaning. A mistyped name would silently leave the default. */
export function refuseUnknownSettings(names: readonly string[]): void {
  const unknown = names.find(
    (name) => name.startsWith("HEADWATER_") && !foreign.test(name) && !known.includes(name),
  );
  if (unknown === undefined) return;
  if (replaced[unknown] !== undefined)
    throw new OperatorError(`${unknown} is not a setting any more. Set ${replaced[unknown]} instead.`);
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
