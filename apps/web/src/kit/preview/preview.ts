import { useEffect } from 'react';
import { sharedValue } from '../state/shared-value.ts';

type Device = 'desktop' | 'phone';

/** The width of which screen the page behind the drawer has (behaviour 14). */
export const previewDevice = sharedValue<Device>('desktop');

/** The products through which staff look as a student, or null: they edit (behaviour 15). */
export const previewStudent = sharedValue<readonly number[] | null>(null);

/** For a preview of its own: beside the drawer a tablet has the width of a phone left. */
export function useFittingDevice() {
  useEffect(() => {
    if (innerWidth < 1024) previewDevice.set('phone');
  }, []);
}
