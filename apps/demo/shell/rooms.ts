/** The rooms of the workbench in the order of the navigation. `capability` is what the service must be able to do. */
export const rooms: readonly { address: string; name: string; capability?: string }[] = [
  { address: "/sources", name: "Sources" },
  { address: "/ask", name: "Ask", capability: "ask" },
  { address: "/search", name: "Search", capability: "retrieve" },
  { address: "/extract", name: "Extract", capability: "extract" },
  { address: "/flows", name: "Flows", capability: "flows" },
];

/** Whether an address belongs to a room. */
export const isWithin = (pathname: string, address: string) =>
  pathname === address || pathname.startsWith(`${address}/`);
