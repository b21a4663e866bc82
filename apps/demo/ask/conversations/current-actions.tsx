"use client";

import type { Conversation as Kept } from "@headwater/client";
import { unwrap } from "@headwater/client";
import { reasonOf, useDeleteConversation, useDocuments, useRenameConversation } from "@headwater/react-hooks";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { download } from "../../extract/download.ts";
import { BusyButton } from "../../shell/busy-button.tsx";
import { Question } from "../../sources/question.tsx";
import { exportConversation } from "./export-conversation.ts";
import { RenameField } from "./rename-field.tsx";

type Properties = {
  conversation: Kept;
  /** The conversation is gone. */
  onDeleted(): void;
};

/** What can be done with the conversation that is open: rename, export, delete. */
export function CurrentActions({ conversation: { conversation_id, title }, onDeleted }: Properties) {
  const { sources: client } = useDocuments();
  const [step, setStep] = useState<"renaming" | "deleting">();
  const renaming = useRef<HTMLButtonElement>(null);
  const rename = useRenameConversation();
  const deletion = useDeleteConversation();
  const saving = useMutation({
    mutationFn: async () => {
      const params = { path: { conversation_id } };
      const file = exportConversation(
        await unwrap(client.GET("/conversations/{conversation_id}", { params })),
      );
      download(file.name, "text/markdown", file.text);
    },
  });
  const error = rename.error ?? deletion.error ?? saving.error;
  const close = () => setStep(undefined);
  const stopRenaming = () => {
    close();
    // The button is drawn anew in the place of the field.
    requestAnimationFrame(() => renaming.current?.focus());
  };
  return (
    <>
      {step === "renaming" ? (
        <RenameField
          title={title ?? ""}
          onRename={(title) => {
            stopRenaming();
            rename.mutate({ conversation_id, title });
          }}
          onClose={stopRenaming}
        />
      ) : (
        <span className="acts2 strip reach">
          <button type="button" className="link" ref={renaming} onClick={() => setStep("renaming")}>
            Rename
          </button>
          <BusyButton className="link" isBusy={saving.isPending} onClick={() => saving.mutate()}>
            {saving.isPending ? "Exporting" : "Export"}
          </BusyButton>
          <button type="button" className="link bad" onClick={() => setStep("deleting")}>
            Delete
          </button>
        </span>
      )}
      {step === "deleting" ? (
        <Question label="Delete the conversation" onClose={close} leave="Keep it">
          <p>Delete this conversation with its answers? This cannot be undone.</p>
          <BusyButton
            className="btn danger"
            isBusy={deletion.isPending}
            onClick={() => deletion.mutate({ conversation_id }, { onSuccess: onDeleted })}
          >
            {deletion.isPending ? "Deleting" : "Delete for good"}
          </BusyButton>
        </Question>
      ) : null}
      {error ? (
        <p className="wrong" role="alert">
          {reasonOf(error)}
        </p>
      ) : null}
    </>
  );
}
