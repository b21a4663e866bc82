import type { Metadata } from "next";
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
import "../../../styles/flows/flow.css";
import "../../../styles/flows/canvas.css";
import "../../../styles/flows/settings.css";
import "../../../styles/flows/results.css";
import "../../../styles/flows/compare.css";
import "../../../styles/flows/tests.css";
import { FlowShell } from "../../../flows/shell/flow-shell.tsx";

type Properties = { params: Promise<{ name: string }>; children: ReactNode };

export async function generateMetadata({ params }: Properties): Promise<Metadata> {
  return { title: `${decodeURIComponent((await params).name)}, a flow` };
}

export default async function Layout({ params, children }: Properties) {
  const { name } = await params;
  return (
    <FlowShell name={decodeURIComponent(name)} key={name}>
      {children}
    </FlowShell>
  );
}
