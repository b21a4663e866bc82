"use client";

import type { Source } from "@headwater/client";
import { documentsKeys, useDocuments } from "@headwater/react-hooks";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { useConfirmLeaving } from "../../shell/use-confirm-leaving.ts";
import { withEach } from "./with-each.ts";
import type { Work, WorkKind } from "./work.ts";

/** Milliseconds between two looks at how far a work is. Each one draws the room anew. */
const reportEveryMs = 250;

export type Works = {
  works: readonly Work[];
  /**
   * Does something to several sources, after what was begun before. Lists are loaded again at its end, not with each.
   * The failures by file id.
   */
  start(
    kind: WorkKind,
    sources: readonly Source[],
    act: (source: Source) => Promise<unknown>,
  ): Promise<ReadonlyMap<string, Error>>;
  stop(id: number): void;
  /** Does it again to those that failed. */
  again(id: number): void;
  clear(id: number): void;
};

type Known = { act: (source: Source) => Promise<unknown>; stopped: AbortController };

const WorksContext = createContext<Works | undefined>(undefined);

/** Keeps what is done to many sources above all rooms: it goes on while the user asks or reads. */
export function WorksProvider({ children }: { children: ReactNode }) {
  const [works, setWorks] = useState<readonly Work[]>([]);
  const queryClient = useQueryClient();
  const { sources: client } = useDocuments();
  const known = useRef(new Map<number, Known>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const nextId = useRef(1);

  const change = useCallback(
    (id: number, changes: Partial<Work>) =>
      setWorks((before) => before.map((work) => (work.id === id ? { ...work, ...changes } : work))),
    [],
  );
  const clear = useCallback((id: number) => {
    known.current.delete(id);
    setWorks((before) => before.filter((work) => work.id !== id));
  }, []);

  const run = useCallback(
    async (id: number, { kind, sources }: Pick<Work, "kind" | "sources">, { act, stopped }: Known) => {
      change(id, { state: "running" });
      const failures = new Map<string, Error>();
      const succeeded = new Set<string>();
      let done = 0;
      let telling: ReturnType<typeof setTimeout> | undefined;
      const tell = () => {
        telling = undefined;
        change(id, { done, failures: new Map(failures) });
      };
      const lists = documentsKeys.sources(client);
      await withEach(sources, act, {
        signal: stopped.signal,
        onEnd({ file_id }, error) {
          done += 1;
          if (error) failures.set(file_id, error);
          else if (succeeded.add(file_id).size === 1 && kind === "read-again")
            // From the first one on the list is under way, and is loaded again by itself until all are read.
            void queryClient.invalidateQueries({ queryKey: lists });
          telling ??= setTimeout(tell, reportEveryMs);
        },
      });
      clearTimeout(telling);
      if (kind === "delete") {
        // A list that is still loading would bring them back.
        await queryClient.cancelQueries({ queryKey: lists });
        queryClient.setQueriesData<Source[]>({ queryKey: lists }, (list) =>
          list?.filter(({ file_id }) => !succeeded.has(file_id)),
        );
        for (const fileId of succeeded)
          for (const queryKey of [
            documentsKeys.elements(client, fileId),
            documentsKeys.screenshots(client, fileId),
          ])
            queryClient.removeQueries({ queryKey, type: "inactive" });
      }
      for (const queryKey of [lists, documentsKeys.retrievals(client)])
        void queryClient.invalidateQueries({ queryKey });
      const state = stopped.signal.aborted && done < sources.length ? "stopped" : "over";
      // What happens to one source alone is shown there.
      if (state === "over" && (failures.size === 0 || sources.length === 1)) clear(id);
      else change(id, { done, failures, state });
      return failures;
    },
    [change, clear, client, queryClient],
  );

  const start = useCallback<Works["start"]>(
    (kind, sources, act) => {
      const id = nextId.current++;
      const work = { act, stopped: new AbortController() };
      known.current.set(id, work);
      setWorks((before) => [
        ...before,
        { id, kind, sources, done: 0, failures: new Map(), state: "waiting" },
      ]);
      const ending = last.current.then(() => run(id, { kind, sources }, work));
      last.current = ending.catch(() => {});
      return ending;
    },
    [run],
  );
  const stop = useCallback((id: number) => known.current.get(id)?.stopped.abort(), []);
  const value = useMemo<Works>(
    () => ({
      works,
      start,
      stop,
      clear,
      again(id) {
        const work = works.find((each) => each.id === id);
        const act = known.current.get(id)?.act;
        if (!work || !act) return;
        clear(id);
        void start(
          work.kind,
          work.sources.filter(({ file_id }) => work.failures.has(file_id)),
          act,
        );
      },
    }),
    [works, start, stop, clear],
  );
  useConfirmLeaving(works.some(({ state }) => state === "waiting" || state === "running"));
  return <WorksContext value={value}>{children}</WorksContext>;
}

export function useWorks(): Works {
  const works = useContext(WorksContext);
  if (!works) throw new Error("useWorks needs a WorksProvider above it");
  return works;
}

/** Sources that are being deleted: lists leave them out at once. */
export const leaving = (works: readonly Work[]): ReadonlySet<string> =>
  new Set(
    works.flatMap(({ kind, sources, failures, state }) =>
      kind === "delete" && (state === "waiting" || state === "running")
        ? sources.flatMap(({ file_id }) => (failures.has(file_id) ? [] : [file_id]))
        : [],
    ),
  );
