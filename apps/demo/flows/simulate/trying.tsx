"use client";

import { documentsKeys, useDocuments, useRunFlow } from "@headwater/react-hooks";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import { useDraft, useDraftState } from "../draft/draft-context.ts";
import { useSaving } from "../draft/saving.tsx";
import type { Progress } from "../graph/node-state.ts";
import { runningOrder } from "../graph/order.ts";
import { type Hit, hitOfRun, hitOfSimulation } from "./hits.ts";
import { simulate } from "./simulate.ts";

export type Outcome = { kind: "simulation" | "run"; query: string; hits: Hit[]; total: number };

type Trying = {
  query: string;
  setQuery(query: string): void;
  busy: "simulation" | "run" | undefined;
  outcome: Outcome | undefined;
  error: unknown;
  /** Said once for each node while a simulation runs. */
  spoken: string;
  /** With the question of the page, or another. */
  simulate(asked?: string): Promise<void>;
  run(): Promise<void>;
  stop(): void;
};

const TryingContext = createContext<Trying | undefined>(undefined);

export function useTrying(): Trying {
  const trying = useContext(TryingContext);
  if (!trying) throw new Error("No flow is open above this component.");
  return trying;
}

/** The question of a flow's page, and what came of it. It stays while one goes from the canvas to the list. */
export function TryingProvider({ children }: { children: ReactNode }) {
  const draft = useDraft();
  const saving = useSaving();
  const name = useDraftState(({ saved }) => saved.name);
  const { flow } = useDocuments();
  const queryClient = useQueryClient();
  const runFlow = useRunFlow(name);
  const [query, setQuery] = useState("");
  const [busy, setBusy] = useState<Trying["busy"]>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [error, setError] = useState<unknown>();
  const [spoken, setSpoken] = useState("");
  const running = useRef<AbortController>(undefined);

  const trying = useMemo<Trying>(() => {
    const client = flow(name);
    const tell = (nodeId: string, progress: Progress) => {
      draft.setProgress((known) => new Map(known).set(nodeId, progress));
      const words = {
        waiting: "",
        running: "running",
        ran: "done",
        kept: "kept from before",
        failed: "failed",
      };
      const node = draft.get().nodes.get(nodeId);
      if (node && words[progress.state]) setSpoken(`${node.data.name}, ${words[progress.state]}`);
    };
    const attempt = async (kind: "simulation" | "run", work: (signal: AbortSignal) => Promise<Outcome>) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setBusy(kind);
      setError(undefined);
      try {
        setOutcome(await work(own.signal));
      } catch (error) {
        if (!own.signal.aborted) setError(error);
      } finally {
        if (running.current === own) {
          running.current = undefined;
          setBusy(undefined);
        }
      }
    };
    return {
      ...{ query, setQuery, busy, outcome, error, spoken },
      simulate: async (asked = query) => {
        if (!(await saving.save())) return;
        await attempt("simulation", async (signal) => {
          setSpoken("The simulation began");
          draft.setProgress(
            () => new Map(runningOrder(draft.get().graph).map(({ id }) => [id, { state: "waiting" }])),
          );
          try {
            const result = await simulate(client, asked, {
              signal,
              onNode: ({ nodeId, ...progress }) => tell(nodeId, progress),
            });
            return {
              kind: "simulation",
              query: asked,
              hits: result.items.map(hitOfSimulation),
              total: result.total,
            };
          } finally {
            await queryClient.invalidateQueries({ queryKey: documentsKeys.flow(client) });
            draft.setProgress(() => new Map());
          }
        });
      },
      run: () =>
        attempt("run", async () => {
          const result = await runFlow.mutateAsync({ query, page: 1, page_size: 10 });
          return { kind: "run", query, hits: result.items.map(hitOfRun), total: result.total };
        }),
      stop: () => {
        running.current?.abort();
        setBusy(undefined);
        draft.setProgress(() => new Map());
        setSpoken("Stopped");
      },
    };
  }, [busy, draft, error, flow, name, outcome, query, queryClient, runFlow.mutateAsync, saving, spoken]);
  return <TryingContext value={trying}>{children}</TryingContext>;
}
