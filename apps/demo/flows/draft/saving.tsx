"use client";

import { isApiError } from "@headwater/client";
import { flowOptions, useDocuments, useReplaceFlow } from "@headwater/react-hooks";
import type { NewFlowGraph } from "@headwater/spec";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { flowAddress } from "../addresses.ts";
import { flowDetail } from "../graph/flow-detail.ts";
import { checkConfig } from "../settings/check-config.ts";
import { isEdited } from "./draft.ts";
import { useDraft, useDraftState } from "./draft-context.ts";
import { useAskBeforeLeaving } from "./use-ask-before-leaving.ts";

export type Saving = {
  isEdited: boolean;
  isBusy: boolean;
  /** Why the last try did not save. `conflict`: the flow was changed meanwhile. */
  trouble: { error: unknown; conflict: boolean } | undefined;
  /** Answers whether the service has the draft now. `over` replaces what others changed meanwhile. */
  save(over?: "over"): Promise<boolean>;
  /** Takes the service's flow and drops what is not saved. */
  readAgain(): Promise<void>;
};

const SavingContext = createContext<Saving | undefined>(undefined);

export function useSaving(): Saving {
  const saving = useContext(SavingContext);
  if (!saving) throw new Error("No flow is open above this component.");
  return saving;
}

/** Saves the draft for all parts of a flow's page, and asks before the page is left with something unsaved. */
export function SavingProvider({ children }: { children: ReactNode }) {
  const draft = useDraft();
  const edited = useDraftState(isEdited);
  const name = useDraftState(({ saved }) => saved.name);
  const { flow } = useDocuments();
  const queryClient = useQueryClient();
  const { mutateAsync: replace } = useReplaceFlow(name);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Saving["trouble"]>();
  useAskBeforeLeaving(edited, flowAddress(name));

  const saving = useMemo<Saving>(() => {
    const attempt = async (work: () => Promise<void>): Promise<boolean> => {
      setBusy(true);
      setTrouble(undefined);
      try {
        await work();
        return true;
      } catch (error) {
        setTrouble({ error, conflict: isApiError(error, 412) });
        return false;
      } finally {
        setBusy(false);
      }
    };
    return {
      isEdited: edited,
      isBusy,
      trouble,
      save: async (over) => {
        if (!isEdited(draft.get())) return true;
        const wrong = firstProblem(draft.get().graph.nodes);
        if (wrong) {
          setTrouble({ error: new Error(wrong), conflict: false });
          return false;
        }
        return attempt(async () => {
          const { graph, saved } = draft.get();
          const version = over ? undefined : saved.version;
          const answer = await replace({ graph: graph as NewFlowGraph, version });
          draft.adoptSaved(flowDetail(answer), graph);
        });
      },
      readAgain: async () => {
        await attempt(async () => {
          const options = { ...flowOptions(flow(name)), staleTime: 0 };
          draft.adopt(flowDetail(await queryClient.fetchQuery(options)), "drop");
        });
      },
    };
  }, [draft, edited, flow, isBusy, name, queryClient, replace, trouble]);
  return <SavingContext value={saving}>{children}</SavingContext>;
}

function firstProblem(
  nodes: readonly {
    type: Parameters<typeof checkConfig>[0];
    data: { name: string; config: Record<string, unknown> };
  }[],
) {
  for (const { type, data } of nodes) {
    const [problem] = Object.values(checkConfig(type, data.config));
    if (problem) return `${data.name}: ${problem}`;
  }
  return undefined;
}
