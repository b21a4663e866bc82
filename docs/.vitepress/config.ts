import { defineConfig } from "vitepress";
import { readApi } from "./api.ts";
import { linkWithinRepository } from "./repository-links.ts";
import { readSidebar } from "./sidebar.ts";

/**
 * The docs site: the Markdown of the repository where it is, and a page for each operation of the spec. `npm run docs` builds it
 * into `docs/.vitepress/dist`; a dead link fails the build.
 */
export default defineConfig({
  title: "Headwater",
  description: "Answers about your documents, each with its place in them.",
  srcDir: "..",
  srcExclude: [
    ".changeset/**",
    "{bench,deploy,e2e,scripts}/**",
    "spec/{examples,generated,dist}/**",
    "{apps,packages}/*/{dist,src,stored,test,testing}/**",
    "apps/demo/{sample,program}/**",
    "examples/*/{docs,documents}/**",
    "**/CHANGELOG.md",
  ],
  rewrites: { "README.md": "index.md", ":folder(.*)/README.md": ":folder/index.md" },
  // Placeholders such as <id> are text.
  markdown: { html: false, config: linkWithinRepository },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Start", link: "/" },
      { text: "Operate", link: "/docs/operations" },
      { text: "Toolkit", link: "/packages/client/" },
      { text: "API", link: `/docs/api/${readApi()[0]?.id}` },
    ],
    sidebar: readSidebar(),
  },
});
