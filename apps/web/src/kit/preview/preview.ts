import { useEffect } from 'react';
import { sharedValue } from '../state/shared-value.ts';

type Device = 'desktop' | 'phone';

/** The screen width of the page behind the drawer. */
export const previewDevice = sharedValue<Device>('desktop');

/** The products of the student view, or null while editing. */
export const previewStudent = sharedValue<readonly number[] | null>(null);

/** For a preview: beside the drawer, a tablet leaves only the width of a phone. */
export function useFittingDevice() {
  useEffect(() => {
    if (innerWidth < 1024) previewDevice.set('phone');
  }, []);
}
