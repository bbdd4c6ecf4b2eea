import * as z from 'zod/mini';
import { body, dataOf, ids, pageNumber, pageOf, route, saved, time } from './core.ts';
import { recordOf } from './record-of.ts';
import { limits as uploads } from './uploads.ts';

/** Ours, because the specification gives imports no limits. Files are in bytes. */
export const limits = {
  cartridge: uploads.importFile,
  csv: 10 * 1_048_576,
  csvLines: 20_000,
  /** Maximum invitations per day of a gradual import. */
  invitationsPerDay: 5_000,
  /** An import of people can be undone for this long, and its results are stored as long. */
  resultDays: 30,
  /** Maximum warnings in a preview. */
  previewLines: 50,
  /** Maximum products of a file that an admin matches by hand. */
  productChoices: 200,
  /** In characters of JSON. */
  choices: 200_000,
} as const;

/** Errors of the whole file, and lines of the report. The cartridge parser has its own messages. */
export const messages = {
  notCsv: 'Não conseguimos ler este arquivo. Salve a planilha como CSV ou XLSX e envie de novo.',
  noEmails: 'Não encontramos a coluna de e-mail. Use as colunas name, email e products.',
  noLines: 'O arquivo não tem nenhuma pessoa.',
  tooManyLines: 'O arquivo tem mais de 20.000 linhas. Divida-o em partes.',

  wrongChoices:
    'As escolhas desta importação não estão completas. Confira as colunas e os produtos.',
  unkeptColumns: 'Reconhecemos estas colunas, mas ainda não guardamos o que está nelas.',
  unknownColumns: 'Não entendemos estas colunas, e o que está nelas ficou de fora.',
  noUndo: 'Esta importação não pode ser desfeita.',
  undoGaveUp:
    'A importação não foi desfeita por inteiro: o trabalho foi interrompido várias vezes e parou. Desfaça de novo para terminar.',
  invited: 'Convites a caminho: {{count}}.',
  noName: 'Falta o nome.',
  unreadableLine: 'Não conseguimos ler esta linha: confira as aspas.',
  unknownProduct: 'O produto “{{product}}” não existe. A pessoa não foi importada.',
  sameEmail: 'Este e-mail já estava na linha {{first}}; os produtos das duas foram somados.',

  fileTooLarge: 'O arquivo “{{file}}” passa de 100 MB e ficou de fora.',
  fileDamaged: 'O arquivo “{{file}}” está danificado no arquivo enviado e ficou de fora.',
  tooManyFiles:
    'Uma aula guarda no máximo 50 arquivos; {{count}} ficou de fora.|Uma aula guarda no máximo 50 arquivos; {{count}} ficaram de fora.',
  imageAsFile:
    'A imagem “{{file}}” não é de um tipo que mostramos no texto e ficou entre os arquivos da aula.',
  embedLeftOut: 'A incorporação de {{site}} não é de um serviço que mostramos e ficou de fora.',
  embedAsLink:
    'Estes vídeos e incorporações não são de um serviço que mostramos no texto e ficaram como ligação: {{names}}.',
  insecureImages:
    'Estas imagens vêm de endereços http://, que os navegadores bloqueiam, e ficaram de fora: {{names}}.',
  videoAsFile:
    'O vídeo “{{file}}” não é mp4 nem webm, que os navegadores tocam, e ficou entre os arquivos da aula.',
  textTooLong: 'O texto passa de 1 MB e ficou de fora.',
  textUnreadable: 'O texto tem erros de formato que impedem a leitura, por isso ficou de fora.',
  linkTooLong: 'O endereço da ligação é longo demais, por isso ficou de fora.',
  tooManyQuestions:
    '{{count}} questão ficou de fora: é longa demais ou passa das 200 que uma avaliação guarda.|{{count}} questões ficaram de fora: são longas demais ou passam das 200 que uma avaliação guarda.',
  questionImages: 'Cada questão guarda uma imagem só; as outras ficaram de fora.',

  courseGaveUp:
    'A importação foi interrompida várias vezes e parou. Nada dela ficou; envie o arquivo de novo.',
  membersGaveUp:
    'A importação foi interrompida várias vezes e parou. Quem já entrou continua; envie o arquivo de novo para trazer as outras pessoas.',
  movedAway:
    'A escola mudou de instalação durante esta importação, que parou. Envie o arquivo de novo.',
  more: 'Há mais {{count}} aviso como estes, que não cabe aqui.|Há mais {{count}} avisos como estes, que não cabem aqui.',
} as const;

const importKinds = ['course', 'members'] as const;
/** A Common Cartridge, or a file of people. */
export type ImportKind = (typeof importKinds)[number];

/** `queued`: a school's imports run one after the other. */
const importStates = ['queued', 'running', 'done', 'failed'] as const;
/** The state of an import. */
export type ImportState = (typeof importStates)[number];

/**
 * The columns of a spreadsheet of people. The server recognises phones and documents but does not
 * store them.
 */
export const memberColumns = [
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'document',
  'product',
] as const;

/** Counted from 0; null if the file has no such column. */
const column = z.nullable(z.int().check(z.gte(0), z.lte(499)));
const MemberColumns = z.object(recordOf(memberColumns, () => column));
/** The column of the file for each field of a person, from 0; null if the file has none. */
export type MemberColumns = z.output<typeof MemberColumns>;

const invitations = ['now', 'gradual', 'none'] as const;

/** The admin's choices in the preview. The server remembers them for the next file of this kind. */
export const MembersChoices = z.object({
  columns: z.optional(MemberColumns),
  /** The product for each product name in the file; null imports people without it. */
  products: z._default(
    z
      .array(
        z.object({
          title: z.string().check(z.minLength(1), z.maxLength(500)),
          product_id: z.nullable(z.int().check(z.positive())),
        }),
      )
      .check(z.maxLength(limits.productChoices)),
    [],
  ),
  invite: z._default(z.enum(invitations), 'now'),
  /** Only with `gradual`. */
  per_day: z._default(z.int().check(z.gte(1), z.lte(limits.invitationsPerDay)), 100),
});
export type MembersChoices = z.output<typeof MembersChoices>;

/** JSON text, because a multipart form carries only texts. */
const choices = z._default(z.string().check(z.maxLength(limits.choices)), '');

const counts = z.object({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
});

/** A thing that the import left out or changed, or the reason why it stopped. */
export const ImportReportLine = z.object({
  /** For a spreadsheet: the line number as an editor counts it. */
  line: z.optional(z.int()),
  /** The lesson, file or person. */
  item: z.string(),
  message: z.string(),
});
export type ImportReportLine = z.output<typeof ImportReportLine>;

const summary = {
  id: z.int(),
  kind: z.enum(importKinds),
  status: z.enum(importStates),
  /** The original file name. */
  filename: z.string(),
  /** `total` is 0 until the server has read the file. */
  done: z.int(),
  total: z.int(),
  /** The course that the import created; missing before that and after its deletion. */
  course_id: z.optional(z.int()),
  created_at: time,
  /** An admin has undone the import then. `undoing`: a job still takes it back. */
  undone_at: z.optional(time),
  undoing: z.boolean(),
};

/** An import as the list shows it, without its report. */
export const ImportSummary = z.object({ ...summary, report_count: z.int() });
export type ImportSummary = z.output<typeof ImportSummary>;

/** An import with its report, which names each thing that could not be held (contract, Import). */
export const Import = z.object({
  ...summary,
  report: z.array(ImportReportLine),
  /**
   * Imports of people only, for `limits.resultDays`: the results of the rows, and how many people still have no
   * invitation.
   */
  counts: z.optional(counts),
  uninvited: z.optional(z.int()),
  /** The rows that an undo has handled, and what it has done to them. */
  undo: z.optional(z.object({ done: z.int(), removed: z.int(), kept: z.int(), products: z.int() })),
});
export type Import = z.output<typeof Import>;

/** The rows that an import would add, change or refuse. A preview writes nothing. */
export const MembersPreview = z.object({
  /** Empty if the file has no headings. */
  headings: z.array(z.string()),
  /** The first rows of the file. */
  sample: z.array(z.array(z.string())),
  columns: MemberColumns,
  /** The admin chose these columns for an earlier file of this kind. */
  remembered: z.boolean(),
  rows: z.int(),
  /** Headings that match no column. */
  unknown: z.array(z.string()),
  counts,
  products: z.array(
    z.object({
      title: z.string(),
      rows: z.int(),
      matched: z.boolean(),
      product_id: z.nullable(z.int()),
    }),
  ),
  report: z.array(ImportReportLine),
});
export type MembersPreview = z.output<typeof MembersPreview>;

const sheetFile = {
  file: {
    bytes: limits.csv,
    types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  },
} as const;

const startedAnswer = dataOf(z.object({ id: z.int() }));

/**
 * v1, catalog and members. A call answers 202 at once, and a job does the work. A repetition of
 * `course` or `members` with the same `Idempotency-Key` starts nothing.
 */
export const imports = {
  /**
   * Imports a Common Cartridge (.imscc or .zip). 415: not a zip. 422: no manifest, or a hostile
   * archive.
   */
  course: route('POST', '/api/v1/imports', {
    access: 'admin',
    source: 'v1',
    status: 202,
    body: body({ product_ids: z._default(ids, []) }),
    files: { file: { bytes: limits.cartridge, types: ['application/zip'] } },
    answer: startedAnswer,
  }),
  /**
   * Imports a CSV or XLSX with the columns name, email, products (titles, separated by `;` or `|`).
   * It also knows the column names of Moodle, Canvas and sales platforms. It imports the valid rows
   * and reports the others.
   */
  members: route('POST', '/api/v1/members/import', {
    access: 'admin',
    source: 'v1',
    status: 202,
    body: body({ choices }),
    files: sheetFile,
    answer: startedAnswer,
  }),
  /** A dry run: the recognised columns and the results, without writing. */
  previewMembers: route('POST', '/api/v1/members/import/preview', {
    access: 'admin',
    source: 'ours',
    body: body({ choices }),
    files: sheetFile,
    answer: dataOf(MembersPreview),
  }),
  /** A CSV with the result of each row of the people's file. */
  result: route('GET', '/api/v1/imports/{id}/result', { access: 'admin', source: 'ours' }),
  /**
   * Undoes an import of people: removes its products, and the accounts that nobody has used and no
   * other product has opened. A job does it in slices.
   */
  undo: route('POST', '/api/v1/imports/{id}/undo', {
    access: 'admin',
    source: 'ours',
    status: 202,
    answer: startedAnswer,
  }),
  /** Invites the imported people who have no invitation yet. */
  invite: route('POST', '/api/v1/imports/{id}/invite', {
    access: 'admin',
    source: 'ours',
    answer: saved(z.object({ invited: z.int() })),
  }),
  /** Newest first. */
  list: route('GET', '/api/v1/imports', {
    access: 'admin',
    source: 'ours',
    query: z.object({ page: pageNumber }),
    answer: pageOf(ImportSummary),
  }),
  show: route('GET', '/api/v1/imports/{id}', {
    access: 'admin',
    source: 'v1',
    answer: dataOf(Import),
  }),
};
