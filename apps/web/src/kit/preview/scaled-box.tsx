import { useLayoutEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

interface ScaledBoxProps {
  /** How wide the content believes to be, in px; it is scaled to the box. */
  width: number;
  /** Where the box is wider than that, the content is as wide as the box. */
  grows?: boolean | undefined;
  /** Gives the box its size. */
  className?: string | undefined;
  /** The content, which wears this style. */
  children: (style: CSSProperties) => ReactNode;
}

/** A box that shows something wider than itself whole, smaller. */
export function ScaledBox({ width, grows, className, children }: ScaledBoxProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const size = useSize(box);
  const shown = grows ? Math.max(width, size.width) : width;
  const scale = size.width / shown;
  return (
    <div ref={setBox} className={cx('overflow-hidden', className)}>
      {scale > 0 &&
        children({
          width: shown,
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
