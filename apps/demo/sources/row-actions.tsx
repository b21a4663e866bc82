"use client";

import type { Source } from "@headwater/client";
import Link from "next/link";
import { useAbilities } from "../shell/abilities.ts";
import { askAddress, documentAddress } from "../shell/addresses.ts";
import { stateOfSource } from "./state.ts";

type Properties = { source: Source; onReadAgain(): void; onDelete(): void };

export function RowActions({ source, onReadAgain, onDelete }: Properties) {
  const { can } = useAbilities();
  const isReady = stateOfSource(source).shape === "ready";
  return (
    <>
      <Link href={documentAddress(source.file_id)} prefetch={false}>
        Open
      </Link>
      {isReady && can("ask") ? (
        <Link href={askAddress([source.file_id])} prefetch={false}>
          Ask
        </Link>
      ) : null}
      <button type="button" className="link" onClick={onReadAgain}>
        Read again
      </button>
      <button type="button" className="link bad" onClick={onDelete}>
        Delete
      </button>
    </>
  );
}
