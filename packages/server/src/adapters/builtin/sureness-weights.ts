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
  multilingual: {
    constant: -6.76,
    cosine: 4.38,
    section: 3.39,
    coverage: 0.33,
    lacksKind: -0.31,
    lacksNames: 0,
    margin: 7.2,
    units: 0.64,
  },
};
