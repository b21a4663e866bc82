"use client";

import { useFlows } from "@headwater/react-hooks";
import { useState } from "react";
import { useAbilities } from "../../shell/abilities.ts";
import { NotOffered } from "../../shell/not-offered.tsx";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { FlowRow } from "./flow-row.tsx";
import { flowsSummary } from "./flows-summary.ts";
import { MakeFlow } from "./make-flow.tsx";

/** All flows of the project, and the line that makes a new one. */
export function FlowsRoom() {
  const { known, can } = useAbilities();
  const flows = useFlows();
  const [news, setNews] = useState("");
  const list = flows.data?.flows ?? [];
  const domain = list.flatMap(({ name, url }) => domainOf(name, url))[0];
  if (known && !can("flows")) return <NotOffered room="Flows">This service does not run flows.</NotOffered>;
  return (
    <main className="sheet">
      <h1 className="room">Flows</h1>
      <p className="lead">{flows.data ? flowsSummary(list) : null}</p>
      <p className="off" role="status">
        {news}
      </p>
      <section className="ledger" aria-label="All flows">
        <MakeFlow domain={domain} />
        {list.length > 0 ? (
          <div className="lrow columns frow cols onlywide" aria-hidden="true">
            <span>Revision</span>
            <span>Name and address</span>
            <span>Last run</span>
            <span className="r">Last test, nDCG</span>
            <span>State</span>
          </div>
        ) : null}
        <ul>
          {list.map((flow) => (
            <FlowRow key={flow.name} flow={flow} onGone={() => setNews(`${flow.name} is deleted.`)} />
          ))}
        </ul>
        {flows.isPending ? <p className="wait blank columns">Reading the list</p> : null}
        {flows.isError && !flows.data ? (
          <TroubleNote error={flows.error} action="Try again" onAction={() => void flows.refetch()} />
        ) : null}
      </section>
      <p className="tail strip">
        <span>
          {list.length > 0
            ? "A flow answers at its address from its first deployment on. Until the next one, changes stay in the draft."
            : "A flow takes files through steps of your choice to passages or answers, and answers at an address of its own."}
        </span>
      </p>
    </main>
  );
}

/** ".flows.localhost:4000", when flows have host names. */
function domainOf(name: string, url: string | null): string[] {
  if (url === null || !URL.canParse(url)) return [];
  const { host } = new URL(url);
  return host.startsWith(`${name}.`) ? [host.slice(name.length)] : [];
}
