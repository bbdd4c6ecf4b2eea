import { render, screen, waitFor } from '@testing-library/react';
import { MediaProvider, useMediaRef } from 'media-chrome/dist/react/media-store.js';
import { expect, test, vi } from 'vitest';
import { Volume } from './volume.tsx';

// Before the player's library loads, which then finds out whether a script may set the volume.
vi.hoisted(() => {
  Object.defineProperties(HTMLMediaElement.prototype, {
    volume: { get: () => 1, set: () => {} },
    remote: { value: undefined },
  });
});

function Player() {
  return (
    <>
      <video ref={useMediaRef()} />
      <Volume />
    </>
  );
}

test('an iPad, where only its keys set the volume, shows no slider', async () => {
  render(
    <MediaProvider>
      <Player />
    </MediaProvider>,
  );
  expect(screen.getByRole('button', { name: /som/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('slider')).toBeNull());
});
