"use client";

import type { Method } from "@headwater/client";
import { useIngestGithub, useIngestUrl, useIngestYoutube } from "@headwater/react-hooks";
import { useState } from "react";
import type { AddressKind } from "../sources/address.ts";
import { whyNotAdded } from "../sources/state.ts";
import { type Draft, requestOf } from "./draft.ts";

/** An address that the service accepted. */
export type Added = { url: string; kind: AddressKind; buildId: string };

type Callbacks = { onSent(id: string): void; onRefused(id: string, reason: string): void };

/** Sends addresses, one after the other, so that they are read in this order. What was accepted is kept, newest first. */
export function useSending({ onSent, onRefused }: Callbacks) {
  const ingest = {
    "ingest-url": useIngestUrl().mutateAsync,
    "ingest-github": useIngestGithub().mutateAsync,
    "ingest-youtube": useIngestYoutube().mutateAsync,
  };
  const [added, setAdded] = useState<Added[]>([]);
  const [current, setCurrent] = useState<string>();

  const send = async (drafts: readonly Draft[], method: Method | undefined) => {
    for (const draft of drafts) {
      const { id, url, kind } = draft;
      if (kind === undefined) continue;
      setCurrent(id);
      try {
        const takesMethod = kind === "ingest-url" && method !== undefined;
        const { build_id } = await ingest[kind]({ ...requestOf(draft), ...(takesMethod ? { method } : {}) });
        setAdded((before) => [{ url, kind, buildId: build_id }, ...before]);
        onSent(id);
      } catch (error) {
        onRefused(id, whyNotAdded(error as Error));
      }
    }
    setCurrent(undefined);
  };
  return {
    send,
    added,
    isBusy: current !== undefined,
    isSending: (id: string) => id === current,
  };
}
