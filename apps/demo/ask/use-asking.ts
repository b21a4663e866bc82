"use client";

import type { Source } from "@headwater/client";
import type { AskOptions, Conversation } from "@headwater/react-hooks";
import { type RefObject, useMemo, useState } from "react";
import { checkSchema } from "../extract/check-schema.ts";
import { presentScope } from "../scope/present-scope.ts";
import { useService } from "../shell/service.ts";
import { thinkingLevels, thinkingOf } from "../shell/thinking.ts";
import { useStored } from "../stored/use-stored.ts";
import { useTypedAhead } from "../stored/use-typed-ahead.ts";
import { askForm, firstAskForm } from "./ask-settings.ts";
import type { AskedAddress } from "./asked-scope.ts";
import { useConversation } from "./conversation-provider.tsx";
import { joinDrafts } from "./draft.ts";
import { conversationBefore } from "./stored-conversations.ts";
import type { Turn } from "./turns.ts";
import { useAskedAddress } from "./use-asked-address.ts";

type Asking = {
  field: RefObject<HTMLTextAreaElement | null>;
  sources: readonly Source[] | undefined;
  asked: AskedAddress;
  /** Another question or conversation takes the place of what was open. */
  onMove(): void;
};

/** The field of the question with its settings, and the ways to ask, to ask again, and to begin anew. */
export function useAsking({ field, sources, asked, onMove }: Asking) {
  const [form, setForm, formIsRead] = useStored("headwater-ask", askForm, firstAskForm);
  // Do not announce again what was said before the page was opened.
  const [hasAsked, setHasAsked] = useState(false);
  const schemaCheck = useMemo(() => checkSchema(form.schema), [form.schema]);
  const { messages, ask, reset, regenerate, conversationId, open } = useConversation();
  const answering = useService().readiness?.answering;
  const addToDraft = (text: string) => setForm(({ draft }) => ({ draft: joinDrafts(draft, text) }));
  useTypedAhead(field, formIsRead, addToDraft);
  useAskedAddress(asked, sources, formIsRead, ({ question = "", ...scope }) => {
    setForm(scope);
    addToDraft(question);
    field.current?.focus();
  });
  const begin = () => {
    setHasAsked(true);
    onMove();
  };
  const thinkingLevel = thinkingOf(form.thinking, thinkingLevels(answering));

  return {
    ...{ form, setForm, schemaCheck, hasAsked },
    askNow() {
      const text = form.draft.trim();
      if (text === "") return field.current?.focus();
      if (form.asValues && !schemaCheck.valid) return document.getElementById("answer-schema")?.focus();
      setForm({ draft: "" });
      begin();
      void ask(text, {
        thinkingLevel,
        fileIds: presentScope(form.scope ?? undefined, sources) ?? "all",
        outputSchema: form.asValues && schemaCheck.valid ? schemaCheck.schema : undefined,
      });
    },
    /** Asks something that was taken from one of the sources. The draft stays. */
    askSuggested(text: string, fileId: string) {
      begin();
      field.current?.focus();
      void ask(text, { thinkingLevel, fileIds: [fileId] });
    },
    askAgain({ question }: Turn, isLast: boolean, everywhere: boolean) {
      begin();
      const { fileIds } = question.settings;
      const settings: AskOptions = {
        ...question.settings,
        fileIds: (everywhere ? undefined : presentScope(fileIds, sources)) ?? "all",
      };
      // Later messages stay: the earlier question is asked again at the end.
      void (isLast ? regenerate(question.id, settings) : ask(question.text, settings));
    },
    startNew() {
      // Without browser storage there is no previous conversation to return to.
      Promise.resolve({ conversationId, messages })
        .then(conversationBefore.save)
        .catch(() => undefined);
      onMove();
      reset();
      field.current?.focus();
    },
    goBack(left: Conversation) {
      open(left);
      // The pressed button has disappeared.
      field.current?.focus();
    },
  };
}
