import { createRouteHandlers } from "@headwater/next-route-handlers";

export const { GET, POST, PUT, PATCH, DELETE } = createRouteHandlers({
  baseUrl: process.env.HEADWATER_URL ?? "http://127.0.0.1:4000/sources",
  // Read at the first request: so the build works without the token, and the request says what is missing.
  token: process.env.HEADWATER_TOKEN ?? "",
  // Everyone who can open this page may do everything. That suits only one person on their own machine.
  // With several users return a scope for each: see the README of @headwater/next-route-handlers.
  authorize: () => true,
});
