/** The pages of a flow in the order of their tabs. */
export const flowPages = [
  { page: "", name: "Canvas" },
  { page: "list", name: "List" },
  { page: "tests", name: "Tests" },
  { page: "runs", name: "Runs" },
  { page: "revisions", name: "Revisions" },
  { page: "compare", name: "Compare" },
] as const;

export type FlowPage = (typeof flowPages)[number]["page"];

export const flowAddress = (name: string, page: FlowPage = ""): string =>
  `/flows/${encodeURIComponent(name)}${page ? `/${page}` : ""}`;

/** The results of a node. */
export const nodeAddress = (name: string, nodeId: string): string =>
  `${flowAddress(name)}/nodes/${encodeURIComponent(nodeId)}`;

/** Two states of a flow side by side: each is `draft` or the id of a revision. */
export const compareAddress = (name: string, from: string, to: string): string =>
  `${flowAddress(name, "compare")}?${new URLSearchParams({ from, to })}`;

/** Two runs side by side; with a question, its ranks are open. Without `from`: the run before. */
export function compareRunsAddress(
  name: string,
  from: string | undefined,
  to: string,
  question?: string,
): string {
  const query = new URLSearchParams({ of: "runs", ...(from && { from }), to, ...(question && { question }) });
  return `${flowAddress(name, "compare")}?${query}`;
}
