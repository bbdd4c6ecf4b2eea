import type { CountedAttempt } from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import type { CsvCell } from '../../kit/csv.ts';
import type { Call } from '../../kit/http/call.ts';
import { zoneOf } from '../../kit/rows/zone-of.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { isListed } from './result-students.reader.ts';

/** Maximum number of rows in a batch. */
const BATCH_SIZE = 1_000;

/** A time that spreadsheets read in every language, by the clock of who reads the file. */
const localTime = (column: string) =>
  `to_char(${column} AT TIME ZONE ${zoneOf(':readerId::bigint')}, 'YYYY-MM-DD HH24:MI:SS')`;

const exportedAttempts = statement({
  name: 'quizzes.export',
  sql: `SELECT a.member_id, a.number, m.name, m.email, a.score, a.passed, a.profile,
      ${localTime('a.started_at')} AS started, ${localTime('a.finished_at')} AS finished,
      greatest(0, round(extract(epoch FROM a.finished_at - a.started_at)))::integer AS seconds
    FROM quiz_attempts a JOIN members m ON m.id = a.member_id
    WHERE a.quiz_id = :quizId AND a.finished_at IS NOT NULL
      AND ${isListed}
      AND (:counted::text IS NULL OR EXISTS (SELECT FROM quiz_standings s
        WHERE s.quiz_id = a.quiz_id AND s.member_id = a.member_id AND s.counted = :counted
          AND s.attempt_id = a.id))
      AND (a.member_id, a.number) > (:memberId::bigint, :number::integer)
    ORDER BY a.member_id, a.number LIMIT ${BATCH_SIZE}`,
  row: z.object({
    member_id: z.number(),
    number: z.number(),
    name: z.string(),
    email: z.string(),
    score: z.number(),
    passed: z.nullable(z.boolean()),
    profile: z.nullable(z.string()),
    started: z.string(),
    finished: z.string(),
    seconds: z.number(),
  }),
});

/** The header of the file in the reader's language, in the order of the cells of `exportBatches`. */
export const exportColumns = (t: Call<never>['t']) => [
  t('Nome'),
  t('E-mail'),
  t('Tentativa'),
  t('Nota'),
  t('Aprovado'),
  t('Perfil'),
  t('Começou em'),
  t('Entregue em'),
  t('Segundos'),
];

/**
 * Reads the attempts that students handed in, batch after batch, each student's together: all of
 * them, or one `counted` attempt of each student. Cells are in the language and the time zone of the
 * reader.
 */
export async function* exportBatches(
  reader: TenantReader,
  of: { quizId: number; counted: CountedAttempt | null; readerId: number },
  { t, language }: Pick<Call<never>, 't' | 'language'>,
  titles: ReadonlyMap<string, string>,
): AsyncGenerator<CsvCell[][]> {
  // A spreadsheet in Portuguese takes 8.5 for the 8th of May.
  const score = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 2 });
  const passed = (yes: boolean) => (yes ? t('Sim') : t('Não'));
  let last = { member_id: 0, number: 0 };
  for (;;) {
    const { member_id: memberId, number } = last;
    const rows = await reader.run(exportedAttempts, { ...of, memberId, number });
    yield rows.map((row) => [
      row.name,
      row.email,
      row.number,
      score.format(row.score),
      row.passed === null ? null : passed(row.passed),
      row.profile && (titles.get(row.profile) ?? row.profile),
      row.started,
      row.finished,
      row.seconds,
    ]);
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)!;
  }
}
