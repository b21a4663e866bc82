import { createRouteHandlers } from "@headwater/next-route-handlers";

export const { GET, POST, PATCH, DELETE } = createRouteHandlers({
  baseUrl: process.env.HEADWATER_URL ?? "http://127.0.0.1:4000/sources",
  // Looked at when the first request comes: without it the build still works, and the request says what is missing.
  token: process.env.HEADWATER_TOKEN ?? "",
  // Whoever reaches this page may do everything: right for one person on their own machine, and for nobody else.
  // Answer a scope per user instead as soon as there are users: see the README of @headwater/next-route-handlers.
  authorize: () => true,
});
