/** Made by `node bench/sureness.ts --write`; never edited by hand. */
export const surenessWeights = {
  constant: -1.59,
  cosine: 8.03,
  section: -0.72,
  coverage: 1.22,
  lacksKind: -1.79,
  lacksNames: -1.28,
  margin: 5.21,
  units: -0.73,
};
