"use client";

import type { Source } from "@headwater/client";
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import type { SchemaCheck } from "../extract/check-schema.ts";
import { SchemaEditor } from "../extract/schema-editor.tsx";
import { ScopeChooser } from "../scope/scope-chooser.tsx";
import type { AskForm } from "./ask-settings.ts";

type Properties = {
  form: AskForm;
  onForm(change: Partial<AskForm>): void;
  schemaCheck: SchemaCheck;
  sources: readonly Source[] | undefined;
  isFollowUp: boolean;
  isWriting: boolean;
  onAsk(): void;
  field: RefObject<HTMLTextAreaElement | null>;
};

const thinkingWords = {
  fast: "Fast thinking",
  balanced: "Balanced thinking",
  accurate: "Accurate thinking",
} as const;

/** The field for the next question, with its scope and its settings. */
export function Composer({
  form,
  onForm,
  schemaCheck,
  sources,
  isFollowUp,
  isWriting,
  onAsk,
  field,
}: Properties) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk();
  };
  const askByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onAsk();
  };
  useGrowingHeight(field, form.draft);
  return (
    <form className="compose" onSubmit={submit} onKeyDown={askByKey} aria-label="Your question">
      <div className="w">
        <span />
        <div className="mid">
          <div className="line">
            <label className="off" htmlFor="question">
              Your question
            </label>
            <textarea
              id="question"
              ref={field}
              dir="auto"
              rows={1}
              maxLength={32_000}
              placeholder={isFollowUp ? "Ask a follow-up" : "Ask a question"}
              value={form.draft}
              onChange={(event) => onForm({ draft: event.target.value })}
            />
            <button
              type="button"
              className="btn bare"
              aria-pressed={form.asValues}
              onClick={() => onForm({ asValues: !form.asValues })}
            >
              As values
            </button>
          </div>
          {form.asValues ? (
            <div className="shape">
              <SchemaEditor
                id="answer-schema"
                label="Schema of the answer"
                text={form.schema}
                check={schemaCheck}
                onText={(schema) => onForm({ schema })}
              />
            </div>
          ) : null}
          <div className="opts">
            <ScopeChooser
              className="up"
              before="In"
              sources={sources}
              scope={form.scope ?? undefined}
              onScope={(scope) => onForm({ scope: scope ? [...scope] : null })}
            />
            <select
              className="field"
              aria-label="Thinking"
              value={form.thinking}
              onChange={(event) => onForm({ thinking: event.target.value as AskForm["thinking"] })}
            >
              {Object.entries(thinkingWords).map(([level, words]) => (
                <option key={level} value={level}>
                  {words}
                </option>
              ))}
            </select>
            <span className="grow" />
            <button type="submit" className="btn main" aria-busy={isWriting}>
              {isWriting ? "Asking" : "Ask"}
            </button>
          </div>
        </div>
        <span className="label onlywide">{useAskKey()} asks. Answers cite only the sources in scope.</span>
      </div>
    </form>
  );
}

/** The field grows with its text up to a third of the window. Then it scrolls. */
function useGrowingHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(element.scrollHeight, window.innerHeight / 3)}px`;
  }, [field, text]);
}

function useAskKey(): string {
  const [key, setKey] = useState("Ctrl Enter");
  useEffect(() => {
    if (/Mac|iPhone|iPad/.test(navigator.platform)) setKey("Cmd Enter");
  }, []);
  return key;
}
