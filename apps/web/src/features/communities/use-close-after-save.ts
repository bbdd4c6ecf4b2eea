import { useEffect, useRef, useState } from 'react';
import { useEditPlace } from '../../kit/preview/edit-place.ts';

/** A create panel closes 500 ms after a successful save. */
const CLOSE_DELAY_MS = 500;

/**
 * Closes the panel after a save, and not once it is gone. Until then `closing` keeps a second press
 * from making a second community.
 */
export function useCloseAfterSave() {
  const place = useEditPlace();
  const [closing, setClosing] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    closing,
    close() {
      setClosing(true);
      timer.current = setTimeout(() => place.goTo(['comunidade'], 'replace'), CLOSE_DELAY_MS);
    },
  };
}
