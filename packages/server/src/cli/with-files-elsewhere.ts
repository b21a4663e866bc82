import type { Settings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";

const instead = {
  restore:
    "It fills a data folder. Unset HEADWATER_FILES and restore into a new folder. Then serve it from there; or copy its files/ into the bucket, below the prefix, move them out of the folder and set HEADWATER_FILES again.",
  recover:
    "It reads the files of a data folder. Copy files/ from the bucket into a new data folder, unset HEADWATER_FILES and run it there.",
  "project delete":
    "It deletes from the files of a data folder. Delete the project's sources over HTTP, and revoke its tokens.",
  "doctor --repair":
    "It mends a database and the files beside it. Stop the service, copy files/ from the bucket into the data folder, remove files-elsewhere there, unset HEADWATER_FILES and run it. Serve it from there, or copy files/ back.",
  "doctor --empty-holding":
    "It empties the holding folder of a data folder. In the bucket, remove what is below holding/ with the tools of your S3 server.",
};

/** Refuses what knows files in the data folder only, and says what to do with files on S3. Throws OperatorError. */
export function refuseOnS3({ files }: Pick<Settings, "files">, command: keyof typeof instead): void {
  if (files === null) return;
  throw new OperatorError(
    `'headwater ${command}' does not work on files on S3 (HEADWATER_FILES is set). ${instead[command]}`,
    { exitCode: 2 },
  );
}
