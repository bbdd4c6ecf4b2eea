import { useImperativeHandle, useLayoutEffect, useRef, type ComponentProps } from 'react';

interface GrowingAreaProps extends Omit<ComponentProps<'textarea'>, 'rows'> {
  value: string;
}

/**
 * A text area of one row that grows with its text. Its class has `field-sizing: content`, and a
 * maximum height.
 *
 * ```tsx
 * <GrowingArea aria-label={label} value={text} onChange={…} className="writing" />
 * ```
 */
export function GrowingArea({ ref, value, ...attributes }: GrowingAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => area.current!);
  useLayoutEffect(() => fit(area.current!), [value]);
  return <textarea {...attributes} ref={area} rows={1} value={value} />;
}

/** Browsers that are a few years old lack `field-sizing`. */
function fit(area: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return;
  area.style.height = 'auto';
  const borders = area.offsetHeight - area.clientHeight;
  area.style.height = `${area.scrollHeight + borders}px`;
}
