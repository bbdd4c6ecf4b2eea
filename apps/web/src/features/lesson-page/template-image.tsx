import type { ReactNode } from 'react';

/** A lesson page in small. */
export function TemplateImage({ template }: { template: number }) {
  return (
    <svg
      viewBox="0 0 128 80"
      className="w-[128px] shrink-0 rounded-control bg-surface-2 text-text-3"
      aria-hidden="true"
    >
      {images[template]}
    </svg>
  );
}

const images: Record<number, ReactNode> = {
  1: (
    <>
      <Bar x={8} y={8} width={18} />
      <Video x={8} y={18} width={76} height={42} />
      <Bar x={8} y={66} width={44} />
      {[18, 29, 40, 51, 62].map((y) => (
        <Row key={y} x={92} y={y} width={28} />
      ))}
    </>
  ),
  2: (
    <>
      <Bar x={8} y={8} width={18} />
      <Video x={28} y={16} width={72} height={36} />
      {[28, 53, 78].map((x) => (
        <Row key={x} x={x} y={60} width={22} />
      ))}
    </>
  ),
  3: (
    <>
      <Video x={0} y={0} width={128} height={66} />
      <Bar x={8} y={71} width={52} />
      <Bar x={104} y={6} width={16} />
    </>
  ),
};

interface Box {
  x: number;
  y: number;
  width: number;
  height?: number;
}

function Video({ x, y, width, height = 0 }: Box) {
  const [middle, centre] = [x + width / 2, y + height / 2];
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx={3} fill="currentColor" opacity={0.28} />
      <path d={`M${middle - 4} ${centre - 6} l10 6 l-10 6 z`} className="fill-accent" />
    </>
  );
}

function Bar({ x, y, width }: Box) {
  return <rect x={x} y={y} width={width} height={4} rx={2} fill="currentColor" opacity={0.6} />;
}

function Row({ x, y, width }: Box) {
  return <rect x={x} y={y} width={width} height={8} rx={2} fill="currentColor" opacity={0.35} />;
}
