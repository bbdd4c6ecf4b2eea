import { useEffect, useRef } from 'react';
import { useEditPlace } from '../../kit/preview/edit-place.ts';

/** A create panel closes 500 ms after a successful save. */
const CLOSE_DELAY_MS = 500;

/** Closes the panel after a save, and not once it is gone. */
export function useCloseAfterSave() {
  const place = useEditPlace();
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);
  return () => {
    closing.current = setTimeout(() => place.goTo(['comunidade'], 'replace'), CLOSE_DELAY_MS);
  };
}
