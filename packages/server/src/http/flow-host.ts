/** Whether a Host header names the flow surface: the flows domain itself or a name below it. */
export function isFlowHost(host: string | undefined, flowsDomain: string): boolean {
  const name = host?.replace(/:\d+$/, "").toLowerCase();
  const domain = flowsDomain.replace(/:\d+$/, "").toLowerCase();
  return name !== undefined && (name === domain || name.endsWith(`.${domain}`));
}
