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
    // Everyone who can open this page may do everything. That suits only one person on their own machine.
    // With several users return a scope for each: see the README of @headwater/express-proxy.
    authorize: () => true,
  }),
);
app.use(express.static(fileURLToPath(new URL("public", import.meta.url))));

const server = app.listen(Number(PORT), "127.0.0.1", (error) => {
  if (error) throw error;
  console.log(`Open http://127.0.0.1:${server.address().port}`);
});
