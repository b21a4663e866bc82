"use client";

import { isApiError } from "@headwater/client";
import { useCreateFlow, useCreatePrompt, useFlows, usePrompts, useSources } from "@headwater/react-hooks";
import type { FlowTemplate, NewFlow } from "@headwater/spec";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { presentScope } from "../../scope/present-scope.ts";
import { readySources } from "../../scope/ready-sources.ts";
import { ScopeChooser } from "../../scope/scope-chooser.tsx";
import { BusyButton } from "../../shell/busy-button.tsx";
import { useService } from "../../shell/service.ts";
import { troubleOf } from "../../shell/trouble.ts";
import { flowAddress } from "../addresses.ts";
import { problemOfName } from "./flow-name.ts";
import { flowOfFile } from "./flow-of-file.ts";
import { templates } from "./templates.ts";

/** Makes a flow from a template and chosen sources, or from a file, and opens it. */
export function MakeFlow({ domain }: { domain: string | undefined }) {
  const creation = useCreateFlow();
  const promptCreation = useCreatePrompt();
  const prompts = usePrompts();
  const router = useRouter();
  const flows = useFlows();
  const sources = useSources();
  const [name, setName] = useState("");
  const { readiness } = useService();
  const [chosen, setTemplate] = useState<FlowTemplate>();
  // Chat needs a language model. Without one its first simulation would be refused.
  const template = chosen ?? (readiness?.answering?.mode === "model" ? "chat" : "search");
  const [scope, setScope] = useState<readonly string[]>();
  const file = useRef<HTMLInputElement>(null);
  const present = presentScope(scope, sources.data);
  const ready = sources.data && readySources(sources.data, present);
  const problem = problemOfName(name, flows.data?.flows.map((flow) => flow.name) ?? []);

  const make = useMutation({
    mutationFn: (body: NewFlow) => creation.mutateAsync(body),
    onSuccess: (made) => router.push(flowAddress(made.name)),
  });
  // Before the sources are known, "all sources" would mean none.
  const isReady = name !== "" && problem === undefined && !sources.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || make.isPending) return;
    const files = ready
      ?.filter(({ file_id }) => !present || present.includes(file_id))
      .map(({ file_name }) => file_name);
    make.mutate({ name, template, files: [...new Set(files)] });
  };
  const readFile = async (chosen: File) => {
    const read = await flowOfFile(chosen);
    if (read.prompts.length > 0) {
      const { missingPrompts } = await import("@headwater/spec/flow-file");
      const there = (await prompts.refetch({ throwOnError: true })).data?.prompts ?? [];
      for (const prompt of missingPrompts(read, there)) await promptCreation.mutateAsync(prompt);
    }
    return creation.mutateAsync({ name, graph: read.graph });
  };
  const fromFile = useMutation({
    mutationFn: readFile,
    onSuccess: (made) => router.push(flowAddress(made.name)),
  });
  const error = make.error ?? fromFile.error;
  return (
    <form className="lrow columns make" aria-label="New flow" onSubmit={submit}>
      <label className="label" htmlFor="flow-name">
        New flow
      </label>
      <div>
        <div className="addr strip">
          <input
            className="field"
            id="flow-name"
            value={name}
            placeholder="returns-desk"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? "flow-name-said" : undefined}
            onChange={({ target }) => setName(target.value)}
          />
          {domain ? <span className="mono">{domain}</span> : null}
        </div>
        {problem ? (
          <p className="hint bad" id="flow-name-said">
            {problem}
          </p>
        ) : null}
        <fieldset className="rad tpl">
          <legend className="off">Start from</legend>
          {templates.map(({ value, title, does, chain }) => (
            <label key={value}>
              <input
                type="radio"
                name="template"
                checked={template === value}
                onChange={() => setTemplate(value)}
              />
              <b>{title}</b>
              <span>{does}</span>
              <span className="chain cluster">
                {chain.map((each) => (
                  <span key={each}>{each}</span>
                ))}
              </span>
            </label>
          ))}
        </fieldset>
        <div className="make-from columns">
          <span className="fl" id="make-from">
            With
          </span>
          <ScopeChooser sources={ready} scope={present} labelledBy="make-from" onScope={setScope} />
        </div>
        {error ? (
          <p className="hint bad" role="alert">
            {isApiError(error, 409) ? `"${name}" is taken.` : troubleOf(error).help || troubleOf(error).what}
          </p>
        ) : null}
        <div className="acts3 cluster">
          <BusyButton type="submit" className="btn main" isBusy={make.isPending} isIdle={!isReady}>
            {make.isPending ? "Making" : "Make the flow"}
          </BusyButton>
          <span>or</span>
          <BusyButton
            className="btn"
            isBusy={fromFile.isPending}
            isIdle={!isReady || make.isPending}
            onClick={() => file.current?.click()}
          >
            Choose a file
          </BusyButton>
          <span className="onlywide">a flow in YAML or JSON</span>
          <input
            ref={file}
            type="file"
            accept=".yaml,.yml,.json,application/json,application/yaml"
            hidden
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) fromFile.mutate(chosen);
              target.value = "";
            }}
          />
        </div>
      </div>
    </form>
  );
}
