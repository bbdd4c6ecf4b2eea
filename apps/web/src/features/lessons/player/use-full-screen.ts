import {
  MediaActionTypes,
  useMediaDispatch,
  useMediaStore,
} from 'media-chrome/dist/react/media-store.js';

/** Returns a function that enters full screen, or leaves it. */
export function useFullScreen() {
  const dispatch = useMediaDispatch();
  const store = useMediaStore();
  return () =>
    dispatch({
      type: store.getState().mediaIsFullscreen
        ? MediaActionTypes.MEDIA_EXIT_FULLSCREEN_REQUEST
        : MediaActionTypes.MEDIA_ENTER_FULLSCREEN_REQUEST,
    });
}
