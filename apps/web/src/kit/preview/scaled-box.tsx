import { useLayoutEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { textScale } from './text-scale.ts';

interface ScaledBoxProps {
  /** The width of the content, in px for a text of the usual size. The box scales it. */
  width: number;
  /** Widens the content if the box is wider than `width`. */
  grows?: boolean | undefined;
  /** Sets the size of the box. */
  className?: string | undefined;
  /** Renders the content, which must use the given style. */
  children: (style: CSSProperties) => ReactNode;
}

/** Scales content that is wider than the box down to fit. */
export function ScaledBox({ width, grows, className, children }: ScaledBoxProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const size = useSize(box);
  const pageWidth = (grows ? Math.max(width, size.width) : width) * textScale();
  const scale = size.width / pageWidth;
  return (
    <div ref={setBox} className={cx('overflow-hidden', className)}>
      {scale > 0 &&
        children({
          width: pageWidth,
          height: size.height / scale,
          transform: `scale(${scale})`,
          transformOrigin: 'top left',
        })}
    </div>
  );
}

function useSize(box: HTMLElement | null) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (!box) return;
    const measure = () => setSize({ width: box.clientWidth, height: box.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    return () => watch.disconnect();
  }, [box]);
  return size;
}
