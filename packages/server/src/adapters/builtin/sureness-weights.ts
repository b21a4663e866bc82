/** Made by `node bench/sureness.ts --write`; never edited by hand. */
export const surenessWeights = {
  english: {
    constant: -1.42,
    cosine: 11.4,
    section: 0.91,
    coverage: 1.36,
    lacksKind: -1.38,
    lacksNames: -1.32,
    margin: 2.43,
    units: -0.81,
    background: -7.52,
  },
  multilingual: {
    constant: -0.8,
    cosine: 9.65,
    section: 5.71,
    coverage: 0.91,
    lacksKind: -1.21,
    lacksNames: 0,
    margin: 1.4,
    units: -0.74,
    background: -13.18,
  },
};
