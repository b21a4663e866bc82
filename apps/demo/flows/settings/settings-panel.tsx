"use client";

import { useId, useState } from "react";
import { BusyButton } from "../../shell/busy-button.tsx";
import { Link } from "../../shell/link.tsx";
import { Question } from "../../sources/question.tsx";
import { nodeAddress } from "../addresses.ts";
import { useDraft, useDraftState } from "../draft/draft-context.ts";
import { useSaving } from "../draft/saving.tsx";
import { configureNode, removeNode, renameNode } from "../graph/commands.ts";
import type { GraphNode } from "../graph/graph.ts";
import { counted } from "../graph/node-summary.ts";
import { downstream } from "../graph/order.ts";
import { checkConfig, withSetting } from "./check-config.ts";
import { Connections } from "./connections.tsx";
import { settingFields } from "./fields.ts";
import { Setting } from "./setting.tsx";

/** The settings of the selected node, with what it is joined to. Escape leads back to where the node was chosen. */
export function SettingsPanel({ node, onClose }: { node: GraphNode; onClose(): void }) {
  const draft = useDraft();
  const { saved, graph, changes } = useDraftState((state) => state);
  const saving = useSaving();
  const [isRemoving, setRemoving] = useState(false);
  const nameId = useId();
  const { config, name } = node.data;
  const was = saved.graph.nodes.find(({ id }) => id === node.id)?.data.config;
  const problems = checkConfig(node.type, config);
  const edges = graph.edges.filter(({ source, target }) => source === node.id || target === node.id).length;
  const behind = downstream(graph, node.id).size - 1;

  return (
    <aside
      className="side"
      aria-label={`Settings of ${name}`}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <p className="label">{node.type}</p>
      <h2 className="h2" tabIndex={-1} id="settings-heading">
        {name}
      </h2>
      <p className="label mono node-id">{node.id}</p>
      <p className="to-results">
        <Link href={nodeAddress(saved.name, node.id)} prefetch={false}>
          Results and why it runs
        </Link>
      </p>
      <div className="grp">
        <label className="fl" htmlFor={nameId}>
          Name
        </label>
        <input
          className="field"
          id={nameId}
          value={name}
          maxLength={200}
          onChange={(event) => draft.edit((graph) => renameNode(graph, node.id, event.target.value))}
        />
      </div>
      {settingFields[node.type].map((field) => (
        <Setting
          key={`${node.id} ${field.name}`}
          field={field}
          value={config[field.name]}
          was={
            was && JSON.stringify(was[field.name]) !== JSON.stringify(config[field.name])
              ? was[field.name]
              : undefined
          }
          problem={problems[field.name]}
          onValue={(value) =>
            draft.edit((graph) => configureNode(graph, node.id, withSetting(config, field.name, value)))
          }
        />
      ))}
      {settingFields[node.type].length === 0 ? <p className="hint grp">It has no settings.</p> : null}
      <Connections node={node} />
      {changes.nodes.has(node.id) ? (
        <p className="hint">
          Saving marks this node{behind > 0 ? ` and the ${behind} after it` : ""} for another run.
          {saved.revision_id ? " What is deployed keeps answering until you deploy." : ""}
        </p>
      ) : null}
      <div className="doings cluster">
        <BusyButton
          className="btn main"
          isIdle={!saving.isEdited || Object.keys(problems).length > 0}
          isBusy={saving.isBusy}
          onClick={() => void saving.save()}
        >
          {saving.isBusy ? "Saving" : "Save"}
        </BusyButton>
        <BusyButton className="btn" isBusy={false} isIdle={!saving.isEdited} onClick={draft.reset}>
          Undo changes
        </BusyButton>
        <button type="button" className="btn bare danger" onClick={() => setRemoving(true)}>
          Remove
        </button>
      </div>
      {isRemoving ? (
        <Question label={`Remove ${name}`} onClose={() => setRemoving(false)} leave="Keep it">
          <p>
            Remove {name}
            {edges > 0 ? ` and its ${counted(edges, "connection", "connections")}` : ""}? Nothing is lost
            before you save.
          </p>
          <button
            type="button"
            className="btn danger"
            onClick={() => {
              draft.edit((graph) => removeNode(graph, node.id));
              onClose();
            }}
          >
            Remove the node
          </button>
        </Question>
      ) : null}
    </aside>
  );
}
