"use client";

import type { Readiness, Source, ThinkingLevel } from "@headwater/client";
import { type FormEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useState } from "react";
import type { SchemaCheck } from "../extract/check-schema.ts";
import { SchemaEditor } from "../extract/schema-editor.tsx";
import { ScopeChooser } from "../scope/scope-chooser.tsx";
import { useService } from "../shell/service.ts";
import { thinkingLevels, thinkingOf } from "../shell/thinking.ts";
import { limitWords, modeWords } from "./answering-words.ts";
import type { AskForm } from "./ask-settings.ts";
import { asksByKey } from "./asks-by-key.ts";

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

const thinkingWords: Record<ThinkingLevel, string> = {
  fast: "Fast thinking",
  balanced: "Balanced thinking",
  accurate: "Accurate thinking",
  max: "The most thinking",
};

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
    // In the schema a line ends with Enter.
    const isElsewhere = event.target !== field.current;
    if (!asksByKey(event, isElsewhere || matchMedia("(pointer: coarse)").matches)) return;
    event.preventDefault();
    onAsk();
  };
  useGrowingHeight(field, form.draft);
  const answering = useService().readiness?.answering;
  const mode = modeWords(answering);
  const levels = thinkingLevels(answering);
  return (
    <form className="compose" onSubmit={submit} onKeyDown={askByKey} aria-label="Your question">
      <div className="w">
        <span />
        <div className="mid">
          <div className="line strip">
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
          <div className="opts strip">
            <ScopeChooser
              className="up"
              before="In"
              sources={sources}
              scope={form.scope ?? undefined}
              onScope={(scope) => onForm({ scope: scope ? [...scope] : null })}
            />
            {levels.length > 0 ? (
              <select
                className="field"
                aria-label="Thinking"
                value={thinkingOf(form.thinking, levels)}
                onChange={(event) => onForm({ thinking: event.target.value as AskForm["thinking"] })}
              >
                {levels.map((level) => (
                  <option key={level} value={level}>
                    {thinkingWords[level]}
                  </option>
                ))}
              </select>
            ) : null}
            <span className="grow onlywide" />
            <button type="submit" className="btn main" aria-busy={isWriting}>
              {isWriting ? "Asking" : "Ask"}
            </button>
          </div>
          {mode ? <Mode words={mode} about={answering} /> : null}
        </div>
        <span className="label onlywide">Enter asks, Shift Enter breaks the line</span>
      </div>
    </form>
  );
}

/** How the service answers, and on demand what to expect of it. */
function Mode({ words, about }: { words: string; about: Readiness["answering"] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="mode">
        {words}{" "}
        <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {about?.mode === "model" ? "How they are checked" : "What that cannot do"}
        </button>
      </p>
      {isOpen ? <p className="mode">{limitWords(about)}</p> : null}
    </>
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
