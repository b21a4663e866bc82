import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { DefaultTheme } from "vitepress";
import { readApi } from "./api.ts";

const repository = resolve(import.meta.dirname, "../..");

/** The way through the site: what a reader does first comes first. */
export function readSidebar(): DefaultTheme.SidebarItem[] {
  const server = "/packages/server/";
  return [
    {
      text: "Start",
      items: [
        { text: "Headwater", link: "/" },
        { text: "Concepts", link: "/docs/concepts" },
        { text: "The workbench", link: "/apps/demo/" },
      ],
    },
    {
      text: "Deploy",
      items: [
        { text: "On one machine", link: server },
        { text: "In a container", link: `${server}#in-a-container` },
        { text: "On PostgreSQL", link: `${server}#on-postgresql` },
        { text: "A fleet", link: `${server}#several-processes` },
        { text: "Files on S3", link: `${server}#files-on-s3` },
        { text: "Moving", link: `${server}#moving-to-postgresql-and-s3` },
        { text: "Kubernetes", link: "/docs/operations#kubernetes" },
        { text: "systemd", link: "/docs/operations#systemd" },
      ],
    },
    {
      text: "Operate",
      items: [
        { text: "Watch", link: "/docs/operations" },
        { text: "Limits and retention", link: "/docs/operations#limits-and-usage-of-projects" },
        { text: "Back up and upgrade", link: `${server}#operating-it` },
        { text: "Secure", link: "/SECURITY" },
        { text: "Settings", link: `${server}#settings` },
        { text: "Models", link: `${server}#models` },
        { text: "Agents (MCP)", link: `${server}#agents-model-context-protocol` },
        { text: "Command line and flows", link: `${server}#command-line` },
        { text: "Benchmarks", link: "/docs/benchmarks" },
      ],
    },
    {
      text: "Toolkit",
      items: [
        { text: "Client", link: "/packages/client/" },
        { text: "Express proxy", link: "/packages/express-proxy/" },
        { text: "Next.js route handlers", link: "/packages/next-route-handlers/" },
        { text: "Proxy core", link: "/packages/proxy-core/" },
        { text: "React hooks", link: "/packages/react-hooks/" },
        ...pagesOf("docs/hooks").map(({ text, link }) => ({ text: `Hooks: ${text}`, link })),
        { text: "Reader", link: "/packages/reader/" },
        { text: "Examples", link: "/examples/" },
      ],
    },
    {
      text: "API reference",
      collapsed: true,
      items: [...Map.groupBy(readApi(), ({ tag }) => tag)].map(([text, operations]) => ({
        text,
        collapsed: true,
        items: operations.map(({ id, summary }) => ({ text: summary, link: `/docs/api/${id}` })),
      })),
    },
    {
      text: "Inside",
      collapsed: true,
      items: [
        { text: "Architecture", link: "/ARCHITECTURE" },
        { text: "Contributing", link: "/CONTRIBUTING" },
        { text: "The spec", link: "/spec/" },
        { text: "Decisions", collapsed: true, items: pagesOf("docs/decisions") },
      ],
    },
  ];
}

/** The pages of a folder by their titles. */
const pagesOf = (folder: string): { text: string; link: string }[] =>
  readdirSync(resolve(repository, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => {
      const text = readFileSync(resolve(repository, folder, name), "utf8");
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
      return { text: title.replaceAll("`", ""), link: `/${folder}/${name.replace(/\.md$/, "")}` };
    });
