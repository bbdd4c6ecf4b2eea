import { memberColumns, type MemberColumns } from '@vitrine/contract/imports';
import { recordOf } from '@vitrine/contract/record-of';

const noColumns = (): MemberColumns => recordOf(memberColumns, () => null);

/** Lower case, without accents. Other characters than letters and digits become spaces. */
export const asWords = (text: string) =>
  text
    .slice(0, 200)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Column headings of known exports, the most specific first: ours, Moodle, Canvas and Brazilian
 * sales platforms. An earlier pattern wins over a later one, whatever the order of the columns.
 */
const headingPatterns: Record<keyof MemberColumns, RegExp[]> = {
  email: [
    /^(?:e ?mail|mail|correo|correo electronico|email address|endereco de e ?mail)$/,
    /^e ?mail(?: (?:do|da|de|del))? (?:comprador|compradora|cliente|aluno|aluna|contato|usuario|participante|assinante|student|customer|buyer)$/,
    /^(?:comprador|compradora|cliente|aluno|aluna|contato|usuario|participante|assinante|student|customer|buyer) e ?mail$/,
    /^(?:e ?mail|correo)\b/,
    /\be ?mail$/,
    /^(?:login id|login|username|usuario)$/,
  ],
  name: [
    /^(?:name|nome|nombre|nome completo|full name|nombre completo|display name|sortable name)$/,
    /^(?:nome|name)(?: (?:do|da|de|del))? (?:comprador|compradora|cliente|aluno|aluna|contato|usuario|participante|assinante|student|customer|buyer)$/,
    /^(?:comprador|compradora|cliente|aluno|aluna|contato|usuario|participante|assinante|student|customer|buyer)(?: (?:nome|name))?$/,
  ],
  first_name: [/^(?:first ?name|primeiro nome|given name|nombre de pila)$/],
  last_name: [/^(?:last ?name|sobrenome|surname|family name|apellidos?|ultimo nome)$/],
  phone: [/\b(?:telefone|telefones|celular|fone|fones|whatsapp|phone|mobile|tel)\b/],
  document: [/\b(?:cpf|cnpj|documento|document|doc|rg)\b/],
  product: [
    /^(?:products?|produtos?|productos?)$/,
    /^(?:nome (?:do )?produto|produto nome|product name)$/,
    /^(?:plano|oferta|nome da oferta|curso|turma|plan|course)$/,
  ],
};

/** Columns about the seller, not the buyer. */
const sellerHeading =
  /\b(?:afiliad[oa]|affiliate|produtora?|producer|coprodutora?|vendedora?|seller|recrutador)\b/;

/** Removes the endings of other forms: 'do(a) Comprador(a)' becomes 'do Comprador'. */
const withoutForms = (heading: string) => heading.replace(/\((?:as?|os?|es)\)/gi, '');

/** Assigns columns by their headings. Each column is assigned once. */
export function headingsIn(cells: string[]): MemberColumns {
  const columns = noColumns();
  const words = cells.map((cell) => asWords(withoutForms(cell)));
  const usedIndexes = new Set<number>();
  for (const field of [
    'email',
    'first_name',
    'last_name',
    'name',
    'product',
    'phone',
    'document',
  ] as const)
    for (const pattern of headingPatterns[field]) {
      const column = words.findIndex(
        (heading, index) =>
          heading !== '' &&
          !usedIndexes.has(index) &&
          !sellerHeading.test(heading) &&
          pattern.test(heading),
      );
      if (column === -1) continue;
      columns[field] = column;
      usedIndexes.add(column);
      break;
    }
  // 'Nome' beside 'Sobrenome' is the first name.
  if (columns.last_name !== null && columns.first_name === null) {
    columns.first_name = columns.name;
    columns.name = null;
  }
  return columns;
}

const isEmail = (cell = '') => cell.length <= 254 && /^[^\s@,;]+@[^\s@,;]+$/.test(cell);
/** Whether one of the cells is an e-mail address. A row of headings has none. */
export const hasEmail = (cells: string[]) => cells.some((cell) => isEmail(cell));

/**
 * Assigns columns of a sheet without headings: the e-mail by its @, the name beside it, products
 * after both.
 */
export function columnsByContent(cells: string[]): MemberColumns {
  const columns = noColumns();
  const email = cells.findIndex((cell) => isEmail(cell));
  if (email === -1) return columns;
  const name = cells.findIndex((cell, index) => index !== email && /\p{L}{2}/u.test(cell));
  const nextIndex = Math.max(email, name) + 1;
  return {
    ...columns,
    email,
    name: name === -1 ? null : name,
    product: nextIndex < cells.length ? nextIndex : null,
  };
}
