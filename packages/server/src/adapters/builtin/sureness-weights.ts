/** Made by `node bench/sureness.ts --write`; never edited by hand. */
export const surenessWeights = {
  english: {
    constant: -1.59,
    cosine: 8.03,
    section: -0.72,
    coverage: 1.22,
    lacksKind: -1.79,
    lacksNames: -1.28,
    margin: 5.21,
    units: -0.73,
  },
  elsewhere: {
    constant: -7.16,
    cosine: 1.48,
    section: 2.32,
    coverage: 2.01,
    lacksKind: -0.08,
    lacksNames: 0,
    margin: 1.51,
    units: 1.05,
  },
};
