import { useEffect } from 'react';
import { wide } from '../../ui/media-query.ts';
import { sharedValue } from '../state/shared-value.ts';

type Device = 'desktop' | 'phone';

/** The screen width of the page behind the drawer. */
export const previewDevice = sharedValue<Device>('desktop');

/** The products of the student view, or null while editing. */
export const previewStudent = sharedValue<readonly number[] | null>(null);

/** Previews as a phone on a tablet: beside the drawer there is no room for more. */
export function useFittingDevice() {
  useEffect(() => {
    if (!matchMedia(wide).matches) previewDevice.set('phone');
  }, []);
}
