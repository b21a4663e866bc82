"use client";

import type { JsonSchema } from "@headwater/client";
import { useId, useState } from "react";
import { columnsOf } from "../extract/columns.ts";
import { Fields } from "../extract/fields.tsx";
import { type ValueView, valueViews } from "../extract/value-views.ts";
import { Tabs } from "../shell/tabs.tsx";

/** The values of a schema, as a table and as JSON. */
export function StructuredAnswer({
  schema,
  output,
  name,
}: {
  schema: JsonSchema;
  output: unknown;
  name: string;
}) {
  const [tab, setTab] = useState<ValueView>("Table");
  const id = useId();
  return (
    <div className="values">
      <Tabs label="How the values are shown" tabs={valueViews} value={tab} onChange={setTab} controls={id} />
      <div id={id} role="tabpanel" aria-label={tab}>
        {tab === "Table" ? (
          <Fields columns={columnsOf(schema)} output={output} caption={name} />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <pre className="json" tabIndex={0}>
            {JSON.stringify(output, null, 2)}
          </pre>
        )}
      </div>
    </div>
  );
}
