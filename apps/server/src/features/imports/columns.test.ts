import { expect, test } from 'vitest';
import { headingsIn } from './columns.ts';

test('columns about the seller are not read as the buyer’s, even if they come first', () => {
  expect(headingsIn(['E-mail do Afiliado', 'Nome', 'Seu e-mail'])).toMatchObject({
    name: 1,
    email: 2,
  });
});

test('a first name without a last name is the name', () => {
  expect(headingsIn(['Nome', 'Sobrenome', 'Email'])).toMatchObject({
    name: null,
    first_name: 0,
    last_name: 1,
  });
  expect(headingsIn(['Nome', 'Email'])).toMatchObject({ name: 0, first_name: null });
});

test('an address is taken from its own column before a login', () => {
  expect(headingsIn(['login_id', 'name', 'email']).email).toBe(2);
  expect(headingsIn(['login_id', 'name']).email).toBe(0);
});
