import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ConnectionBanner } from './connection-banner.tsx';

afterEach(() => vi.restoreAllMocks());

function connection(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void dispatchEvent(new Event(online ? 'online' : 'offline')));
}

test('one banner says that the connection is gone, until it is back', () => {
  render(<ConnectionBanner />);
  // A screen reader tells only what changes in an element that it knows already.
  const spoken = screen.getByRole('status');
  expect(spoken).toBeEmptyDOMElement();

  connection(false);
  expect(spoken).toHaveTextContent('Você está sem conexão. Voltamos assim que ela voltar.');

  connection(true);
  expect(spoken).toBeEmptyDOMElement();
});
