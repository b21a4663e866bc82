import type { ReactNode } from "react";
import "../../../styles/page.css";
import "../../../styles/question.css";
import "../../../styles/scope.css";
import "../../../styles/values.css";
import "../../../styles/facsimile.css";
import "../../../styles/verdict.css";
import "../../../styles/ask.css";
import "../../../styles/sidenote.css";
import "../../../styles/beside.css";
import "../../../styles/flows/chain.css";
import "../../../styles/flows/flow.css";
import "../../../styles/flows/canvas.css";
import "../../../styles/flows/settings.css";
import "../../../styles/flows/results.css";
import "../../../styles/flows/compare.css";
import "../../../styles/flows/tests.css";
import { FlowShell } from "../../../flows/shell/flow-shell.tsx";
import { Title } from "../../../shell/title.tsx";

type Properties = { params: Promise<{ name: string }>; children: ReactNode };

export default async function Layout({ params, children }: Properties) {
  const name = decodeURIComponent((await params).name);
  return (
    <>
      <Title of={`${name}, a flow`} />
      <FlowShell name={name} key={name}>
        {children}
      </FlowShell>
    </>
  );
}
