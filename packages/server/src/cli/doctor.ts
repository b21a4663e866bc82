import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { openLanceChunkIndex } from "../adapters/lance/lance-chunk-index.ts";
import { composeModels } from "../compose/models.ts";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { compareIndex } from "../retrieval/compare-index.ts";
import { administer } from "./administer.ts";
import type { Terminal } from "./program.ts";

const LOW_DISK_BYTES = 1024 ** 3;

/** `headwater doctor`: one line per part, what it found or what to do; the exit code is 1 when a part is ill. */
export async function doctor(terminal: Terminal): Promise<void> {
  let ill = 0;
  const examine = async (part: string, look: () => Promise<string>) => {
    const finding = await look().catch((error: Error) => {
      ill += 1;
      return error;
    });
    const line = finding instanceof Error ? `FAIL  ${part}: ${finding.message}` : `ok    ${part}: ${finding}`;
    terminal.stdout.write(`${line}\n`);
  };

  await examine("settings", async () => {
    const { host, port, workers } = readSettings(terminal.environment);
    return `listens on ${host}:${port}, ${workers} ${workers === 1 ? "reader" : "readers"}`;
  });
  const paths = dataFolderPaths(terminal.environment.HEADWATER_DATA || "./data");
  await examine("data folder", async () => {
    await access(paths.root, constants.R_OK | constants.W_OK).catch((cause: unknown) => {
      throw new OperatorError(
        `${paths.root} is missing or can't be written. Start the service, or set HEADWATER_DATA.`,
        {
          cause,
        },
      );
    });
    return paths.root;
  });
  await examine("disk", async () => {
    const { bavail, bsize } = await statfs(paths.root);
    const free = bavail * bsize;
    const text = `${(free / 1024 ** 3).toFixed(1)} GB free`;
    if (free < LOW_DISK_BYTES) throw new OperatorError(`${text}: make room, uploads will soon be refused.`);
    return text;
  });
  await examine("database", () =>
    administer(terminal, async ({ projects, builds }) => {
      const [{ length }, { pending, processing }] = [await projects.list(), await builds.counts()];
      return `${length} ${length === 1 ? "project" : "projects"}, ${pending} builds waiting, ${processing} running`;
    }),
  );
  await examine("index", () =>
    administer(terminal, async (stores) => {
      const index = await openLanceChunkIndex(paths.index);
      try {
        const { missing, leftOver, inPlace } = await compareIndex({ index, ...stores });
        if (missing + leftOver === 0) return `${inPlace} document versions, all as the database has them`;
        throw new OperatorError(
          `${missing} document versions missing, ${leftOver} left over. Restart the service: it mends its index at start.`,
        );
      } finally {
        await index.close();
      }
    }),
  );
  await examine("models", async () => composeModels().description);
  if (ill > 0) throw new OperatorError(`${ill} ${ill === 1 ? "part needs" : "parts need"} attention.`);
}
