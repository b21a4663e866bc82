import { fileURLToPath } from "node:url";
import { documentsProxy } from "@headwater/express-proxy";
import express from "express";

const { HEADWATER_URL = "http://127.0.0.1:4000/sources", HEADWATER_TOKEN, PORT = "3001" } = process.env;
if (!HEADWATER_TOKEN) throw new Error("Set HEADWATER_TOKEN to an API token of the service.");

const app = express();

app.use(
  "/api/documents",
  documentsProxy({
    baseUrl: HEADWATER_URL,
    token: HEADWATER_TOKEN,
    // Whoever reaches this app may do everything: right for one person on their own machine, and for nobody else.
    // Answer a scope per user instead as soon as there are users: see the README of @headwater/express-proxy.
    authorize: () => true,
  }),
);
// What `vite build` wrote. During development Vite serves the page and passes /api on to here.
app.use(express.static(fileURLToPath(new URL("dist", import.meta.url))));

const server = app.listen(Number(PORT), "127.0.0.1", (error) => {
  if (error) throw error;
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
