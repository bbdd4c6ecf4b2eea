import { screen } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import type { AnyRoute } from '@vitrine/contract/core';
import { members, type Member } from '@vitrine/contract/members';
import { privacy } from '@vitrine/contract/privacy';
import { products } from '@vitrine/contract/products';
import { reminders } from '@vitrine/contract/reminders';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { CourseDialog } from '../features/catalog/manage/course-dialog.tsx';
import { EmailDialog } from '../features/members/email-dialog.tsx';
import { AnswerDialog } from '../features/privacy/manage/answer-dialog.tsx';
import RequestDialog from '../features/privacy/request-dialog.tsx';
import { ProductDialog } from '../features/products/product-dialog.tsx';
import ReminderDialog from '../features/reminders/reminder-dialog.tsx';
import { refusing, serve, visit } from './school.tsx';

// The server's reason alone does not say what is not saved.

beforeEach(() => localStorage.clear());

const onClose = () => {};
const request = {
  id: 1,
  kind: 'correction' as const,
  details: 'Meu nome',
  answer: '',
  created_at: '2026-03-01T12:00:00Z',
  due_at: '2026-03-16T12:00:00Z',
  done_at: null,
  member: null,
  erase_at: null,
};

const member: Member = {
  id: 4,
  user_id: 4,
  name: 'Rosa Lima',
  email: 'rosa@example.com',
  photo_url: null,
  roles: ['student'],
  product_ids: [],
  rewarded_products: [],
  created_at: '2026-01-01T12:00:00Z',
  last_seen_at: null,
  email_error: null,
};

interface FailedForm {
  form: ReactNode;
  route: AnyRoute;
  field: RegExp;
  /** Left out: the words that any field takes. */
  text?: string;
  save: string;
  words: string;
}

test.each<FailedForm>([
  {
    form: <ProductDialog open product={null} onClose={onClose} />,
    route: products.create,
    field: /Nome/,
    save: 'Criar produto',
    words: 'Não foi possível salvar o produto',
  },
  {
    form: <ReminderDialog reminder={null} onClose={onClose} />,
    route: reminders.create,
    field: /Título/,
    save: 'Salvar',
    words: 'Não foi possível salvar este lembrete',
  },
  {
    form: <RequestDialog onClose={onClose} />,
    route: privacy.ask,
    field: /O que você pede/,
    save: 'Enviar',
    words: 'Não foi possível enviar o pedido',
  },
  {
    form: <AnswerDialog request={request} onClose={onClose} />,
    route: privacy.answerRequest,
    field: /Resposta/,
    save: 'Enviar resposta',
    words: 'Não foi possível responder',
  },
  {
    form: <CourseDialog open onClose={onClose} />,
    route: catalog.createCourse,
    field: /Título/,
    save: 'Criar curso',
    words: 'Não foi possível criar o curso',
  },
  {
    form: <EmailDialog member={member} onClose={onClose} />,
    route: members.changeEmail,
    field: /Novo e-mail/,
    text: 'nova@example.com',
    save: 'Enviar links de confirmação',
    words: 'Não foi possível mudar o e-mail',
  },
])('a form says what failed, beside the reason: $words', async (shown) => {
  const { form, route, field, text = 'Luz natural', save, words } = shown;
  serve(
    [route, () => refusing(503, 'Estamos com muitos pedidos agora.')],
    [products.list, () => []],
    [members.emailChange, () => ({ data: null })],
  );
  const { user } = visit(form);
  const typed = await screen.findByRole('textbox', { name: field });
  await user.type(typed, text);
  await user.click(screen.getByRole('button', { name: save }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(words);
  expect(alert).toHaveTextContent('Estamos com muitos pedidos agora.');
  expect(typed).toHaveValue(text);
});
