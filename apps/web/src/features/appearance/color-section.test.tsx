import { screen } from '@testing-library/react';
import { backgrounds } from '@vitrine/contract/backgrounds';
import { expect, test } from 'vitest';
import { site, visit } from '../../test/school.tsx';
import type { AppearanceForm } from './appearance-form.ts';
import { ColorSection } from './color-section.tsx';

const dark = '#0b0b0f';
const photograph = 'https://contraluz.example.com/files/serra.jpg';

function open(colors: Partial<AppearanceForm>) {
  const values = { ...site.settings, ...colors } as AppearanceForm;
  visit(<ColorSection values={values} saved={values} set={() => {}} errorOf={() => undefined} />);
}

const note = () => screen.queryByText(/A foto recebe a cor do fundo/);

test('an overlay that hides the text says which colour the photograph gets', () => {
  open({
    background_color_primary: '#fbfaf8',
    text_color: '#221b26',
    overlay_color: dark,
    background_image: photograph,
  });
  expect(note()).toBeVisible();
  expect(screen.getByText('#FBFAF8')).toBeVisible();
});

test.each([
  ['on which the text is read', '#f6f5f3', dark, photograph],
  ['without a photograph', '#221b26', '#fbfaf8', null],
  ['of a preset background', '#221b26', '#fbfaf8', backgrounds[0]!.image],
])('an overlay %s says nothing', (_, text_color, background_color_primary, background_image) => {
  open({ background_color_primary, text_color, overlay_color: dark, background_image });
  expect(note()).toBeNull();
});
