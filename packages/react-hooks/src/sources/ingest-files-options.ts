import type { BuildWatchOptions } from "../builds/build-watch.ts";
import type { Upload, UploadSettings } from "./upload.ts";

/** How files are uploaded, and what is called meanwhile. */
export type IngestFilesOptions = BuildWatchOptions &
  UploadSettings & {
    /** Maximum number of files that are sent at once. Default 3. */
    concurrency?: number | undefined;
    /** Called once for each upload that becomes `ready` or `partial`. */
    onReady?: ((upload: Upload) => void) | undefined;
    /** Called once for each upload that becomes `failed`. */
    onFailed?: ((upload: Upload) => void) | undefined;
    /** Called once for each upload that has ended in any way, after the callbacks above. */
    onSettled?: ((upload: Upload) => void) | undefined;
    /** Called when nothing is left to do, with the uploads that have ended since the queue was last idle. */
    onAllDone?: ((uploads: readonly Upload[]) => void) | undefined;
  };
