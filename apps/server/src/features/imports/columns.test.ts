import { expect, test } from 'vitest';
import { asWords, columnsByContent, headingsIn } from './columns.ts';

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

test('the headings of a sales platform that names both genders are read', () => {
  const headings =
    'Código da transação;Produtor(a);Código do produto;Produto;Código de cupom;Comprador(a);Email do(a) Comprador(a);Telefone;Documento;Afiliado(a)';
  expect(headingsIn(headings.split(';'))).toEqual({
    email: 6,
    name: 5,
    first_name: null,
    last_name: null,
    phone: 7,
    document: 8,
    product: 3,
  });
});

const field = (heading: string) =>
  Object.entries(headingsIn([heading])).flatMap(([name, column]) => (column === 0 ? name : []));

test.each([
  ['email', 'Mail', 'correo electrónico', 'Email address', 'Endereço de e-mail', 'Correo'],
  ['email', 'E-mail do comprador', 'e-mail da aluna', 'Cliente: e-mail', 'Student email'],
  ['email', 'E-mail principal', 'Seu melhor e-mail', 'Login', 'Usuário', 'Username'],
  ['name', 'Nombre', 'NOME COMPLETO', 'Full name', 'Display name', 'sortable_name'],
  ['name', 'Nome do(a) aluno(a)', 'Nome da compradora', 'Cliente', 'Participante - Nome', 'Buyer'],
  ['first_name', 'First name', 'firstname', 'Primeiro nome', 'Given name', 'Nombre de pila'],
  ['last_name', 'Last name', 'Sobrenome', 'Surname', 'Apellidos', 'Último nome', 'Family name'],
  ['phone', 'Telefone', 'Nº de celular', 'WhatsApp do aluno', 'Phone number', 'Tel.'],
  ['document', 'CPF', 'CPF/CNPJ', 'Documento', 'RG do aluno'],
  [
    'product',
    'Produto',
    'Products',
    'Nome do produto',
    'Plano',
    'Nome da oferta',
    'Turma',
    'Curso',
  ],
])('a column is %s by its heading: %s, …', (expected, ...headings) => {
  for (const heading of headings) expect([heading, ...field(heading)]).toEqual([heading, expected]);
});

test.each([
  'E-mail do vendedor',
  'Producer email',
  'Coprodutora: e-mail',
  'Nome do recrutador',
  'Telefone da afiliada',
  'Affiliate phone',
  'E-mail do seller',
])('a column about the seller is none of the buyer: %s', (heading) => {
  expect(field(heading)).toEqual([]);
});

test('each column is one thing, and the more exact heading wins', () => {
  expect(headingsIn(['E-mail alternativo', 'E-mail', ''])).toMatchObject({ email: 1 });
  expect(headingsIn(['Cliente', 'Nome'])).toMatchObject({ name: 1 });
  expect(headingsIn(['Curso', 'Produto'])).toMatchObject({ product: 1 });
  expect(headingsIn(['Usuário'])).toMatchObject({ email: 0, name: null });
  expect(headingsIn(['First name', 'Last name', 'Name'])).toMatchObject({
    first_name: 0,
    last_name: 1,
    name: 2,
  });
});

test('without headings the e-mail is found by its @, then the name, then the product', () => {
  expect(columnsByContent(['1', 'Ana Reis', 'ana@a.co', 'Plano'])).toMatchObject({
    email: 2,
    name: 1,
    product: 3,
  });
  expect(columnsByContent(['ana@a.co', 'Ana'])).toMatchObject({ email: 0, name: 1, product: null });
  expect(columnsByContent(['ana@a.co', '7'])).toMatchObject({ email: 0, name: null, product: 1 });
  for (const cells of [['Ana', 'Plano'], ['a@b, c@d'], ['a@b c'], [`${'a'.repeat(253)}@b`]])
    expect(columnsByContent(cells).email).toBeNull();
});

test('headings are compared by their words', () => {
  expect(asWords('  Nº_de  CELULAR (ç) ')).toBe('n de celular c');
});
