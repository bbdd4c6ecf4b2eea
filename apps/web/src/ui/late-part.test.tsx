import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { settle } from '../test/school.tsx';
import { LatePart } from './late-part.tsx';
import { Toaster } from './toaster.tsx';

const Part = () => <p>Recorte</p>;
const toastTitle = 'Esta parte não carregou';

/** Code that arrives when `arrive` is called. It fails to load the first `failures` times. */
function lateCode(failures: number) {
  const code = Promise.withResolvers<void>();
  let tries = 0;
  async function load() {
    await code.promise;
    tries += 1;
    if (tries <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Part };
  }
  return { load, arrive: code.resolve };
}

/** A button that opens the part and closes it again. */
function Opener({ load }: { load: () => Promise<{ default: typeof Part }> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(!open)}>
        Recortar
      </button>
      {open && (
        <LatePart load={load} onFail={() => setOpen(false)}>
          {(Loaded) => <Loaded />}
        </LatePart>
      )}
      <Toaster />
    </>
  );
}

test('a pressed part that does not load says so, and the next press tries again', async () => {
  const { load, arrive } = lateCode(1);
  render(<Opener load={load} />);
  const user = userEvent.setup();
  const button = screen.getByRole('button', { name: 'Recortar' });
  await user.click(button);
  expect(screen.getByRole('progressbar', { name: 'Carregando' })).toBeVisible();
  arrive();
  expect(await screen.findByText(toastTitle)).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(button).toHaveFocus();
  await user.click(button);
  expect(await screen.findByText('Recorte')).toBeVisible();
});

test('a part with a placeholder of its own, or in its place, shows no line', async () => {
  const { load } = lateCode(0);
  render(
    <>
      <LatePart load={load} onFail={() => {}} fallback={<p>Abrindo a busca</p>}>
        {(Loaded) => <Loaded />}
      </LatePart>
      <LatePart load={load}>{(Loaded) => <Loaded />}</LatePart>
    </>,
  );
  expect(screen.getByText('Abrindo a busca')).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a part that was closed before its code failed says nothing', async () => {
  const { load, arrive } = lateCode(1);
  render(<Opener load={load} />);
  const user = userEvent.setup();
  const button = screen.getByRole('button', { name: 'Recortar' });
  await user.click(button);
  await user.click(button);
  arrive();
  await settle();
  expect(screen.queryByText(toastTitle)).toBeNull();
  await user.click(button);
  expect(await screen.findByText('Recorte')).toBeVisible();
});

test('a part in its place says that it did not load, and loads by its button', async () => {
  const { load, arrive } = lateCode(2);
  render(<LatePart load={load}>{(Loaded) => <Loaded />}</LatePart>);
  arrive();
  const user = userEvent.setup();
  const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
  expect(screen.getByRole('alert')).toHaveTextContent(toastTitle);
  await user.click(retry);
  await settle();
  expect(retry).toBeVisible();
  await user.click(retry);
  expect(await screen.findByText('Recorte')).toBeVisible();
});
