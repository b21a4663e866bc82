import { createDoctor } from "../compose/doctor/create-doctor.ts";
import { examineMedia } from "../compose/doctor/examine-media.ts";
import { examineModels } from "../compose/doctor/examine-models.ts";
import { examineRecognition } from "../compose/doctor/examine-recognition.ts";
import { type Finding, ok, skipped } from "../compose/doctor/finding.ts";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { readFiles } from "../usual-variables.ts";
import { refuseOnPostgres } from "./embedded-only.ts";
import { exitingWith2 } from "./exiting-with-2.ts";
import type { Terminal } from "./terminal.ts";
import { refuseOnS3 } from "./with-files-elsewhere.ts";

export type DoctorOptions = {
  hashes?: boolean;
  repair?: boolean;
  acceptMissing?: boolean;
  emptyHolding?: boolean;
  dryRun?: boolean;
};

const maxDetails = 20;

/**
 * `headwater doctor`: prints one line for each part with its state or what to do. It changes nothing without an option to
 * repair. Exits with 1 when a part needs attention, and with 2 when a part could not be examined.
 */
export async function doctor(terminal: Terminal, options: DoctorOptions): Promise<void> {
  refuseOddOptions(options);
  const { stdout } = terminal;
  // Not readSettings: a setting that is wrong is one of the findings below.
  const {
    HEADWATER_DATA: folder,
    HEADWATER_DATABASE: postgres,
    HEADWATER_DATABASE_DIRECT: postgresDirect,
    HEADWATER_FILES: files,
    HEADWATER_INDEX: index,
  } = terminal.environment;
  const place = {
    dataFolder: folder || "./data",
    postgres: postgresDirect || postgres || null,
    files: files ? readFiles(terminal.environment) : null,
    index: index || null,
  };
  if (options.repair) {
    refuseOnPostgres(place, "doctor --repair");
    refuseOnS3(place, "doctor --repair");
  }
  if (options.emptyHolding) refuseOnS3(place, "doctor --empty-holding");
  const dataFolder = createDoctor(place, { hashAll: options.hashes ?? false });
  const dryRun = options.dryRun ?? false;
  if (options.repair || options.emptyHolding) {
    const work = options.emptyHolding
      ? dataFolder.emptyHolding({ dryRun })
      : dataFolder.repair({ acceptMissing: options.acceptMissing ?? false, dryRun });
    const lines = await exitingWith2(work);
    stdout.write(`${lines.join("\n") || "There is nothing to repair."}\n`);
    if (dryRun || options.emptyHolding) return;
  }

  const states: (Finding["state"] | "?")[] = [];
  const examine = async (part: string, look: () => Promise<Finding>): Promise<boolean> => {
    const {
      state,
      text,
      details = [],
    } = await look().catch((error: Error) => ({
      state: "?" as const,
      text: `can't be looked at: ${error.message}`,
      details: [],
    }));
    states.push(state);
    const shown = details
      .slice(0, maxDetails)
      .map((detail) => `        ${detail.replaceAll("\n", "\n        ")}\n`);
    const rest = details.length > maxDetails ? `        … and ${details.length - maxDetails} more\n` : "";
    stdout.write(`${state.padEnd(4)}  ${part}: ${text}\n${shown.join("")}${rest}`);
    return state === "ok" || state === "note";
  };

  const usable = await examine("settings", async () => {
    const { host, port, workers } = readSettings(terminal.environment);
    return ok(`listens on ${host}:${port}, ${workers} ${workers === 1 ? "reader" : "readers"}`);
  });
  await examine("data folder", dataFolder.examineFolder);
  const there = dataFolder.isDataFolder();
  const unless = (sound: boolean, why: string, look: () => Promise<Finding>) => () =>
    sound ? look() : Promise.resolve(skipped(why));
  const noFolder = "not looked at without a data folder";
  await examine("disk", unless(there, noFolder, dataFolder.examineDisk));
  await examine("shutdown", unless(there, noFolder, dataFolder.examineShutdown));
  const sound = await examine("database", unless(there, noFolder, dataFolder.examineDatabase));
  const noDatabase = "not compared without a sound database";
  await examine("files", unless(sound, noDatabase, dataFolder.examineFiles));
  await examine("sidecars", unless(sound, noDatabase, dataFolder.examineSidecars));
  await examine("index", unless(sound, noDatabase, dataFolder.examineIndex));
  const { HEADWATER_TOKEN: token } = terminal.environment;
  if (token)
    await examine(
      "token",
      unless(sound, noDatabase, () => dataFolder.examineTokenSetting(token)),
    );
  await examine("holding", unless(there, noFolder, dataFolder.examineHolding));
  await examine("sandbox", dataFolder.examineSandbox);
  await examine(
    "audio and video",
    unless(usable, "not looked at with settings that can't be used", () => {
      const { media, models } = readSettings(terminal.environment);
      return examineMedia(media, models);
    }),
  );
  await examine(
    "recognition",
    unless(usable, "not looked at with settings that can't be used", () =>
      examineRecognition(readSettings(terminal.environment).ocr),
    ),
  );
  await examine(
    "models",
    unless(usable, "not called with settings that can't be used", () =>
      examineModels(readSettings(terminal.environment).models),
    ),
  );

  await dataFolder.close();
  const unseen = states.filter((state) => state === "?").length;
  const ill = states.filter((state) => state === "FAIL").length;
  if (unseen > 0) throw new OperatorError(`${parts(unseen)} could not be looked at.`, { exitCode: 2 });
  if (ill > 0) throw new OperatorError(`${parts(ill)} ${ill === 1 ? "needs" : "need"} attention.`);
}

const parts = (count: number): string => `${count} ${count === 1 ? "part" : "parts"}`;

function refuseOddOptions({ repair, acceptMissing, emptyHolding, dryRun }: DoctorOptions): void {
  const odd =
    (repair && emptyHolding && "--repair and --empty-holding are done one at a time.") ||
    (acceptMissing && !repair && "--accept-missing belongs to --repair.") ||
    (dryRun &&
      !repair &&
      !emptyHolding &&
      "doctor only looks: --dry-run belongs to --repair and --empty-holding.");
  if (odd) throw new OperatorError(odd, { exitCode: 2 });
}
