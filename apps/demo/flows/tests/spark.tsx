type Properties = {
  /** The oldest first; null where it was not measured. */
  values: readonly (number | null)[];
  needed: number | undefined;
  isLow: boolean;
};

const [width, height, inset] = [176, 24, 3];

/** A measure over the last runs, on its own scale; dotted, what is needed. */
export function Spark({ values, needed, isLow }: Properties) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const all = needed === undefined ? known : [...known, needed];
  const [min, max] = [Math.min(...all), Math.max(...all)];
  const y = (value: number) =>
    max === min ? height / 2 : height - inset - ((value - min) / (max - min)) * (height - 2 * inset);
  const x = (at: number) => (values.length < 2 ? width : (at / (values.length - 1)) * width);
  const points = values.flatMap((value, at) => (value === null ? [] : [{ x: x(at), y: y(value) }]));
  const last = points.at(-1);
  const span = `from ${Math.min(...known).toFixed(2)} to ${Math.max(...known).toFixed(2)}`;
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={`Last ${known.length === 1 ? "run" : `${known.length} runs`}, ${span}`}
    >
      {needed === undefined ? null : <line x1="0" x2={width} y1={y(needed)} y2={y(needed)} />}
      <polyline points={points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(" ")} />
      {last ? <circle className={isLow ? "badp" : undefined} cx={last.x} cy={last.y} r="2.75" /> : null}
    </svg>
  );
}
