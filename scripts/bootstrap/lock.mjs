import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BootstrapError } from "./bootstrap-error.mjs";

/**
 * @typedef {object} LockOptions
 * @property {number} [heartbeatMs] how often the owner says it is alive (5 s)
 * @property {number} [abandonedMs] time without a heartbeat after which a lock is abandoned (30 s)
 * @property {number} [pollMs] how often a waiting process checks (200 ms)
 * @property {number} [timeoutMs] maximum time to wait (20 min)
 * @property {() => void} [onWait] called once when someone else holds it
 * @property {AbortSignal} [abort]
 */

/**
 * Takes a lock file, and waits while its owner is alive. An owner loses the lock when its process has ended or its
 * heartbeat has stopped. Returns the function that releases the lock.
 * @param {string} file
 * @param {LockOptions} [options]
 * @returns {Promise<() => void>}
 */
export async function takeLock(file, options = {}) {
  const {
    heartbeatMs = 5_000,
    abandonedMs = 30_000,
    pollMs = 200,
    timeoutMs = 20 * 60_000,
    onWait,
    abort,
  } = options;
  mkdirSync(path.dirname(file), { recursive: true });
  const owner = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    since: Date.now(),
    nonce: Math.random(),
  });
  const deadline = Date.now() + timeoutMs;
  let waited = false;
  while (!create(file, owner)) {
    if (isAbandoned(file, abandonedMs) && (await takeOver(file, owner, pollMs))) break;
    if (!waited) onWait?.();
    waited = true;
    if (Date.now() > deadline) {
      throw new BootstrapError(
        `Another process has been preparing this folder for too long: end it, or delete ${file}.`,
      );
    }
    await sleep(pollMs, undefined, abort === undefined ? {} : { signal: abort });
  }
  const heartbeat = setInterval(() => touch(file), heartbeatMs);
  heartbeat.unref();
  return () => {
    clearInterval(heartbeat);
    if (read(file) === owner) rmSync(file, { force: true });
  };
}

/** @param {string} file @param {string} owner */
function create(file, owner) {
  try {
    writeFileSync(file, owner, { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * When several processes take over an abandoned lock at once, the last writer has it. So each checks again after a pause.
 * @param {string} file @param {string} owner @param {number} pauseMs
 */
async function takeOver(file, owner, pauseMs) {
  const claim = `${file}.${process.pid}`;
  writeFileSync(claim, owner);
  renameSync(claim, file);
  await sleep(pauseMs);
  return read(file) === owner;
}

/** @param {string} file @param {number} abandonedMs */
function isAbandoned(file, abandonedMs) {
  const text = read(file);
  if (text === undefined) return false; // It was released meanwhile. The next attempt creates it.
  try {
    if (Date.now() - statSync(file).mtimeMs > abandonedMs) return true;
    const { pid, host } = JSON.parse(text);
    return host === hostname() && !isAlive(pid);
  } catch {
    return false; // It is being written or released now. A broken one will soon count as abandoned.
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function touch(file) {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // Another process took the lock. That happens only after a long suspension, and then there is no heartbeat to write.
  }
}
