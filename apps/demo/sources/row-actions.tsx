"use client";

import type { Source } from "@headwater/client";
import { useSourceContentUrl } from "@headwater/react-hooks";
import { useAbilities } from "../shell/abilities.ts";
import { askAddress, documentAddress } from "../shell/addresses.ts";
import { Link } from "../shell/link.tsx";
import { hasOriginal } from "./downloads.ts";
import { nameOfSource } from "./kinds.ts";
import { stateOfSource } from "./state.ts";

/** What a row can be asked to do, below it. */
export type RowQuestion = "tag" | "read-again" | "delete";

type Properties = { source: Source; onAsk(question: RowQuestion): void };

/** No stops of Tab: the arrows reach them from the name of the row. */
export function RowActions({ source, onAsk }: Properties) {
  const { can } = useAbilities();
  const contentUrl = useSourceContentUrl(source.file_id);
  const isReady = stateOfSource(source).shape === "ready";
  return (
    <>
      <Link href={documentAddress(source.file_id)} prefetch={false} tabIndex={-1}>
        Open
      </Link>
      {isReady && can("ask") ? (
        <Link href={askAddress([source.file_id])} prefetch={false} tabIndex={-1}>
          Ask
        </Link>
      ) : null}
      <button type="button" className="link" tabIndex={-1} data-act="tag" onClick={() => onAsk("tag")}>
        Tag
      </button>
      {hasOriginal(source) ? (
        <a href={contentUrl} download={nameOfSource(source)} tabIndex={-1}>
          Download
        </a>
      ) : null}
      <button
        type="button"
        className="link"
        tabIndex={-1}
        data-act="read-again"
        onClick={() => onAsk("read-again")}
      >
        Read again
      </button>
      <button
        type="button"
        className="link bad"
        tabIndex={-1}
        data-act="delete"
        onClick={() => onAsk("delete")}
      >
        Delete
      </button>
    </>
  );
}
