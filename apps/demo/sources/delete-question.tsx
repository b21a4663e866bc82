"use client";

import type { Source } from "@headwater/client";
import { useBuild } from "@headwater/react-hooks";
import { nameOfSource } from "./kinds.ts";
import { Question } from "./question.tsx";
import { counted } from "./sizes.ts";

type Properties = {
  source: Source;
  /** Another source with the same content, which stays. */
  besides?: Source | undefined;
  onConfirm(): void;
  onClose(): void;
};

/** Asks for confirmation and deletes. */
export function DeleteQuestion({ source, besides, onConfirm, onClose }: Properties) {
  const build = useBuild(source.build_id ?? undefined);
  const name = nameOfSource(source);
  const elements = build.data?.total_partitions;
  return (
    <Question label={`Delete ${name}`} onClose={onClose} leave="Keep it">
      <p>
        Delete <bdi>{name}</bdi>
        {elements ? ` and its ${counted(elements, "element")}` : null}? This cannot be undone.
        {besides ? (
          <>
            {" "}
            <bdi>{nameOfSource(besides)}</bdi> stays.
          </>
        ) : null}
      </p>
      <button type="button" className="btn danger" onClick={onConfirm}>
        Delete for good
      </button>
    </Question>
  );
}
