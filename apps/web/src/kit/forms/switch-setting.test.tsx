import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { settle, visit } from '../../test/school.tsx';
import { SwitchSetting } from './switch-setting.tsx';

/** A switch whose saves and reads the test answers one at a time. */
function open() {
  const saves: { value: boolean; answer: () => void; refuse: () => void }[] = [];
  const read: { answer: (value: boolean) => void } = { answer: () => {} };
  function Setting() {
    const [saved, setSaved] = useState(false);
    read.answer = setSaved;
    const save = (value: boolean) =>
      new Promise<void>((resolve, reject) =>
        saves.push({
          value,
          answer: resolve,
          refuse: () => reject(new Error('Fora do ar.')),
        }),
      );
    return (
      <SwitchSetting label="Ativar footer?" value={saved} save={save} failure="Não foi salvo" />
    );
  }
  return { saves, read, ...visit(<Setting />) };
}

const theSwitch = () => screen.getByRole('switch', { name: 'Ativar footer?' });

test('the last of several quick changes is sent after the running save ends', async () => {
  const { saves, user } = open();
  await user.click(theSwitch());
  await user.click(theSwitch());
  expect(theSwitch()).not.toBeChecked();
  expect(saves.map(({ value }) => value)).toEqual([true]);
  saves[0]!.answer();
  await waitFor(() => expect(saves.map(({ value }) => value)).toEqual([true, false]));
  expect(theSwitch()).not.toBeChecked();
  saves[1]!.answer();
  await waitFor(() => expect(theSwitch()).not.toBeChecked());
});

test('a saved switch shows its new value before that is read, and then what is read', async () => {
  const { saves, read, user } = open();
  await user.click(theSwitch());
  saves[0]!.answer();
  await settle();
  expect(theSwitch()).toBeChecked();
  act(() => read.answer(true));
  expect(theSwitch()).toBeChecked();
  // Another admin has turned it off.
  act(() => read.answer(false));
  expect(theSwitch()).not.toBeChecked();
});

test('a switch that could not be saved reverts, with a message', async () => {
  const { saves, user } = open();
  await user.click(theSwitch());
  expect(theSwitch()).toBeChecked();
  saves[0]!.refuse();
  expect(await screen.findByText('Não foi salvo')).toBeVisible();
  expect(theSwitch()).not.toBeChecked();
});
