/** Made by `node bench/sureness.ts --write`; never edited by hand. */
export const surenessWeights = {
  english: {
    constant: 3.43,
    cosine: 7.22,
    section: 0.19,
    unsaid: -7.81,
    lacksKind: -1.2,
    lacksNames: -1.46,
    margin: 3.38,
    units: -0.95,
    background: -6.59,
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
