import { hashToken, newToken } from "../auth/token.ts";
import type { TokenRecord } from "../auth/token-store.ts";
import { readSettings } from "../config.ts";
import { systemClock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { administer, chosenProject } from "./administer.ts";
import { recordCommand } from "./audit.ts";
import { table } from "./table.ts";
import type { Terminal } from "./terminal.ts";

export type TokenOptions = { project?: string; readOnly?: boolean; manage?: boolean; expires?: string };

const dayMs = 86_400_000;

/** `headwater token create`: prints only the secret on its line, so that a script can read it. */
export const createProjectToken = (terminal: Terminal, name: string, options: TokenOptions): Promise<void> =>
  administer(terminal, async (stores) => {
    const { projectId } = await chosenProject(stores, options.project);
    const expiresAt = options.expires === undefined ? undefined : expiry(options.expires);
    const { readOnly, manage } = options;
    const token = newToken({ projectId, name, readOnly, manage, expiresAt }, systemClock);
    await stores.tokens.add(token.record);
    await recordCommand(terminal, stores, "token create", { projectId, token: [token.record.tokenId] });
    terminal.stdout.write(`${token.secret}\n`);
  });

/** `headwater token add --from-env`: makes the secret of `HEADWATER_TOKEN` a token, beside those that there are. */
export const addTokenFromEnvironment = (terminal: Terminal, options: TokenOptions): Promise<void> =>
  administer(terminal, async (stores) => {
    const { token: secret } = readSettings(terminal.environment);
    if (secret === undefined)
      throw new OperatorError("HEADWATER_TOKEN is not set. Set it to the secret that the token is to have.");
    const { projectId, name: project } = await chosenProject(stores, options.project);
    if (await stores.tokens.findByHash(hashToken(secret)))
      throw new OperatorError("HEADWATER_TOKEN is a token of this data folder already.");
    const { record } = newToken({ projectId, name: "from HEADWATER_TOKEN", secret }, systemClock);
    await stores.tokens.add(record);
    await recordCommand(terminal, stores, "token add", { projectId, token: [record.tokenId] });
    terminal.stdout.write(
      `HEADWATER_TOKEN is a token of the project '${project}' now. The others still work: 'headwater token revoke' ends them.\n`,
    );
  });

export const listTokens = (terminal: Terminal, options: TokenOptions): Promise<void> =>
  administer(terminal, async (stores) => {
    const { projectId } = await chosenProject(stores, options.project);
    const rows = (await stores.tokens.list(projectId)).map(row);
    terminal.stdout.write(`${table(["ID", "PREFIX", "NAME", "ACCESS", "EXPIRES", "CREATED"], rows)}\n`);
  });

export const revokeToken = (terminal: Terminal, id: string): Promise<void> =>
  administer(terminal, async (stores) => {
    if (!(await stores.tokens.remove(id))) {
      throw new OperatorError(`There is no token ${id}. 'headwater token list' shows those that exist.`);
    }
    await recordCommand(terminal, stores, "token revoke", { token: [id] });
    terminal.stdout.write("Revoked: it no longer opens anything.\n");
  });

function expiry(days: string): Date {
  const count = Number(days);
  if (!Number.isFinite(count) || count <= 0)
    throw new OperatorError("--expires takes a number of days above 0.");
  return new Date(Date.now() + count * dayMs);
}

const day = (date: Date) => date.toISOString().slice(0, 10);

const row = (token: TokenRecord): string[] => [
  token.tokenId,
  token.prefix,
  token.name,
  [token.readOnly ? "read-only" : "full", ...(token.manage ? ["manage"] : [])].join(", "),
  token.expiresAt ? day(token.expiresAt) : "never",
  day(token.createdAt),
];
