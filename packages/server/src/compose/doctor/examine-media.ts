import { execFile } from "node:child_process";
import { basename } from "node:path";
import { promisify } from "node:util";
import type { MediaSettings } from "../../config.ts";
import { describeModel, type ModelSettings } from "../../models/configured-models.ts";
import { type Finding, note, ok } from "./finding.ts";

const askTimeoutMs = 10_000;

/** Whether audio and video can be read, and by what speech is heard. */
export async function examineMedia(
  { ffmpeg, transcriptionCommand }: MediaSettings,
  { transcription }: Pick<ModelSettings, "transcription">,
): Promise<Finding> {
  const version = await versionOf(ffmpeg);
  if (version === null)
    return note(
      `"${ffmpeg}" can't be started, so audio and video are not read; install FFmpeg or set HEADWATER_PROGRAMS=ffmpeg=<path>`,
    );
  if (transcription) return ok(`FFmpeg ${version}, speech by ${describeModel(transcription)}`);
  if (!transcriptionCommand)
    return ok(
      `FFmpeg ${version}; subtitles and chapters are read, speech is not (HEADWATER_TRANSCRIPTION_MODEL)`,
    );
  return ok(`FFmpeg ${version}, speech by ${basename(transcriptionCommand[0])}`);
}

/** Null when there is no such program, or it is another one. */
const versionOf = (command: string): Promise<string | null> =>
  promisify(execFile)(command, ["-version"], { timeout: askTimeoutMs }).then(
    ({ stdout }) => /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? null,
    () => null,
  );
