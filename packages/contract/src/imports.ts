import * as z from 'zod/mini';
import { body, dataOf, ids, pageNumber, pageOf, route, time } from './core.ts';
import { limits as uploads } from './uploads.ts';

export const limits = {
  cartridge: uploads.importFile,
  csv: 10 * 1_048_576,
  csvLines: 20_000,
} as const;

/** Refusals of the file as a whole, and lines of the report; the reader of cartridges has its own. */
export const messages = {
  notCsv: 'Este arquivo não é um CSV. Salve a planilha como CSV e envie de novo.',
  noEmails: 'Não encontramos a coluna de e-mail. Use as colunas name, email e products.',
  noLines: 'O arquivo não tem nenhuma pessoa.',
  tooManyLines: 'O arquivo tem mais de 20.000 linhas. Divida-o em partes.',

  noName: 'Falta o nome.',
  unreadableLine: 'Não conseguimos ler esta linha: confira as aspas.',
  unknownProduct: 'O produto “{{product}}” não existe ou está inativo. A pessoa não foi importada.',
  sameEmail: 'Este e-mail já estava na linha {{first}}; os produtos das duas foram somados.',

  fileTooLarge: 'O arquivo “{{file}}” passa de 100 MB e ficou de fora.',
  fileDamaged: 'O arquivo “{{file}}” está danificado no arquivo enviado e ficou de fora.',
  tooManyFiles: 'Uma aula guarda no máximo 50 arquivos; {{count}} ficaram de fora.',
  pictureAsFile:
    'A imagem “{{file}}” não é de um tipo que mostramos no texto e ficou entre os arquivos da aula.',
  embedLeftOut: 'A incorporação de {{site}} não é de um serviço que mostramos e ficou de fora.',
  embedAsLink:
    'Estes vídeos e incorporações não são de um serviço que mostramos no texto e ficaram como ligação: {{names}}.',
  insecurePictures:
    'Estas imagens vêm de endereços http://, que os navegadores bloqueiam, e ficaram de fora: {{names}}.',
  videoAsFile:
    'O vídeo “{{file}}” não é mp4 nem webm, que os navegadores tocam, e ficou entre os arquivos da aula.',
  textTooLong: 'O texto passa de 1 MB e ficou de fora.',
  textUnreadable: 'O texto tem erros de formato que impedem a leitura, por isso ficou de fora.',
  linkTooLong: 'O endereço da ligação é longo demais, por isso ficou de fora.',
  tooManyQuestions:
    '{{count}} questões ficaram de fora: são longas demais ou passam das 200 que uma avaliação guarda.',
  questionPictures: 'Cada questão guarda uma imagem só; as outras ficaram de fora.',

  courseGaveUp:
    'A importação foi interrompida várias vezes e parou. Nada dela ficou; envie o arquivo de novo.',
  membersGaveUp:
    'A importação foi interrompida várias vezes e parou. Quem já entrou continua; envie o arquivo de novo para trazer as outras pessoas.',
  more: 'Há mais {{count}} avisos como estes, que não cabem aqui.',
} as const;

const importKinds = ['course', 'members'] as const;
export type ImportKind = (typeof importKinds)[number];

/** `queued` waits its turn: a school's imports run one after the other. */
const importStates = ['queued', 'running', 'done', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

/** What did not come, came differently, or stopped the import. */
export const ImportReportLine = z.object({
  /** Of a CSV: the line as an editor counts it. */
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
  /** The file as its person named it. */
  filename: z.string(),
  /** `total` is 0 until the file has been read. */
  done: z.int(),
  total: z.int(),
  /** The course that was made, once it is there and while it is. */
  course_id: z.optional(z.int()),
  created_at: time,
};

export const ImportSummary = z.object({ ...summary, report_count: z.int() });
export type ImportSummary = z.output<typeof ImportSummary>;

export const Import = z.object({ ...summary, report: z.array(ImportReportLine) });
export type Import = z.output<typeof Import>;

const started = dataOf(z.object({ id: z.int() }));

export const imports = {
  /** A Common Cartridge (.imscc or .zip). No zip 415; no manifest, or a hostile archive, 422. */
  course: route('POST', '/api/v1/imports', {
    access: 'admin',
    source: 'v1',
    status: 202,
    body: body({ product_ids: z._default(ids, []) }),
    files: { file: { bytes: limits.cartridge, types: ['application/zip'] } },
    answer: started,
  }),
  /** Columns name, email, products (titles, separated by `;` or `|`). Good lines come, bad ones are named. */
  members: route('POST', '/api/v1/members/import', {
    access: 'admin',
    source: 'v1',
    status: 202,
    body: body({}),
    files: { file: { bytes: limits.csv, types: ['text/csv'] } },
    answer: started,
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
