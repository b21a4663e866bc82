"use client";

import { type Source, unwrap } from "@headwater/client";
import { documentsKeys, useDocuments, useSources } from "@headwater/react-hooks";
import { limits } from "@headwater/spec";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useMemo, useState } from "react";
import { BusyButton } from "../shell/busy-button.tsx";
import { troubleOf } from "../shell/trouble.ts";
import { nameOfSource } from "./kinds.ts";
import { Question } from "./question.tsx";
import { useWorks } from "./several/works-provider.tsx";
import { tagCounts } from "./sieve.ts";

/** Tags of one source or of several: a word that is pressed is on all of them. Each change is kept at once. */
export function TagEditor({ sources, onClose }: { sources: readonly Source[]; onClose(): void }) {
  const all = useSources().data ?? sources;
  const { sources: client } = useDocuments();
  const { start } = useWorks();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useId();
  // The list has the tags of now; what was given may be older.
  const chosen = useMemo(() => {
    const byId = new Map(all.map((source) => [source.file_id, source]));
    return sources.map((source) => byId.get(source.file_id) ?? source);
  }, [sources, all]);
  const known = useMemo(() => tagCounts(all).tags.map(([tag]) => tag), [all]);
  const counts = useMemo(() => new Map(tagCounts(chosen).tags), [chosen]);
  const countOf = (tag: string) => counts.get(tag) ?? 0;

  const apply = async (change: (tags: readonly string[]) => readonly string[]) => {
    setBusy(true);
    setProblem(undefined);
    const nextOf = ({ tags = [] }: Source) => change(tags);
    const changed = chosen.filter((source) => {
      const [next, tags = []] = [nextOf(source), source.tags];
      return next.length !== tags.length || !next.every((tag) => tags.includes(tag));
    });
    const tagged = new Map<string, Source>();
    const failures = await start("tag", changed, async (source) => {
      const params = { path: { file_id: source.file_id } };
      const body = { tags: [...nextOf(source)] };
      tagged.set(source.file_id, await unwrap(client.PATCH("/{file_id}", { params, body })));
    });
    queryClient.setQueriesData<Source[]>({ queryKey: documentsKeys.sources(client) }, (list) =>
      list?.map((source) => tagged.get(source.file_id) ?? source),
    );
    setBusy(false);
    const [error] = failures.values();
    if (error) setProblem(`${troubleOf(error).what} ${troubleOf(error).help}`);
    return error === undefined;
  };
  const press = (tag: string) =>
    void apply((tags) =>
      countOf(tag) === chosen.length ? tags.filter((each) => each !== tag) : [...new Set([...tags, tag])],
    );
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const fresh = typed
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean);
    if (fresh.length > 0 && (await apply((tags) => [...new Set([...tags, ...fresh])]))) setTyped("");
  };
  const [first] = chosen;
  const label = first && chosen.length === 1 ? `Tags of ${nameOfSource(first)}` : "Tags of the chosen";
  return (
    <Question label={label} onClose={onClose}>
      {known.length > 0 ? (
        <div className="words cluster">
          {known.map((tag) => {
            const count = countOf(tag);
            const isMixed = count > 0 && count < chosen.length;
            return (
              <BusyButton
                key={tag}
                aria-pressed={isMixed ? "mixed" : count > 0}
                isBusy={isBusy}
                onClick={() => press(tag)}
              >
                <bdi>{tag}</bdi>
                {isMixed ? <span>{`on ${count}`}</span> : null}
              </BusyButton>
            );
          })}
        </div>
      ) : null}
      <form className="tagging strip" onSubmit={(event) => void add(event)}>
        <label className="off" htmlFor={field}>
          New tag
        </label>
        <input
          className="field"
          id={field}
          data-first
          placeholder="New tag"
          autoComplete="off"
          maxLength={limits.maxTagLength}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <BusyButton type="submit" className="btn" isBusy={isBusy} isIdle={typed.trim() === ""}>
          Add
        </BusyButton>
      </form>
      <button type="button" className="btn" onClick={onClose}>
        Done
      </button>
      {problem ? (
        <p className="bad" role="alert">
          {problem}
        </p>
      ) : null}
    </Question>
  );
}
