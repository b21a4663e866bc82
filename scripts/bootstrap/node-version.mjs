// Any Node, however old, must be able to read this file: no syntax newer than ES modules.

/** The oldest Node that can run the bootstrap; the service itself runs under the bundled one. */
export const oldestNode = 20;

/**
 * @param {string} version as `process.versions.node` gives it
 * @returns {string | undefined} what to print for the user; undefined when the version is new enough
 */
export function nodeVersionProblem(version) {
  if (Number.parseInt(version, 10) >= oldestNode) return undefined;
  return `Headwater needs Node.js ${oldestNode} or newer to start; this is ${version}. Get one from https://nodejs.org.`;
}

/** First line of every script: ends the process with one clear line when Node is too old for the rest. */
export function requireNode() {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem === undefined) return;
  console.error(problem);
  process.exit(1);
}
