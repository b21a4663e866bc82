/** Made by `node bench/sureness.ts --write`; never edited by hand. */
export const surenessWeights = {
  english: {
    constant: 3,
    cosine: 7.28,
    section: 0.38,
    unsaid: -7.21,
    lacksKind: -1.11,
    lacksNames: -1.27,
    margin: 3.08,
    units: -0.93,
    background: -6.49,
  },
  multilingual: {
    constant: -0.01,
    cosine: 8.07,
    section: 5.17,
    unsaid: -3.6,
    lacksKind: -1.11,
    lacksNames: -4.71,
    margin: 2.9,
    units: -0.69,
    background: -11.38,
  },
};
