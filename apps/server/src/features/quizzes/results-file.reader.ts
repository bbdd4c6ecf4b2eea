import type { CountedAttempt } from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import type { CsvCell } from '../../kit/csv.ts';
import type { Call } from '../../kit/http/call.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { isListed } from './result-students.reader.ts';

/** Maximum number of rows in a batch. */
const BATCH_SIZE = 1_000;

const exportedAttempts = statement({
  name: 'quizzes.export',
  sql: `SELECT a.member_id, a.number, m.name, m.email, a.score, a.passed, a.profile,
      a.started_at, a.finished_at,
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
    started_at: z.custom<Date>(),
    finished_at: z.custom<Date>(),
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
 * them, or one `counted` attempt of each student.
 */
export async function* exportBatches(
  reader: TenantReader,
  of: { quizId: number; counted: CountedAttempt | null },
  titles: ReadonlyMap<string, string>,
): AsyncGenerator<CsvCell[][]> {
  let last = { member_id: 0, number: 0 };
  for (;;) {
    const { member_id: memberId, number } = last;
    const rows = await reader.run(exportedAttempts, { ...of, memberId, number });
    yield rows.map((row) => [
      row.name,
      row.email,
      row.number,
      row.score,
      row.passed === null ? null : Number(row.passed),
      row.profile && (titles.get(row.profile) ?? row.profile),
      row.started_at.toISOString(),
      row.finished_at.toISOString(),
      row.seconds,
    ]);
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)!;
  }
}
