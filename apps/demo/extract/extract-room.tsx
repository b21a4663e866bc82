"use client";

import { useSources } from "@headwater/react-hooks";
import { type FormEvent, useMemo } from "react";
import { presentScope } from "../scope/present-scope.ts";
import { readySources } from "../scope/ready-sources.ts";
import { ScopeChooser } from "../scope/scope-chooser.tsx";
import { useAbilities } from "../shell/abilities.ts";
import { Link } from "../shell/link.tsx";
import { NotOffered } from "../shell/not-offered.tsx";
import { useService } from "../shell/service.ts";
import { thinkingLevels, thinkingOf } from "../shell/thinking.ts";
import { TroubleNote } from "../shell/trouble-note.tsx";
import { useStored } from "../stored/use-stored.ts";
import { checkSchema } from "./check-schema.ts";
import { extractForm, firstExtractForm, ownSchemas, withSchema, withTemplate } from "./extract-form.ts";
import { extractingWords } from "./extracting-words.ts";
import { Result } from "./result.tsx";
import { RunButtons } from "./run-buttons.tsx";
import { SchemaEditor } from "./schema-editor.tsx";
import { templates } from "./templates.ts";
import { useExtractionRun } from "./use-extraction-run.ts";

export function ExtractRoom() {
  const { known, can } = useAbilities();
  if (known && !can("extract"))
    return <NotOffered room="Extract">This service does not extract values.</NotOffered>;
  return (
    <main className="sheet extracting">
      <h1 className="room">Extract</h1>
      <p className="lead">Name the values you want; each one comes back with the place it was read from.</p>
      <Extract />
    </main>
  );
}

function Extract() {
  const sources = useSources();
  const [form, setForm] = useStored("headwater-extract", extractForm, firstExtractForm);
  const { run, isBusy, start, retry, stop } = useExtractionRun();
  const check = useMemo(() => checkSchema(form.schema), [form.schema]);
  const scope = useMemo(
    () => presentScope(form.scope ?? undefined, sources.data),
    [form.scope, sources.data],
  );
  const ready = useMemo(() => sources.data && readySources(sources.data, scope), [sources.data, scope]);
  const chosen = useMemo(
    () => ready?.filter(({ file_id }) => !scope || scope.includes(file_id)) ?? [],
    [ready, scope],
  );
  const answering = useService().readiness?.answering;
  const levels = thinkingLevels(answering);
  const thinking = thinkingOf(form.thinking, levels);
  const isReady = check.valid && form.instruction.trim() !== "" && chosen.length > 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !check.valid || !isReady) return;
    start({
      schema: check.schema,
      instruction: form.instruction.trim(),
      thinking,
      sources: chosen,
    });
  };

  return (
    <div className="extract columns">
      <form className="l" aria-label="What to extract" onSubmit={submit}>
        <div className="grp">
          <label className="fl" htmlFor="template">
            Schema
          </label>
          <select
            className="field"
            id="template"
            value={form.template}
            onChange={(event) => setForm(withTemplate(form, event.target.value))}
          >
            {templates.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
            {ownSchemas(form).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <SchemaEditor
            id="schema"
            label="Schema editor"
            text={form.schema}
            check={check}
            onText={(text) => setForm(withSchema(form, text))}
          />
        </div>
        <div className="grp">
          <label className="fl" htmlFor="instruction">
            Instruction
          </label>
          <textarea
            className="field"
            id="instruction"
            rows={3}
            maxLength={32_000}
            required
            aria-invalid={form.instruction.trim() === ""}
            aria-describedby={form.instruction.trim() === "" ? "instruction-said" : undefined}
            value={form.instruction}
            onChange={(event) => setForm({ instruction: event.target.value })}
          />
          {form.instruction.trim() === "" ? (
            <p className="hint bad" id="instruction-said">
              Say in a sentence what to look for.
            </p>
          ) : null}
        </div>
        <div className="grp">
          <span className="fl" id="sources-label">
            Sources
          </span>
          <ScopeChooser
            className="whole"
            sources={ready}
            scope={scope}
            labelledBy="sources-label"
            onScope={(next) => setForm({ scope: next ? [...next] : null })}
          />
          {sources.isError && !sources.data ? <TroubleNote error={sources.error} /> : null}
          {ready?.length === 0 ? (
            <p className="hint">
              No source is ready yet. <Link href="/sources">Add a document</Link>.
            </p>
          ) : null}
        </div>
        {levels.length > 0 ? (
          <fieldset className="grp">
            <legend className="fl">Thinking</legend>
            <span className="pick">
              {levels.map((level) => (
                <label key={level}>
                  <input
                    type="radio"
                    name="thinking"
                    checked={thinking === level}
                    onChange={() => setForm({ thinking: level })}
                  />
                  {level.charAt(0).toUpperCase() + level.slice(1)}
                </label>
              ))}
            </span>
          </fieldset>
        ) : null}
        {answering ? <p className="hint mode">{extractingWords(answering)}</p> : null}
        <RunButtons count={chosen.length} isReady={isReady} isBusy={isBusy} onStop={stop} />
      </form>
      <section className="rr" aria-label="Result">
        {run.rows.length > 0 ? (
          <Result run={run} onRetry={retry} isBusy={isBusy} />
        ) : (
          <p className="hint">The values will appear here, a row for each source.</p>
        )}
      </section>
    </div>
  );
}
