"use client";

import { useExtract } from "@headwater/react-hooks";
import { useCallback, useEffect, useRef, useState } from "react";
import { useService } from "../shell/service.ts";
import { isUnreachable, troubleOf } from "../shell/trouble.ts";
import { useStored } from "../stored/use-stored.ts";
import {
  type ExtractionRow,
  type ExtractionRun,
  extractionRun,
  noRun,
  stopUnfinished,
  waitingRow,
} from "./extraction-run.ts";
import { runEach } from "./run-each.ts";

/** Maximum number of sources that are read at once. */
const atOnce = 3;

export type StartRun = Omit<ExtractionRun, "rows"> & {
  sources: readonly { file_id: string; file_name: string }[];
};

/**
 * Runs one extraction for each source, a few at a time, so that each row is one source. When a source fails, its row
 * shows why, and the others continue. The result is stored beyond the page. Leaving the page stops the run.
 */
export function useExtractionRun() {
  const { mutateAsync: extract } = useExtract();
  const { tryNow } = useService();
  const [stored, store, isRead] = useStored("headwater-extraction", extractionRun, noRun);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef<ExtractionRun>(stored);
  const controller = useRef<AbortController>(undefined);
  if (!isBusy) latest.current = stored;

  const change = useCallback(
    (fileId: string, news: Partial<ExtractionRow>) => {
      const rows = latest.current.rows.map((each) => (each.fileId === fileId ? { ...each, ...news } : each));
      latest.current = { ...latest.current, rows };
      store(latest.current);
    },
    [store],
  );

  const work = useCallback(
    async (run: ExtractionRun, fileIds: readonly string[]) => {
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      latest.current = run;
      store(run);
      setBusy(true);
      const { schema, instruction, thinking } = run;
      await runEach(
        fileIds,
        atOnce,
        async (fileId, signal) => {
          change(fileId, { state: "reading" });
          try {
            const { structured_output: output, evidence = [] } = await extract({
              file_ids: [fileId],
              user_instruction: instruction,
              output_schema: schema ?? {},
              ...(thinking ? { thinking_level: thinking } : {}),
              signal,
            });
            if (!signal.aborted) change(fileId, { state: "done", output, evidence });
          } catch (error) {
            if (signal.aborted) return;
            if (isUnreachable(error)) void tryNow();
            const { what, help } = troubleOf(error);
            change(fileId, {
              state: "failed",
              why: /^The service could not do this/.test(what) ? help : `${what} ${help}`.trim(),
            });
          }
        },
        own.signal,
      );
      if (controller.current === own) setBusy(false);
    },
    [extract, change, store, tryNow],
  );

  const stop = useCallback(() => {
    controller.current?.abort();
    controller.current = undefined;
    latest.current = { ...latest.current, rows: stopUnfinished(latest.current.rows) };
    store(latest.current);
    setBusy(false);
  }, [store]);
  useEffect(() => () => controller.current?.abort(), []);

  return {
    /** Sorts the rows in the order of the sources. */
    run: isBusy ? stored : { ...stored, rows: stopUnfinished(stored.rows) },
    isBusy,
    isRead,
    start: ({ sources, ...asked }: StartRun) => {
      const rows = sources.map(({ file_id, file_name }) => waitingRow(file_id, file_name));
      void work(
        { ...asked, rows },
        rows.map(({ fileId }) => fileId),
      );
    },
    /** Runs the rows again that failed or were stopped, with the same request. */
    retry: () => {
      const again = stopUnfinished(latest.current.rows).map((each) =>
        each.state === "done" ? each : waitingRow(each.fileId, each.fileName),
      );
      void work(
        { ...latest.current, rows: again },
        again.flatMap(({ fileId, state }) => (state === "done" ? [] : [fileId])),
      );
    },
    stop,
  };
}
