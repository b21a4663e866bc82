"use client";

import { isApiError } from "@headwater/client";
import { useSources } from "@headwater/react-hooks";
import { Link } from "../shell/link.tsx";
import { Title } from "../shell/title.tsx";
import { TroubleNote } from "../shell/trouble-note.tsx";
import { nameOfSource } from "../sources/kinds.ts";
import { useSought } from "./long/use-sought.ts";
import { OpenDocument } from "./open-document.tsx";
import { usePlace } from "./use-place.ts";

/** One source: its pages, and its text beside them. */
export function DocumentRoom({ fileId }: { fileId: string }) {
  const sources = useSources({ fileIds: [fileId] });
  // Where the address leads is asked for beside what the source is, not after it.
  useSought(fileId, usePlace(), { turn: 0, known: undefined, isListed: true });
  const source = sources.data?.find(({ file_id }) => file_id === fileId);
  return (
    <>
      <Title of={source ? nameOfSource(source) : "Document"} />
      {source ? <OpenDocument source={source} /> : <NotOpen fileId={fileId} sources={sources} />}
    </>
  );
}

type NotOpenProperties = { fileId: string; sources: ReturnType<typeof useSources> };

function NotOpen({ fileId, sources }: NotOpenProperties) {
  return (
    <main className="sheet">
      {sources.isPending ? <p className="wait">Opening the document</p> : null}
      {sources.isSuccess || isApiError(sources.error, 404) ? <NotThere fileId={fileId} /> : null}
      {sources.isError && !isApiError(sources.error, 404) ? (
        <TroubleNote error={sources.error} action="Try again" onAction={() => void sources.refetch()} />
      ) : null}
    </main>
  );
}

function NotThere({ fileId }: { fileId: string }) {
  return (
    <>
      <h1 className="room">There is no such source</h1>
      <p className="lead">
        The service has none with the id <span className="mono">{fileId}</span>. It may have been deleted.
      </p>
      <p className="back-link">
        <Link className="btn" href="/sources">
          Go to the sources
        </Link>
      </p>
    </>
  );
}
