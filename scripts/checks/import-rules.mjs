/**
 * Which package and room may import which: the rules of ARCHITECTURE.md for dependency-cruiser (`npm run check`). No circle
 * is allowed anywhere, in the workbench, the browser tests and the benches either.
 *
 * Type-only imports count, because a reader of the file must know them too. Tests may import anything.
 *
 * @typedef {import("dependency-cruiser").IConfiguration} Rules
 * @typedef {NonNullable<Rules["forbidden"]>[number]} Rule
 */

/**
 * The rooms of the server, from left to right. Rooms on one line do not import each other. The list contains rooms that
 * do not exist yet.
 */
const rooms = [
  ["kernel"],
  ["text"],
  ["ports"],
  ["audit", "auth", "backup", "events", "models", "usage"],
  ["sources", "webhooks"],
  ["elements"],
  ["chunks"],
  ["retrieval"],
  ["structured"],
  ["builds", "answering", "extraction", "backup"],
  ["flows"],
  ["retention"],
  ["http"],
  ["mcp"],
];

/** The rooms of the reader's layout, from left to right. What puts them together is beside them. */
const layoutRooms = [
  ["page"],
  ["lines"],
  ["tables"],
  ["margins"],
  ["fields"],
  ["order"],
  ["figures"],
  ["tagged"],
  ["blocks"],
];

/**
 * The files of rooms that adapters may import: the nouns, the ports that adapters implement, and the errors that they
 * throw. Add a new noun or port of a room here.
 */
const portFiles = {
  audit: ["audit-log", "audit-chain"],
  auth: ["access-token", "project", "token", "token-store"],
  sources: ["source", "source-list", "source-store", "source-names", "content-key"],
  elements: ["element", "element-store"],
  chunks: ["chunk", "chunk-set", "chunk-store", "chunking-config"],
  retrieval: [
    "candidate-source",
    "chunk-index",
    "words/compare-versions",
    "words/index-log",
    "words/word-index",
    "words/word-store",
    "dense/embedding-log",
    "dense/list-finished",
    "dense/vector-cluster",
    "dense/vector-index",
    "dense/vector-store",
  ],
  structured: ["json-schema", "extractor"],
  builds: [
    "build",
    "build-log",
    "build-store",
    "document-reader",
    "errors",
    "faults",
    "first-versions",
    "lane",
  ],
  answering: ["answerer", "conversation-store", "rewrite-question"],
  backup: [
    "backup-ports",
    "examine-files",
    "folder-finding",
    "held-name",
    "manifest",
    "sidecar-file",
    "store-mark",
    "stored-paths",
  ],
  flows: [
    "derived/derived-store",
    "flow/flow",
    "flow/flow-store",
    "flow/node-output",
    "flow/prompt-store",
    "flow/without-file",
    "run/accepted-runs",
  ],
  http: ["operation", "runs/streamed-runs"],
  events: ["event", "event-store"],
  retention: ["retention-store"],
  usage: ["errors", "limit", "usage-store"],
  webhooks: ["webhook", "webhook-store"],
};

/** The rooms of `flows/`, in the same way. */
const flowRooms = [
  ["flow"],
  ["node"],
  ["chunk-sets", "graph"],
  ["derived"],
  ["measures", "evidence"],
  ["raptor", "entities"],
  ["nodes"],
  ["tests"],
  ["run"],
  ["items"],
  ["editing"],
];

/** Only this folder imports both adapters and rooms. A command calls a function of it and imports no adapter. */
const compositions = ["compose[^/]*[.]ts$", "compose/"];

/** A package by its folder, and by its name where it is not built yet. */
const folders = {
  spec: "spec",
  client: "packages/client",
  "proxy-core": "packages/proxy-core",
  "express-proxy": "packages/express-proxy",
  "next-route-handlers": "packages/next-route-handlers",
  "react-hooks": "packages/react-hooks",
  reader: "packages/reader",
  server: "packages/server",
};

/**
 * The packages that each package may import.
 * @type {Record<keyof typeof folders, string[]>}
 */
const arrows = {
  spec: [],
  client: ["spec"],
  "proxy-core": ["spec"],
  "express-proxy": ["spec", "proxy-core"],
  "next-route-handlers": ["spec", "proxy-core"],
  "react-hooks": ["spec", "client"],
  reader: ["spec"],
  server: ["spec", "reader"],
};

const server = "^packages/server/src/";
const layout = "^packages/reader/src/layout/";
const tests = "[.](test|test-d|bench)[.]tsx?$";

/** @param {string[]} names */
const anyOf = (names) => `(${names.join("|")})`;

/** @type {Rule[]} */
const packageRules = Object.entries(arrows).map(([name, allowed]) => {
  const others = Object.keys(folders).filter((other) => other !== name && !allowed.includes(other));
  return {
    name: `package-${name}`,
    comment: `${name} may import ${allowed.join(" and ") || "no other package of ours"}.`,
    severity: "error",
    from: { path: `^${folders[/** @type {keyof typeof folders} */ (name)]}/src/`, pathNot: tests },
    to: {
      path: [
        ...others.map((other) => `^${folders[/** @type {keyof typeof folders} */ (other)]}/`),
        `^@headwater/${anyOf(others)}(/|$)`,
        "^(apps|examples|e2e|bench)/",
      ],
    },
  };
});

/**
 * One rule for each room of a folder: it may import only what is left of it.
 *
 * @param {string} folder
 * @param {string} prefix Begins the name of each rule.
 * @param {string[][]} line
 * @returns {Rule[]}
 */
const roomRules = (folder, prefix, line) =>
  line.flatMap((neighbours, place) =>
    neighbours.map((room) => {
      const left = line.slice(0, place).flat();
      const others = line.flat().filter((other) => other !== room && !left.includes(other));
      return {
        name: `${prefix}-${room}`,
        comment: `The room ${room} may import ${left.join(", ") || "no other room"}: what it needs of others comes as an argument, or through a port.`,
        severity: "error",
        from: { path: `${folder}${room}/`, pathNot: tests },
        to: { path: `${folder}${anyOf(others)}/` },
      };
    }),
  );

/**
 * The rules of rooms within a room: one for each, and one for the files beside them, which put them together.
 *
 * @param {string} folder
 * @param {string} name
 * @param {string[][]} line
 * @returns {Rule[]}
 */
const roomsWithin = (folder, name, line) => [
  ...roomRules(folder, `${name}-room`, line),
  {
    name: `${name}-rooms-are-composed`,
    comment: `The files beside the rooms of ${name} put them together; no room imports them.`,
    severity: "error",
    from: { path: `${folder}[^/]+/`, pathNot: tests },
    to: { path: `${folder}[^/]+[.]ts$` },
  },
];

const seenByAdapters = [
  "(kernel|text|ports|models|adapters)/",
  ...Object.entries(portFiles).map(([room, files]) => `${room}/${anyOf(files)}[.]ts$`),
];

/** @type {Rules} */
export default {
  forbidden: [
    {
      name: "no-cycle",
      comment: "Two files that import each other are one file, or lack a third that both need.",
      severity: "error",
      from: { pathNot: tests },
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "Nothing is there under that name.",
      severity: "error",
      from: { pathNot: tests },
      // numfmt names a file of types that its package does not have.
      to: { couldNotResolve: true, pathNot: ["^@headwater/", "^numfmt$"] },
    },
    ...packageRules,
    ...roomRules(server, "room", rooms),
    ...roomsWithin(`${server}flows/`, "flow", flowRooms),
    ...roomsWithin(layout, "layout", layoutRooms),
    {
      name: "rooms-know-no-adapter",
      comment: "A room says what it needs as a port; the composition hands it the adapter.",
      severity: "error",
      from: { path: `${server}${anyOf(rooms.flat())}/`, pathNot: tests },
      to: { path: `${server}adapters/` },
    },
    {
      name: "adapters-see-ports",
      comment: "Adapters see kernel, text, ports and the port files of rooms (see portFiles here).",
      severity: "error",
      from: { path: `${server}adapters/`, pathNot: tests },
      to: { path: server, pathNot: `${server}${anyOf(seenByAdapters)}` },
    },
    {
      name: "adapters-stand-alone",
      comment: "Adapters are replaced one by one: none leans on another.",
      severity: "error",
      from: { path: `${server}adapters/([^/]+)/`, pathNot: tests },
      to: {
        path: `${server}adapters/([^/]+)/`,
        // All adapters share durable writing, the names of the system's errors, calls of a thread and its work beside them.
        pathNot: [
          `${server}adapters/$1/`,
          `${server}adapters/filesystem/(durable|folder-errors)[.]ts$`,
          `${server}adapters/threads/(called-thread|keep-in-order|serve-calls)[.]ts$`,
        ],
      },
    },
    {
      name: "compositions-only",
      comment: "Only compositions see rooms and adapters together (see compositions here).",
      severity: "error",
      from: { path: server, pathNot: [tests, `${server}${anyOf(compositions)}`, `${server}adapters/`] },
      to: { path: `${server}adapters/` },
    },
    {
      name: "rooms-are-composed",
      comment: "Rooms and adapters are put together from outside; settings reach them as arguments.",
      severity: "error",
      from: { path: `${server}${anyOf([...rooms.flat(), "adapters"])}/`, pathNot: tests },
      to: {
        path: [
          `${server}cli/`,
          `${server}(compose[^/]*|config|usual-variables|main|index)[.]ts$`,
          `${server}compose/`,
        ],
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: ["node_modules", "/dist/", "/generated/"] },
    exclude: { path: ["/fixtures/"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["types", "import", "node", "default"],
      extensions: [".ts", ".tsx", ".mts", ".mjs", ".js", ".d.ts", ".d.mts", ".json"],
    },
  },
};
