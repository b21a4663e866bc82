"use client";

import type { Build, Source } from "@headwater/client";
import { useBuild } from "@headwater/react-hooks";
import { Recording } from "../recording/recording.tsx";
import { recordingKind } from "../recording/recording-of.ts";
import { isWorkbook } from "../sheet/sheets-of.ts";
import { Workbook } from "../sheet/workbook.tsx";
import { BuildNotes } from "./build-notes.tsx";
import { DocumentHead } from "./document-head.tsx";
import { Pages } from "./pages.tsx";
import { Unread } from "./unread.tsx";

export function OpenDocument({ source }: { source: Source }) {
  const build = useBuild(source.build_id ?? undefined).data;
  const isRead = source.total_pages != null || source.status === "Completed" || source.status === "Processed";
  return (
    <main>
      <DocumentHead source={source} build={build} />
      <Content source={source} build={build} isRead={isRead} />
    </main>
  );
}

function Content({ source, build, isRead }: { source: Source; build: Build | undefined; isRead: boolean }) {
  if (!isRead) return <Unread source={source} build={build} />;
  const notes = <BuildNotes source={source} build={build} onPage={undefined} />;
  if (isWorkbook(source.file_type)) return <Workbook source={source} notes={notes} />;
  if (recordingKind(source)) return <Recording source={source} notes={notes} />;
  return <Pages source={source} build={build} />;
}
