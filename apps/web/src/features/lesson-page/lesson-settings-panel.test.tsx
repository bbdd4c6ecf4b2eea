import { screen, waitFor } from '@testing-library/react';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { expect, test } from 'vitest';
import { refusing, serve, settle, visit } from '../../test/school.tsx';
import LessonSettingsPanel from './lesson-settings-panel.tsx';

const settings = {
  theme_classes: 1,
  comment: 1,
  course_page_indicator: 1,
  module_page_indicator: 1,
};

function open(...calls: Parameters<typeof serve>) {
  const saved = { ...settings };
  const sent = serve([lessonPage.show, () => ({ data: saved })], ...calls);
  return { saved, sent, ...visit(<LessonSettingsPanel />) };
}

const template = (name: string) => screen.findByRole('radio', { name: new RegExp(`^${name}`) });

test('one click changes the template', async () => {
  const { saved, sent, user } = open([
    platformSettings.update,
    ({ body }) => {
      Object.assign(saved, body);
      return { message: 'Template alterado com sucesso', data: saved };
    },
  ]);
  expect(await template('Lista')).toBeChecked();
  await user.click(await template('Tela cheia'));
  expect(await screen.findByText('Template alterado com sucesso')).toBeVisible();
  expect(await template('Tela cheia')).toBeChecked();
  expect(sent.find(({ name }) => name === 'platform-settings.update')?.body).toEqual({
    theme_classes: 3,
  });
});

test('a template that cannot be saved goes back to the saved one', async () => {
  const { user } = open([platformSettings.update, () => refusing(503, 'Tente de novo.')]);
  await user.click(await template('Sequência'));
  expect(await screen.findByText('Falha ao alterar o template, tente novamente')).toBeVisible();
  await waitFor(async () => expect(await template('Lista')).toBeChecked());
});

test('two choices are saved one after the other, the switch of comments too', async () => {
  const first = Promise.withResolvers<void>();
  const { sent, user } = open(
    [
      platformSettings.update,
      async ({ body }) => {
        await first.promise;
        return { message: 'Template alterado com sucesso', data: { ...settings, ...body } };
      },
    ],
    [lessonPage.comments, ({ body }) => ({ message: '', data: body })],
  );
  const writes = () =>
    sent.filter(({ name }) => name !== 'lesson-page.show').map(({ body }) => body);
  await user.click(await template('Sequência'));
  await user.click(await template('Tela cheia'));
  await user.click(screen.getByRole('switch', { name: 'Permitir comentários' }));
  await settle();
  expect(writes()).toEqual([{ theme_classes: 2 }]);
  first.resolve();
  await waitFor(() =>
    expect(writes()).toEqual([{ theme_classes: 2 }, { theme_classes: 3 }, { comment: false }]),
  );
});

test('comments are switched at once, and back where that fails', async () => {
  const { sent, user } = open([lessonPage.comments, () => refusing(503, 'Tente de novo.')]);
  const comments = await screen.findByRole('switch', { name: 'Permitir comentários' });
  await user.click(comments);
  expect(
    await screen.findByText('Não foi possível completar essa ação, tente novamente!'),
  ).toBeVisible();
  expect(comments).toBeChecked();
  expect(sent.find(({ name }) => name === 'lesson-page.comments')?.body).toEqual({
    comment: false,
  });
});
